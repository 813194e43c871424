"""Feeds of releases, by aiohttp."""

import asyncio
from typing import Optional

import aiohttp

ADDRESS = "https://feeds.example"


class FeedError(Exception):
    pass


class Feeds:
    def __init__(self, session: aiohttp.ClientSession, retries: int = 2):
        self.session = session
        self.retries = retries

    async def latest(self, project: str) -> Optional[str]:
        async with self.session.get(f"{ADDRESS}/{project}", params={"limit": "5"}) as answer:
            if answer.status == 404:
                return None
            if answer.status >= 500:
                raise FeedError(f"server: {answer.status}")
            data = await answer.json()
        releases = [one for one in data.get("releases", []) if not one.get("yanked")]
        if not releases:
            return None
        return releases[-1]["version"]

    async def publish(self, project: str, version: str, token: str = "") -> bool:
        headers = {"Authorization": f"token {token}"} if token else {}
        for _ in range(self.retries):
            try:
                async with self.session.post(
                    f"{ADDRESS}/{project}", json={"version": version}, headers=headers
                ) as answer:
                    answer.raise_for_status()
                    return answer.headers.get("X-Queued") != "yes"
            except aiohttp.ClientResponseError as error:
                if error.status == 401:
                    raise PermissionError(project) from error
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.5)
        return False


async def download(project: str, seconds: float = 10) -> str:
    timeout = aiohttp.ClientTimeout(total=seconds)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        try:
            answer = await session.get(f"{ADDRESS}/{project}/readme")
        except asyncio.TimeoutError:
            return "too slow"
        text = await answer.text()
    if answer.content_type == "text/html":
        return "a page"
    return text.strip() or "empty"
