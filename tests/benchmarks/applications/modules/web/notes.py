"""Notes, by Starlette."""

from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route

NOTES: dict[int, str] = {1: "buy milk", 2: "call home"}


async def listing(request):
    word = request.query_params.get("word", "")
    try:
        limit = int(request.query_params.get("limit", "10"))
    except ValueError:
        return JSONResponse({"error": "limit is a number"}, status_code=400)
    found = [text for text in NOTES.values() if word in text]
    return JSONResponse(found[:limit])


def one(request):
    key = request.path_params["key"]
    if key not in NOTES:
        raise HTTPException(404, "no such note")
    if request.headers.get("accept") == "text/plain":
        return PlainTextResponse(NOTES[key])
    return JSONResponse({"key": key, "text": NOTES[key]})


class Editing(HTTPEndpoint):
    async def post(self, request):
        data = await request.json()
        if not isinstance(data, dict) or not data.get("text"):
            return JSONResponse({"error": "text is missing"}, status_code=422)
        if data["text"] in NOTES.values():
            return JSONResponse({"error": "there already"}, status_code=409)
        return JSONResponse({"key": max(NOTES) + 1, "text": data["text"]}, status_code=201)

    async def delete(self, request):
        if request.cookies.get("user") != "admin":
            raise HTTPException(403)
        return JSONResponse({"left": 0})


app = Starlette(
    routes=[
        Route("/", listing),
        Route("/{key:int}", one),
        Mount("/edit", routes=[Route("/", Editing)]),
    ]
)
