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


FACTORY = """
import os
from flask import Flask, request, session

def create_app(test_config=None):
    app = Flask(__name__)
    app.config.from_mapping(SECRET_KEY="dev")
    if test_config is not None: app.config.update(test_config)
    MADE.append(app)

    @app.get("/health")
    def health(): return "read only" if app.config.get("READ_ONLY") else "ok"

    @app.before_request
    def around(): pass

    return app

MADE = []
"""


def methods(subject, name):
    return [one for one in subject["callables"] if one["name"] == name]


def test_clients_come_from_what_factories_make(project):
    subject = project.subject("subject", FACTORY)
    [factory] = methods(subject, "create_app")
    assert subject["classes"][subject["types"][factory["result"]]["class"]]["name"] == "Flask"
    config = subject["types"][factory["parameters"][0]["type"]]["arguments"]
    assert ["READ_ONLY"] in [subject["types"][one].get("names") for one in config]
    [client] = methods(subject, "test_client")
    assert not client["in_subject"]
    [get] = methods(subject, "get")
    assert texts(subject, get["parameters"][0]["type"]) == ["/health"]
    entered = subject["code_objects"][get["code_object"]]["qualified_name"]
    assert entered == "create_app.<locals>.health"
    assert not subject["classes"][get["class"]]["constructors"]


def test_what_factories_change_is_gone_when_tests_begin(project):
    import sys

    project.subject("subject", FACTORY)
    assert sys.modules["subject"].MADE == []


BLUEPRINT = """
from flask import Blueprint, g, redirect, request, session

bp = Blueprint("notes", __name__, url_prefix="/notes")
NAMES = {"ada": 1}

@bp.before_app_request
def load(): g.user = session.get("user")

@bp.post("/<name>")
def rename(name):
    if session["user"] != name: return "", 403
    if request.form.get("new") == request.cookies.get("old"): return redirect("/")
    return request.headers.get("X-Kind", "")
"""


def test_blueprints_are_registered_with_an_application_of_their_own(project):
    subject = project.subject("subject", BLUEPRINT)
    [post] = methods(subject, "post")
    path, data, headers = post["parameters"]
    assert "/notes/ada" in texts(subject, path["type"])
    assert (data["name"], subject["types"][data["type"]]["names"]) == ("data", ["new"])
    assert subject["types"][headers["type"]]["names"] == ["X-Kind", "Cookie"]
    client = next(one for one in subject["classes"] if one["name"] == "BlueprintClient")
    assert "app.register_blueprint(bp)" in client["definition"]
    assert not {"load", "rename"} & {one["name"] for one in subject["callables"]}


def test_blueprints_are_run_by_the_application_of_their_package(project):
    project.write(
        "notes/__init__.py",
        """
        from flask import Flask
        def create_app():
            from notes import views
            app = Flask(__name__)
            app.secret_key = "dev"
            app.register_blueprint(views.bp, url_prefix="/v1")
            return app
        """,
    )
    subject = project.subject("notes.views", BLUEPRINT)
    [post] = methods(subject, "post")
    assert "/v1/ada" in texts(subject, post["parameters"][0]["type"])
    client = next(one for one in subject["classes"] if one["name"] == "SessionClient")
    assert "app = create_app()" in client["definition"]
    assert "notes:create_app" in client["definition_imports"]
    [constructor] = [subject["callables"][index] for index in client["constructors"]]
    assert [one["name"] for one in constructor["parameters"]] == ["user"]


def test_a_factory_that_fails_costs_itself_alone(project):
    subject = project.subject(
        "subject",
        """
        import os
        from flask import Flask
        def create_app(): os._exit(3)
        def helper(x): return 1 if x else 2
        """,
    )
    assert {"create_app", "helper"} <= {one["name"] for one in subject["callables"]}
    assert not methods(subject, "test_client")


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
    body = subject["types"][subject["types"][post["parameters"][1]["type"]]["arguments"][0]]
    assert (body["names"], body["required_names"]) == (["name", "price"], 1)
    client = subject["classes"][get["class"]]
    [maker] = [subject["callables"][index] for index in client["constructors"]]
    assert (maker["kind"], maker["qualified_name"]) == ("constructor", "TestClient")
    app = subject["types"][subject["types"][maker["parameters"][0]["type"]]["arguments"][0]]
    assert subject["classes"][app["class"]]["qualified_name"] == "app"


ROUTER = """
from typing import Annotated, Optional
from fastapi import APIRouter, Cookie, Depends, Form, Header, HTTPException, Query
from pydantic import BaseModel, Field

router = APIRouter(prefix="/accounts")
TOKENS = {"secret": "ada"}

class New(BaseModel):
    age: int = Field(ge=18)

class Page:
    def __init__(self, limit: Annotated[int, Query(ge=1, le=50)] = 10): self.limit = limit

def user(authorization: Annotated[Optional[str], Header()] = None) -> str:
    if authorization is None: raise HTTPException(401)
    return TOKENS[authorization.partition(" ")[2]]

@router.get("/")
def listing(page: Annotated[Page, Depends()], theme: Annotated[str, Cookie()] = "light"):
    return {"limit": page.limit, "dark": theme == "dark"}

@router.post("/")
def create(new: New, by: str = Depends(user), x_request_id: str = Header("")):
    return {"by": by}

@router.put("/{name}")
def rename(name: str, new: Annotated[str, Form()]): return {name: new}
"""


def numbers(subject, index):
    described = subject["types"][index]
    found = [value.get("v") for value in described.get("literals", [])]
    return found + [one for each in described.get("arguments", []) for one in numbers(subject, each)]


def test_fastapi_says_what_handlers_and_their_dependencies_take(project):
    pytest.importorskip("fastapi", reason="fastapi is not installed in this environment")
    pytest.importorskip("httpx", reason="httpx, which the client needs, is not installed")
    pytest.importorskip("python_multipart", reason="python-multipart is not installed")
    subject = project.subject("subject", ROUTER)
    [get] = methods(subject, "get")
    url, params, headers = get["parameters"]
    assert texts(subject, url["type"]) == ["/accounts/"]
    assert subject["types"][params["type"]]["names"] == ["limit"]
    assert {1, 50, 0, 51} <= set(numbers(subject, params["type"]))
    assert "theme=dark" in texts(subject, headers["type"])
    [post] = methods(subject, "post")
    _, json, headers = post["parameters"]
    assert (json["name"], numbers(subject, json["type"])) == ("json", [18])
    assert set(subject["types"][headers["type"]]["names"]) == {"authorization", "x-request-id"}
    assert "Bearer secret" in texts(subject, headers["type"])
    [put] = methods(subject, "put")
    assert [one["name"] for one in put["parameters"]] == ["url", "data"]


def test_routers_are_included_in_an_application_of_their_own(project):
    pytest.importorskip("fastapi", reason="fastapi is not installed in this environment")
    pytest.importorskip("python_multipart", reason="python-multipart is not installed")
    subject = project.subject("subject", ROUTER)
    client = next(one for one in subject["classes"] if one["name"] == "RouterClient")
    assert "app.include_router(router)" in client["definition"]
    assert "subject:router" in client["definition_imports"]


def test_fastapi_factories_are_called_for_their_routes(project):
    pytest.importorskip("fastapi", reason="fastapi is not installed in this environment")
    subject = project.subject(
        "subject",
        """
        from fastapi import FastAPI
        def create_app():
            app = FastAPI()
            @app.get("/health")
            def health(deep: bool = False): return {"ok": deep}
            return app
        """,
    )
    [get] = methods(subject, "get")
    assert texts(subject, get["parameters"][0]["type"]) == ["/health"]
    assert subject["types"][get["parameters"][1]["type"]]["names"] == ["deep"]
    assert any(one["name"] == "AppClient" for one in subject["classes"])


def test_what_clients_of_fastapi_import_late_is_there_for_observers(project):
    pytest.importorskip("fastapi", reason="fastapi is not installed in this environment")
    import sys

    from skua_runtime.world import apart, circumstances

    project.subject("subject", FASTAPI)

    def status_in_another_python():
        circumstances.be_another_python(2)
        client = sys.modules["starlette.testclient"].TestClient(sys.modules["subject"].app)
        return client.get("/items/1").status_code

    assert apart.result_of(status_in_another_python) == 404
