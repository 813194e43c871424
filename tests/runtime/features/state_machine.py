"""A sequence of calls on one object is needed."""


class Door:
    def __init__(self, code: str) -> None:
        self._code = code
        self._locked = True
        self._open = False

    def unlock(self, code: str) -> bool:
        if code != self._code:
            return False
        self._locked = False
        return True

    def push(self) -> str:
        if self._locked:
            return "locked"
        if self._open:
            return "open already"
        self._open = True
        return "opened"
