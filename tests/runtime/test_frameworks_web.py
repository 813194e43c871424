"""Web handlers are run by their framework's own test client."""

import pytest

pytest.importorskip("flask", reason="flask is not installed in this environment")

FLASK = """
from flask import Flask, abort, jsonify, request

app = Flask(__name__)
ITEMS = {}

@app.get("/items/<int:item>")
def get_item(item):
    if item not in ITEMS: abort(404)
    return jsonify(ITEMS[item])

@app.post("/items")
def add_item():
    data = request.get_json()
    if "name" not in data: abort(400)
    return jsonify(name=data["name"], price=data.get("price", 0)), 201

@app.get("/search")
def search():
    if request.args.get("order") == "price": return "by price"
    return "by name"

def helper(x): return 1 if x else 2
"""


def by_name(subject):
    return {one["name"]: one for one in subject["callables"] if one["kind"] == "method"}


def texts(subject, index):
    described = subject["types"][index]
    found = [value.get("t") for value in described.get("literals", [])]
    return found + [one for each in described.get("arguments", []) for one in texts(subject, each)]


def test_routes_are_called_through_the_test_client(project):
    subject = project.subject("subject", FLASK)
    gets = [one for one in subject["callables"] if one["name"] == "get"]
    paths = [texts(subject, one["parameters"][0]["type"]) for one in gets]
    assert paths == [["/items/1", "/items/2", "/items/0", "/items/7"], ["/search"]]
    entered = [subject["code_objects"][one["code_object"]]["qualified_name"] for one in gets]
    assert entered == ["get_item", "search"]
    client = subject["classes"][gets[0]["class"]]
    [maker] = [subject["callables"][index] for index in client["constructors"]]
    assert (maker["module"], maker["qualified_name"]) == ("subject", "app.test_client")


def test_bodies_and_queries_have_the_keys_that_handlers_read(project):
    subject = project.subject("subject", FLASK)
    [post] = [one for one in subject["callables"] if one["name"] == "post"]
    path, body = post["parameters"]
    assert texts(subject, path["type"]) == ["/items"]
    described = subject["types"][body["type"]]
    assert (body["name"], described["kind"]) == ("json", "typed_dict")
    assert set(described["names"]) == {"name", "price"}
    search = [one for one in subject["callables"] if one["name"] == "get"][1]
    query = subject["types"][search["parameters"][1]["type"]]
    assert query["names"] == ["order"] and "price" in texts(subject, query["arguments"][0])


def test_handlers_are_not_called_outside_of_a_request(project):
    subject = project.subject("subject", FLASK)
    names = {one["qualified_name"] for one in subject["callables"] if one["in_subject"]}
    assert "helper" in names and not {"get_item", "add_item", "search"} & names


def test_answers_are_seen_by_status_and_json_or_text(project):
    from skua_runtime.frameworks import known
    from skua_runtime.world.values import to_value

    import sys

    project.subject("subject", FLASK)
    known.show_results()
    client = sys.modules["subject"].app.test_client()

    def seen(response):
        return {name: value.get("v", value.get("t")) for name, value in to_value(response)["f"]}

    added = seen(client.post("/items", json={"name": "a"}))
    assert added["status_code"] == 201 and "json" in added and "text" not in added
    assert seen(client.get("/search"))["text"] == "by name"
    assert "text" not in seen(client.get("/items/9"))


FASTAPI = """
from typing import Optional
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()
ITEMS = {}

class Item(BaseModel):
    name: str
    price: float = 0

@app.get("/items/{item}")
def read(item: int, full: bool = False):
    if item not in ITEMS: raise HTTPException(404, "no such item")
    return ITEMS[item]

@app.post("/items", status_code=201)
async def create(item: Item):
    if item.price < 0: raise HTTPException(422, "negative")
    return {"name": item.name}
"""


def test_fastapi_handlers_are_called_through_its_client(project):
    pytest.importorskip("fastapi", reason="fastapi is not installed in this environment")
    pytest.importorskip("httpx", reason="httpx, which the client needs, is not installed")
    subject = project.subject("subject", FASTAPI)
    [get] = [one for one in subject["callables"] if one["name"] == "get"]
    assert texts(subject, get["parameters"][0]["type"])[:2] == ["/items/1", "/items/2"]
    assert subject["types"][get["parameters"][1]["type"]]["names"] == ["full"]
    [post] = [one for one in subject["callables"] if one["name"] == "post"]
    assert subject["types"][post["parameters"][1]["type"]]["names"] == ["name", "price"]
    client = subject["classes"][get["class"]]
    [maker] = [subject["callables"][index] for index in client["constructors"]]
    assert (maker["kind"], maker["qualified_name"]) == ("constructor", "TestClient")
    app = subject["types"][subject["types"][maker["parameters"][0]["type"]]["arguments"][0]]
    assert subject["classes"][app["class"]]["qualified_name"] == "app"
