"""Articles in MongoDB, by pymongo."""

from typing import Any, Optional

from pymongo.collection import Collection
from pymongo.errors import DuplicateKeyError, PyMongoError


def publish(articles: Collection, slug: str, title: str) -> str:
    if not slug:
        raise ValueError("slug")
    try:
        articles.insert_one({"_id": slug, "title": title, "views": 0})
    except DuplicateKeyError:
        return "there already"
    except PyMongoError:
        return "try again"
    return "published"


def title_of(articles: Collection, slug: str) -> Optional[str]:
    found: Optional[dict[str, Any]] = articles.find_one({"_id": slug})
    if found is None:
        return None
    if found.get("draft"):
        return "(draft)"
    return found["title"]


def popular(articles: Collection, least: int = 100) -> list[str]:
    titles = []
    for one in articles.find({"views": {"$gte": least}}):
        if "title" in one:
            titles.append(one["title"])
    return titles or ["nothing"]


def visit(articles: Collection, slug: str) -> bool:
    result = articles.update_one({"_id": slug}, {"$inc": {"views": 1}})
    return result.matched_count > 0


def tidy(articles: Collection) -> int:
    if articles.count_documents({"views": 0}) == 0:
        return 0
    return articles.delete_many({"views": 0}).deleted_count
