import functools

from flask import Blueprint, abort, g, redirect, request, session, url_for

bp = Blueprint("accounts", __name__, url_prefix="/accounts")
USERS = {"ada": {"password": "lovelace", "admin": True}, "bob": {"password": "b", "admin": False}}


@bp.before_app_request
def load_user():
    g.user = USERS.get(session.get("user"))


def login_required(view):
    @functools.wraps(view)
    def wrapped(**arguments):
        if g.user is None:
            return redirect(url_for("accounts.login"))
        return view(**arguments)

    return wrapped


@bp.route("/login", methods=("GET", "POST"))
def login():
    if request.method == "POST":
        name = request.form.get("name", "")
        password = request.form.get("password", "")
        user = USERS.get(name)
        if user is None:
            return "no such user", 401
        if user["password"] != password:
            return "wrong password", 401
        session.clear()
        session["user"] = name
        return redirect("/")
    return "<form method=post></form>"


@bp.get("/logout")
def logout():
    session.clear()
    return redirect(url_for("accounts.login"))


@bp.get("/me")
@login_required
def me():
    return {"name": session["user"], "admin": g.user["admin"]}


@bp.delete("/<name>")
@login_required
def remove(name):
    if not g.user["admin"]:
        abort(403)
    if name not in USERS:
        abort(404)
    if name == session["user"]:
        return {"error": "that is you"}, 409
    return {"removed": name}
