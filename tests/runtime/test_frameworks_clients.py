"""Clients of servers that are not there answer what the test says."""

import sys

import pytest

MONGO = {
    "pymongo/__init__.py": "import pymongo.collection, pymongo.errors\n",
    "pymongo/collection.py": """
class Collection:
    def find_one(self, query): raise OSError(query)
""",
    "pymongo/errors.py": "class AutoReconnect(Exception): pass\n",
}
ARTICLES = """
from pymongo.collection import Collection
from pymongo.errors import AutoReconnect

def title(articles: Collection):
    try:
        found = articles.find_one({"_id": 1})
    except AutoReconnect:
        return None
    return found["title"] if found else ""
"""


@pytest.fixture(name="articles")
def _articles(project):
    for name, text in MONGO.items():
        project.write(name, text)
    yield project
    project.clean()


def double(subject):
    [cls] = [one for one in subject["classes"] if one["name"] == "CollectionDouble"]
    [constructor] = [subject["callables"][index] for index in cls["constructors"]]
    return cls, constructor


def test_methods_that_the_subject_calls_are_answered(articles):
    subject = articles.subject("subject", ARTICLES)
    _, constructor = double(subject)
    [answer] = constructor["parameters"]
    kinds = subject["types"][answer["type"]]["arguments"]
    raised = [
        subject["classes"][subject["types"][one]["class"]]["name"]
        for one in kinds
        if subject["types"][one]["kind"] == "class"
    ]
    assert (answer["name"], raised) == ("find_one", ["AutoReconnect"])


def test_a_double_answers_or_raises_without_a_server(articles):
    cls, _ = double(articles.subject("subject", ARTICLES))
    namespace = {"Collection": sys.modules["pymongo.collection"].Collection}
    exec(cls["definition"], namespace)
    title = sys.modules["subject"].title
    assert title(namespace["CollectionDouble"](find_one={"title": "a"})) == "a"
    lost = sys.modules["pymongo.errors"].AutoReconnect("no")
    assert title(namespace["CollectionDouble"](find_one=lost)) is None


def test_no_double_is_made_where_nothing_is_called(articles):
    text = "from pymongo.collection import Collection\ndef same(articles: Collection): return articles\n"
    subject = articles.subject("subject", text)
    assert not [one for one in subject["classes"] if one["name"] == "CollectionDouble"]


BUCKETS = """
import boto3
from botocore.exceptions import ClientError

def names(client, prefix):
    try:
        answer = client.list_objects_v2(Bucket="b", Prefix=prefix)
    except ClientError as error:
        return error.response["Error"]["Code"] == "NoSuchBucket"
    return [one["Key"] for one in answer.get("Contents", []) if one["Size"] > 0]

def text(key): return boto3.client("s3").get_object(Bucket="b", Key=key)["Body"].read()

def local(items): return items.index(1)
"""
BOTO = {
    "boto3/__init__.py": "def client(name): raise OSError(name)\n",
    "botocore/__init__.py": "",
    "botocore/client.py": "class BaseClient: pass\n",
    "botocore/exceptions.py": """
class ClientError(Exception):
    def __init__(self, error_response, operation):
        super().__init__(operation)
        self.response = error_response
""",
}


@pytest.fixture(name="buckets")
def _buckets(project):
    for name, text in BOTO.items():
        project.write(name, text + "import botocore.client\n" * (name == "boto3/__init__.py"))
    yield project.subject("subject", BUCKETS)
    project.clean()


def test_clients_answer_with_what_is_looked_up(buckets):
    types, callables = buckets["types"], buckets["callables"]
    [cls] = [one for one in buckets["classes"] if one["name"] == "ClientDouble"]
    answers = {one["name"]: one["type"] for one in callables[cls["constructors"][0]]["parameters"]}
    assert set(answers) == {"list_objects_v2", "get_object"}
    listed, *raised = (types[one] for one in types[answers["list_objects_v2"]]["arguments"])
    contents = types[listed["arguments"][0]]
    assert (listed["names"], contents["kind"]) == (["Contents"], "list")
    assert set(types[contents["arguments"][0]]["names"]) == {"Key", "Size"}
    assert [buckets["classes"][one["class"]]["name"] for one in raised] == ["ClientError"]
    got = types[types[answers["get_object"]]["arguments"][0]]
    assert buckets["classes"][types[got["arguments"][0]]["class"]]["name"] == "BytesIO"


def test_clients_are_passed_and_given(buckets):
    types, classes = buckets["types"], buckets["classes"]
    by_name = {one["name"]: one for one in buckets["callables"]}
    for described, parameter in (("names", 0), ("give:boto3.client", 0)):
        kind = types[by_name[described]["parameters"][parameter]["type"]]
        assert classes[kind["class"]]["name"] == "BaseClient"
    double = next(one for one in classes if one["name"] == "ClientDouble")
    assert [classes[base]["name"] for base in double["bases"]] == ["BaseClient"]
    assert types[by_name["local"]["parameters"][0]["type"]].get("class") is None


def test_a_connection_that_the_subject_opens_is_given_by_the_test(project):
    project.write("psycopg.py", "class Missing(Exception): pass\ndef connect(*words): pass\n")
    text = """
        import psycopg
        def opened():
            try:
                return psycopg.connect("people").cursor().fetchone()
            except psycopg.Missing:
                return None
        """
    subject = project.subject("subject", text)
    project.clean()
    [give] = [one for one in subject["callables"] if one["kind"] == "environment"]
    given = subject["types"][give["parameters"][0]["type"]]["arguments"]
    kinds = [subject["types"][one]["kind"] for one in given]
    assert (give["name"], kinds) == ("give:psycopg.connect", ["any", "class"])
