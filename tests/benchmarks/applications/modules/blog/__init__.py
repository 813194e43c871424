import os

from flask import Flask


def create_app(test_config=None):
    """An application as in Flask's tutorial."""
    app = Flask(__name__)
    app.config.from_mapping(SECRET_KEY="dev", DATABASE=":memory:")
    if test_config is not None:
        app.config.update(test_config)
    if os.environ.get("BLOG_READ_ONLY") == "1":
        app.config["READ_ONLY"] = True

    from blog import accounts, posts

    app.register_blueprint(accounts.bp)
    app.register_blueprint(posts.bp)

    @app.get("/health")
    def health():
        return {"status": "read only" if app.config.get("READ_ONLY") else "ok"}

    return app
