from typing import Annotated, Optional

from fastapi import APIRouter, Cookie, Depends, Header, HTTPException, Query, Response, status
from pydantic import BaseModel, Field

router = APIRouter(prefix="/accounts", tags=["accounts"])
TOKENS = {"secret-ada": "ada", "secret-bob": "bob"}


class NewAccount(BaseModel):
    name: str = Field(min_length=2, max_length=20)
    age: int = Field(ge=18)
    country: str = "DE"


class Page:
    def __init__(self, limit: Annotated[int, Query(ge=1, le=50)] = 10, offset: int = 0):
        self.limit, self.offset = limit, offset


class Accounts:
    def __init__(self):
        self.names = ["ada", "bob", "cleo"]

    def page(self, limit: int, offset: int) -> list[str]:
        return self.names[offset : offset + limit]


def accounts() -> Accounts:
    return Accounts()


def current_user(authorization: Annotated[Optional[str], Header()] = None) -> str:
    if authorization is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "no token")
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or token not in TOKENS:
        raise HTTPException(status.HTTP_403_FORBIDDEN, "bad token")
    return TOKENS[token]


@router.get("/")
def listing(page: Annotated[Page, Depends()], store: Annotated[Accounts, Depends(accounts)]):
    found = store.page(page.limit, page.offset)
    if not found:
        raise HTTPException(404, "nothing there")
    return {"accounts": found}


@router.get("/me")
def me(user: Annotated[str, Depends(current_user)], theme: Annotated[str, Cookie()] = "light"):
    if theme == "dark":
        return {"name": user, "colour": "black"}
    return {"name": user, "colour": "white"}


@router.post("/", status_code=201)
def create(
    account: NewAccount,
    response: Response,
    user: str = Depends(current_user),
    x_request_id: Annotated[Optional[str], Header()] = None,
):
    if account.country not in ("DE", "AT", "CH"):
        raise HTTPException(422, "not served")
    if account.name == user:
        raise HTTPException(409, "taken")
    if x_request_id:
        response.headers["X-Request-Id"] = x_request_id
    return {"name": account.name, "by": user}


@router.delete("/{name}")
def remove(name: str, user: str = Depends(current_user)):
    if user != "ada":
        raise HTTPException(403, "not yours")
    return Response(status_code=204)
