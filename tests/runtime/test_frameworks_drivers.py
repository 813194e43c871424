"""Clients of servers that are not there answer what the test says."""

import pytest

redis = pytest.importorskip("redis", reason="redis is not installed in this environment")

SESSIONS = """
import json
import redis

class Sessions:
    def __init__(self, client: redis.Redis): self.client = client
    def get(self, key: str):
        try:
            stored = self.client.get(key)
        except redis.ConnectionError:
            return None
        return json.loads(stored)["name"] if stored else None
"""


def double(subject):
    [cls] = [one for one in subject["classes"] if one["name"] == "RedisDouble"]
    [constructor] = [subject["callables"][index] for index in cls["constructors"]]
    return cls, constructor


def test_methods_that_the_subject_calls_are_answered(project):
    subject = project.subject("subject", SESSIONS)
    _, constructor = double(subject)
    [answer] = constructor["parameters"]
    kinds = subject["types"][answer["type"]]["arguments"]
    raised = [
        subject["classes"][subject["types"][one]["class"]]["name"]
        for one in kinds
        if subject["types"][one]["kind"] == "class"
    ]
    assert (answer["name"], raised) == ("get", ["ConnectionError"])


def test_a_double_answers_or_raises_without_a_server(project):
    cls, _ = double(project.subject("subject", SESSIONS))
    namespace = {"Redis": redis.Redis}
    exec(cls["definition"], namespace)
    assert namespace["RedisDouble"](get="text").get("key") == "text"
    with pytest.raises(redis.ConnectionError):
        namespace["RedisDouble"](get=redis.ConnectionError("no")).get("key")


def test_no_double_is_made_where_nothing_is_called(project):
    text = "import redis\ndef same(client: redis.Redis): return client\n"
    subject = project.subject("subject", text)
    assert not [one for one in subject["classes"] if one["name"] == "RedisDouble"]
