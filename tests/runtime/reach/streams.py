"""Constructors that hand what they are given on to those of their bases."""


class Environment:
    def __init__(self, colors: int = 256, is_windows: bool = False):
        self.colors = colors
        self.is_windows = is_windows


class Message:
    def __init__(self, headers: str, body: bytes = b""):
        self.headers = headers
        self.body = body


class BaseStream:
    def __init__(self, message: Message, with_headers=True, with_body=True):
        self.message = message
        self.with_headers = with_headers
        self.with_body = with_body

    def lines(self) -> list:
        found = []
        if self.with_headers:
            found.append(self.headers())
        if self.with_body:
            if b"\0" in self.message.body:
                found.append("binary")
            else:
                found.append(self.message.body.decode("latin-1"))
        return found

    def headers(self):
        return self.message.headers


class EncodedStream(BaseStream):
    def __init__(self, environment=Environment(), **kwargs):
        super().__init__(**kwargs)
        if environment.colors < 16:
            self.encoding = "ascii"
        else:
            self.encoding = "utf8"


class PrettyStream(EncodedStream):
    def __init__(self, indent: int, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.indent = indent

    def headers(self):
        if self.indent > 4:
            return self.message.headers.replace("\n", "\n" + " " * self.indent)
        return self.message.headers
