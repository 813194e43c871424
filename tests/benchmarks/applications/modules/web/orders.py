"""Orders in PostgreSQL, by FastAPI."""

from typing import Annotated, Protocol

import psycopg
from fastapi import BackgroundTasks, Depends, FastAPI, Form, HTTPException, Request
from fastapi.responses import JSONResponse

app = FastAPI(title="orders")


class SoldOut(Exception):
    def __init__(self, article: str):
        super().__init__(article)
        self.article = article


class Stock(Protocol):
    def left(self, article: str) -> int: ...

    def take(self, article: str, count: int) -> bool: ...


class SqlStock:
    def __init__(self, connection: psycopg.Connection):
        self.connection = connection

    def left(self, article: str) -> int:
        row = self.connection.execute(
            "select count from stock where article = %s", (article,)
        ).fetchone()
        return row[0] if row else 0

    def take(self, article: str, count: int) -> bool:
        done = self.connection.execute(
            "update stock set count = count - %s where article = %s and count >= %s",
            (count, article, count),
        )
        return done.rowcount == 1


def get_stock() -> Stock:
    return SqlStock(psycopg.connect("dbname=shop"))


def thank(log: list[str], name: str) -> None:
    log.append(f"thanked {name}")


@app.exception_handler(SoldOut)
async def sold_out(request: Request, error: SoldOut):
    return JSONResponse({"sold out": error.article}, status_code=409)


@app.get("/stock/{article}")
def left(article: str, stock: Annotated[Stock, Depends(get_stock)]):
    count = stock.left(article)
    if count == 0:
        raise SoldOut(article)
    return {"article": article, "few": count < 5}


@app.post("/orders", status_code=201)
def order(
    article: Annotated[str, Form()],
    tasks: BackgroundTasks,
    stock: Annotated[Stock, Depends(get_stock)],
    count: Annotated[int, Form()] = 1,
):
    if count < 1:
        raise HTTPException(422, "nothing ordered")
    if not stock.take(article, count):
        raise SoldOut(article)
    tasks.add_task(thank, [], article)
    return {"ordered": count}


@app.middleware("http")
async def name_the_server(request: Request, call_next):
    response = await call_next(request)
    if request.headers.get("X-Debug") == "1":
        response.headers["X-Server"] = "orders"
    return response
