"""Stores: rows from the columns of mapped classes, and databases in memory."""

import sqlite3

import pytest
import support

support.native()

from skua_runtime.world import side_effects

STORE = """
from typing import Optional
from sqlalchemy import ForeignKey, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

class Base(DeclarativeBase): pass

class Customer(Base):
    __tablename__ = "customer"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    note: Mapped[Optional[str]]
    orders: Mapped[list["Order"]] = relationship(back_populates="customer")

class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    amount: Mapped[int]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id"))
    customer: Mapped[Customer] = relationship(back_populates="orders")

def best(session: Session):
    for customer in session.scalars(select(Customer)):
        return customer.name
"""


@pytest.mark.parametrize("name", [":memory:", "", b":memory:"])
def test_a_database_in_memory_reaches_nothing(name):
    watch = side_effects.SideEffects()
    watch.install()
    with watch.on_trial() as events:
        sqlite3.connect(name).close()
    assert events == []


def test_a_database_in_a_file_is_an_effect(tmp_path):
    watch = side_effects.SideEffects()
    watch.install()
    with watch.on_trial() as events:
        sqlite3.connect(tmp_path / "store.db").close()
    assert events == ["sqlite3.connect"]


def constructors(subject, name):
    [cls] = [one for one in subject["classes"] if one["name"] == name]
    return cls, [subject["callables"][index] for index in cls["constructors"]]


def test_rows_are_made_of_their_columns(project):
    pytest.importorskip("sqlalchemy", reason="sqlalchemy is not installed in this environment")
    subject = project.subject("subject", STORE)
    _, [customer] = constructors(subject, "Customer")
    taken = {one["name"]: one["has_default"] for one in customer["parameters"]}
    assert taken == {"name": False, "id": True, "note": True, "orders": True}
    _, [order] = constructors(subject, "Order")
    needed = [one["name"] for one in order["parameters"] if not one["has_default"]]
    assert needed == ["customer", "amount"]


def test_sessions_hold_rows_in_memory(project):
    pytest.importorskip("sqlalchemy", reason="sqlalchemy is not installed in this environment")
    subject = project.subject("subject", STORE)
    cls, [session] = constructors(subject, "StoreSession")
    assert "create_all" in cls["definition"] and not session["in_subject"]
    [rows] = session["parameters"]
    kinds = [subject["types"][one]["class"] for one in subject["types"][rows["type"]]["arguments"]]
    assert {subject["classes"][one]["name"] for one in kinds} >= {"Customer", "Order"}
    base, made = constructors(subject, "Session")
    assert made == [] and cls["bases"]


LEDGER = """
import sqlite3

SCHEMA = "create table account (name text primary key, balance integer not null)"

def richest(db: sqlite3.Connection):
    rows = db.execute("select name, balance from account order by balance desc").fetchall()
    return rows[0][0] if rows else None
"""


def test_a_database_has_the_tables_of_the_schema_and_rows(project):
    subject = project.subject("subject", LEDGER)
    [cls] = [one for one in subject["classes"] if one["name"] == "StoredRows"]
    [rows] = subject["callables"][cls["constructors"][0]]["parameters"]
    row = subject["types"][rows["type"]]
    assert (rows["kind"], row["kind"]) == ("var_positional", "tuple")
    table, _, balance = (subject["types"][index] for index in row["arguments"])
    assert [value["t"] for value in table["literals"]] == ["account"]
    assert "none" not in [subject["types"][one]["kind"] for one in balance["arguments"]]


def test_a_database_without_a_known_schema_is_made_as_ever(project):
    text = "import sqlite3\ndef f(db: sqlite3.Connection): return db.total_changes\n"
    classes = project.subject("subject", text)["classes"]
    assert not [one for one in classes if one["name"] == "StoredRows"]
