"""HTTP clients: what the other side answers is an input of the test."""

import sys
import urllib.error
import urllib.request

import pytest
import support

native = support.native()

from skua_runtime.frameworks import http_answers

try:
    import requests
except ImportError:
    requests = None
try:
    import httpx
except ImportError:
    httpx = None

CLIENT = """
import urllib.request, json
def rate(currency: str) -> float:
    answer = urllib.request.urlopen("https://rates.example/" + currency)
    if answer.status == 203: return 0
    return json.loads(answer.read())["rate"]
"""


@pytest.fixture
def put_back(monkeypatch):
    def replace(owner, name, stand_in):
        monkeypatch.setattr(owner, name, stand_in)

    monkeypatch.setattr(http_answers.surroundings, "replace", replace)


def literals(subject, index):
    described = subject["types"][index]
    found = [value.get("t", value.get("v")) for value in described.get("literals", [])]
    inner = described.get("arguments", [])
    return found + [one for each in inner for one in literals(subject, each)]


def test_answers_are_made_of_what_the_source_says(project):
    subject = project.subject("subject", CLIENT)
    [answers] = [one for one in subject["callables"] if one["name"] == "urllib_answers"]
    assert answers["kind"] == "environment"
    [parameter] = answers["parameters"]
    assert parameter["kind"] == "var_positional"
    offered = literals(subject, parameter["type"])
    assert {203, 200, 404, 500, '{"rate": 1}', ""} <= set(offered)
    kinds = [subject["types"][one]["kind"] for one in subject["types"][parameter["type"]]["arguments"]]
    assert kinds == ["tuple", "type", "type"]


def test_nothing_answers_where_no_client_is_imported(project):
    subject = project.subject("subject", "import json\ndef f(x): return json.loads(x)\n")
    assert not [one for one in subject["callables"] if one["name"].endswith("_answers")]


def test_urllib_is_answered_in_turn(put_back):
    http_answers.urllib_answers((200, "one"), (404, "two"), urllib.error.URLError)
    with urllib.request.urlopen("https://nowhere.example") as answer:
        assert (answer.status, answer.read()) == (200, b"one")
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(urllib.request.Request("https://nowhere.example"))
    assert (raised.value.code, raised.value.read()) == (404, b"two")
    for _ in range(2):
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen("https://nowhere.example")


@pytest.mark.skipif(requests is None, reason="requests is not installed here")
def test_requests_is_answered_in_turn(put_back):
    http_answers.requests_answers((200, '{"a": 1}'), (503, ""), requests.Timeout)
    session = requests.Session()
    assert session.get("https://nowhere.example").json() == {"a": 1}
    with pytest.raises(requests.HTTPError):
        requests.post("https://nowhere.example", json={}).raise_for_status()
    with pytest.raises(requests.Timeout):
        requests.get("https://nowhere.example")


@pytest.mark.skipif(httpx is None, reason="httpx is not installed here")
def test_httpx_is_answered_in_turn(put_back):
    http_answers.httpx_answers((200, '{"a": 1}'), httpx.ConnectError)
    with httpx.Client() as client:
        assert client.get("https://nowhere.example").json() == {"a": 1}
        with pytest.raises(httpx.ConnectError):
            client.get("https://nowhere.example")


def test_headers_that_the_source_looks_up_may_be_answered(project):
    subject = project.subject(
        "subject",
        """
        import urllib.request
        def pause(url: str) -> float:
            answer = urllib.request.urlopen(url)
            if answer.headers.get("X-Kind") == "slow": return 9
            return float(answer.headers["Retry-After"])
        """,
    )
    [answers] = [one for one in subject["callables"] if one["name"] == "urllib_answers"]
    described = subject["types"][answers["parameters"][0]["type"]]["arguments"]
    with_headers = [one for one in described if len(subject["types"][one].get("arguments", ())) == 3]
    assert {"slow", "1"} <= set(literals(subject, with_headers[0]))


def test_urllib_answers_headers(put_back):
    http_answers.urllib_answers((200, "", {"Retry-After": "3"}), (503, "", {"Retry-After": "9"}))
    with urllib.request.urlopen("https://nowhere.example") as answer:
        assert answer.headers["retry-after"] == "3"
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen("https://nowhere.example")
    assert raised.value.headers["Retry-After"] == "9"


@pytest.mark.skipif(requests is None, reason="requests is not installed here")
def test_requests_answers_headers(put_back):
    http_answers.requests_answers((200, "", {"Retry-After": "3"}))
    assert requests.get("https://nowhere.example").headers["retry-after"] == "3"


@pytest.mark.skipif(httpx is None, reason="httpx is not installed here")
def test_httpx_answers_headers_and_asynchronous_clients(put_back):
    import asyncio

    http_answers.httpx_answers((200, "", {"Retry-After": "3"}))
    assert httpx.get("https://nowhere.example").headers["retry-after"] == "3"
    http_answers.httpx_async_answers((200, '{"a": 1}', {"X-Kind": "b"}), httpx.ConnectError)

    async def ask():
        async with httpx.AsyncClient() as client:
            first = await client.get("https://nowhere.example")
            with pytest.raises(httpx.ConnectError):
                await client.get("https://nowhere.example")
            return first.json(), first.headers["x-kind"]

    assert asyncio.run(ask()) == ({"a": 1}, "b")


@pytest.mark.parametrize(
    "answer", [3, (200,), (99, ""), (200, b""), (200, "", 1), (200, "", {"a": "\n"}), str, "text"]
)
def test_what_is_no_answer_is_refused(put_back, answer):
    with pytest.raises(ValueError):
        http_answers.urllib_answers(answer)
    assert "urllib.request" in sys.modules
