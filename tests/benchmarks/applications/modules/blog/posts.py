from flask import Blueprint, current_app, jsonify, request

bp = Blueprint("posts", __name__, url_prefix="/posts")
POSTS: dict[int, dict] = {1: {"title": "Hello", "tags": ["news"]}, 2: {"title": "Bye", "tags": []}}


def check(data):
    errors = {}
    if not data.get("title"):
        errors["title"] = "missing"
    elif len(data["title"]) > 50:
        errors["title"] = "too long"
    if not isinstance(data.get("tags", []), list):
        errors["tags"] = "not a list"
    return errors


@bp.get("/")
def index():
    tag = request.args.get("tag")
    limit = request.args.get("limit", default=10, type=int)
    found = [dict(post, id=key) for key, post in POSTS.items() if not tag or tag in post["tags"]]
    response = jsonify(found[:limit])
    response.headers["X-Total"] = len(found)
    return response


@bp.get("/<int:key>")
def show(key):
    post = POSTS.get(key)
    if post is None:
        return jsonify(error="no such post"), 404
    if request.headers.get("Accept") == "text/plain":
        return post["title"], 200, {"Content-Type": "text/plain"}
    return jsonify(post)


@bp.post("/")
def add():
    if current_app.config.get("READ_ONLY"):
        return jsonify(error="read only"), 503
    if not request.is_json:
        return jsonify(error="send JSON"), 415
    data = request.get_json()
    errors = check(data)
    if errors:
        return jsonify(errors=errors), 422
    key = max(POSTS) + 1
    POSTS[key] = {"title": data["title"], "tags": data.get("tags", [])}
    return jsonify(id=key), 201


@bp.errorhandler(400)
def bad_request(error):
    return jsonify(error="bad request"), 400
