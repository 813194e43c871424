"""HTTP clients: tests set the answers to requests, and no request is sent.

Only the transport of each library is replaced, so sessions, helpers and `raise_for_status` work
unchanged. render/body/definitions.cc of the engine writes the same functions into files of tests.
"""

from __future__ import annotations

import ast
import importlib
import io
import sys
from contextlib import suppress
from types import GenericAlias
from typing import Any, Callable, Literal, Union

from skua_runtime.frameworks.framework import Answering, Framework, Subject
from skua_runtime.frameworks.hints import answered_headers, imports_module
from skua_runtime.source.nodes import walk
from skua_runtime.source.source_names import SourceNames
from skua_runtime.texts.json_documents import json_documents
from skua_runtime.world import surroundings

_MOST_LITERALS = 24
STATUSES = (200, 404, 500, 201, 204, 400, 401, 403, 429, 503)


def answer_type(tree: ast.Module) -> Any:
    """Return the type of an answer: status and text, with headers if the source reads them."""
    names = SourceNames(tree)
    numbers = (getattr(node, "value", None) for node in walk(tree))
    statuses = [one for one in numbers if type(one) is int and 200 <= one <= 599]
    texts = [*json_documents(tree, names), "", "text"]
    pair = (_literal([*statuses, *STATUSES]), _literal(texts))
    headers = answered_headers(tree, names)
    tuples = [pair] if headers is None else [pair, (*pair, headers)]
    return Union[tuple(GenericAlias(tuple, one) for one in tuples)]


def _literal(values: list[Any]) -> Any:
    return Literal[tuple(dict.fromkeys(values[:_MOST_LITERALS]))]


def _turns(answers: tuple[Any, ...]) -> Callable[[], Any]:
    """Return a function that returns the answers in turn, and then always the last one."""
    for answer in answers:
        is_exception = isinstance(answer, type) and issubclass(answer, Exception)
        if not is_exception and not (type(answer) is tuple and _is_answer(*answer)):
            raise ValueError(f"{answer!r} is no answer to a request")
    left = list(answers) or [(200, "")]

    def turn() -> Any:
        answer = left.pop(0) if len(left) > 1 else left[0]
        if not isinstance(answer, tuple):
            raise answer("no answer")
        return answer

    return turn


def _is_answer(status: Any = None, text: Any = None, headers: Any = None, *more: Any) -> bool:
    if type(status) is not int or not 200 <= status <= 599 or type(text) is not str or more:
        return False
    text.encode()
    if headers is None:
        return True
    return type(headers) is dict and all(map(_is_header, (*headers, *headers.values())))


def _is_header(text: Any) -> bool:
    return type(text) is str and text.isascii() and text.isprintable() and text.strip() == text


def requests_answers(*answers: Any) -> None:
    """Let requests return the answers in turn."""
    requests = sys.modules["requests"]
    turn = _turns(answers)

    def send(adapter: Any, request: Any, **options: Any) -> Any:
        response = requests.Response()
        response.status_code, text, *headers = turn()
        response.headers.update(*headers)
        response._content = text.encode()
        response.encoding = "utf-8"
        response.request, response.url = request, request.url
        return response

    surroundings.replace(sys.modules["requests.adapters"].HTTPAdapter, "send", send)


def httpx_answers(*answers: Any) -> None:
    """Let httpx return the answers in turn."""
    httpx = sys.modules["httpx"]
    turn = _turns(answers)

    def handle_request(transport: Any, request: Any) -> Any:
        status, text, *headers = turn()
        return httpx.Response(status, text=text, headers=dict(*headers), request=request)

    surroundings.replace(httpx.HTTPTransport, "handle_request", handle_request)


def httpx_async_answers(*answers: Any) -> None:
    """Let asynchronous clients of httpx return the answers in turn."""
    httpx = sys.modules["httpx"]
    turn = _turns(answers)

    async def handle_async_request(transport: Any, request: Any) -> Any:
        status, text, *headers = turn()
        return httpx.Response(status, text=text, headers=dict(*headers), request=request)

    surroundings.replace(httpx.AsyncHTTPTransport, "handle_async_request", handle_async_request)


def urllib_answers(*answers: Any) -> None:
    """Let urllib return the answers in turn."""
    import email.message
    import urllib.error
    import urllib.response

    turn = _turns(answers)

    def open_url(opener: Any, url: Any, *details: Any) -> Any:
        status, text, *headers = turn()
        message = email.message.Message()
        for name, value in dict(*headers).items():
            message[name] = value
        url, body = getattr(url, "full_url", url), io.BytesIO(text.encode())
        if status >= 400:
            raise urllib.error.HTTPError(url, status, "no", message, body)
        return urllib.response.addinfourl(body, message, url, status)

    surroundings.replace(sys.modules["urllib.request"].OpenerDirector, "open", open_url)


def _prepare_httpx(subject: Subject) -> None:
    """Make a client, so that httpx does its lazy imports, and let later ones load no certificates.

    Certificates take most of the time, and no request is ever sent.
    """
    if not imports_module(subject.tree, "httpx"):
        return
    sys.modules["httpx"].Client().close()
    with suppress(ImportError):
        importlib.import_module("anyio._backends._asyncio")
    context, certifi = sys.modules["ssl"].SSLContext, sys.modules["certifi"]
    load = context.load_verify_locations

    def load_verify_locations(self: Any, cafile: Any = None, *others: Any, **named: Any) -> None:
        if cafile != certifi.where():
            load(self, cafile, *others, **named)

    context.load_verify_locations = load_verify_locations


_HTTPX = ("httpx:ConnectError", "httpx:ConnectTimeout")
FRAMEWORKS = (
    Framework(
        package="requests",
        answers=Answering(
            requests_answers, ("requests.exceptions:ConnectionError", "requests.exceptions:Timeout")
        ),
    ),
    Framework(
        package="httpx", prepare=_prepare_httpx, answers=Answering(httpx_answers, _HTTPX)
    ),
    Framework(
        package="httpx", answers=Answering(httpx_async_answers, _HTTPX, used_by="AsyncClient")
    ),
    Framework(
        package="urllib.request",
        answers=Answering(urllib_answers, ("urllib.error:URLError", "builtins:TimeoutError")),
    ),
)
