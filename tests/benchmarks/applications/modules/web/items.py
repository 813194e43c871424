from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()
ITEMS: dict[int, dict] = {1: {"name": "first"}}


class Item(BaseModel):
    name: str
    price: float = 0


@app.get("/items/{item}")
def read(item: int, full: bool = False):
    if item not in ITEMS:
        raise HTTPException(404, "no such item")
    if full:
        return {"item": ITEMS[item]}
    return ITEMS[item]["name"]


@app.post("/items", status_code=201)
async def create(item: Item):
    if item.price < 0:
        raise HTTPException(422, "negative")
    return {"name": item.name}
