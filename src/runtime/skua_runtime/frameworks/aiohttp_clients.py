"""aiohttp: sessions that send nothing, and return the answers of a test in turn.

The answers are instances of aiohttp's own class.
"""

from __future__ import annotations

import sys
from typing import Any, Union

from skua_runtime.frameworks.framework import Argument, Definition, Framework, Subject
from skua_runtime.frameworks.http_answers import answer_type
from skua_runtime.world.names import type_name

_EXCEPTIONS = ("ClientConnectionError", "ServerTimeoutError")
_TEXT = '''class SessionDouble:
    """Sends no request; these answers come in turn: (status, text[, headers]), or exceptions."""

    closed = False

    def __init__(self, *answers):
        self.answers = list(answers) or [(200, "")]

    async def _request(self, method, url, **options):
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        status, text, *headers = answer
        response = ClientResponse.__new__(ClientResponse)
        response.status, response.reason, response.method = status, "", method
        response._body, response._cache = text.encode(), {}
        sent = {"Content-Type": "application/json"} | dict(*headers)
        response._headers = CIMultiDictProxy(CIMultiDict(sent))
        response._url = response._real_url = URL(url)
        response._request_info = RequestInfo(URL(url), method, response._headers, URL(url))
        return response

    def __getattr__(self, name):
        return getattr(ClientSession, name).__get__(self)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *details):
        pass
'''


def _definitions(subject: Subject) -> dict[str, Definition]:
    aiohttp = sys.modules["aiohttp"]
    raised = [getattr(aiohttp, name) for name in _EXCEPTIONS]
    answers: Any = Union[(answer_type(subject.tree), *raised)]
    definition = Definition(
        "SessionDouble",
        _TEXT,
        [
            "aiohttp:ClientResponse",
            "aiohttp:ClientSession",
            "aiohttp:RequestInfo",
            "multidict:CIMultiDict",
            "multidict:CIMultiDictProxy",
            "yarl:URL",
        ],
        (Argument("answers", answers, kind="var_positional"),),
    )
    return {type_name(aiohttp.ClientSession): definition}


FRAMEWORK = Framework(
    package="aiohttp",
    definitions=_definitions,
    given=lambda subject: {"aiohttp.ClientSession": type_name(sys.modules["aiohttp"].ClientSession)},
)
