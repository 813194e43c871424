"""A client with retries and pages."""

import time

import requests


class CatalogueError(Exception):
    pass


class NotFound(CatalogueError):
    pass


class Catalogue:
    def __init__(self, base: str = "https://catalogue.example", retries: int = 3):
        self.base = base
        self.retries = retries
        self.session = requests.Session()

    def _get(self, path: str, **params):
        pause = 0.5
        for attempt in range(self.retries):
            try:
                answer = self.session.get(self.base + path, params=params, timeout=5)
            except requests.ConnectionError:
                if attempt == self.retries - 1:
                    raise CatalogueError("unreachable")
                time.sleep(pause)
                pause *= 2
                continue
            if answer.status_code == 429:
                time.sleep(float(answer.headers.get("Retry-After", pause)))
                continue
            if answer.status_code >= 500:
                time.sleep(pause)
                pause *= 2
                continue
            return answer
        raise CatalogueError("gave up")

    def book(self, isbn: str) -> dict:
        answer = self._get(f"/books/{isbn}")
        if answer.status_code == 404:
            raise NotFound(isbn)
        answer.raise_for_status()
        data = answer.json()
        return {"title": data["title"], "pages": data.get("pages", 0)}

    def titles(self) -> list[str]:
        found, page = [], 1
        while page:
            answer = self._get("/books", page=page)
            data = answer.json()
            found += [item["title"] for item in data["items"]]
            page = data.get("next")
            if answer.headers.get("X-Partial") == "yes":
                break
            if len(found) > 100:
                break
        return found

    def order(self, isbn: str, count: int = 1) -> str:
        if count < 1:
            raise ValueError("count")
        try:
            answer = self.session.post(f"{self.base}/orders", json={"isbn": isbn, "count": count})
            answer.raise_for_status()
        except requests.Timeout:
            return "pending"
        except requests.HTTPError as error:
            if error.response.status_code == 409:
                return "sold out"
            raise CatalogueError("refused") from error
        return answer.json()["id"]
