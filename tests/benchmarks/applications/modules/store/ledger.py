"""Accounts in SQLite."""

import sqlite3
from contextlib import closing
from typing import Optional

SCHEMA = """
create table if not exists account (name text primary key, balance integer not null default 0);
create table if not exists entry (id integer primary key, source text, target text, amount integer);
"""


class Overdrawn(Exception):
    pass


class Ledger:
    def __init__(self, path: str = ":memory:"):
        self.db = sqlite3.connect(path)
        self.db.row_factory = sqlite3.Row
        self.db.executescript(SCHEMA)

    def open(self, name: str, balance: int = 0) -> bool:
        if balance < 0:
            raise ValueError("balance")
        try:
            with self.db:
                self.db.execute("insert into account values (?, ?)", (name, balance))
        except sqlite3.IntegrityError:
            return False
        return True

    def balance(self, name: str) -> Optional[int]:
        row = self.db.execute("select balance from account where name = ?", (name,)).fetchone()
        return None if row is None else row["balance"]

    def transfer(self, source: str, target: str, amount: int) -> int:
        if amount <= 0:
            raise ValueError("amount")
        before = self.balance(source)
        if before is None or self.balance(target) is None:
            raise LookupError("no such account")
        if before < amount:
            raise Overdrawn(source)
        with self.db:
            self.db.execute("update account set balance = balance - ? where name = ?", (amount, source))
            self.db.execute("update account set balance = balance + ? where name = ?", (amount, target))
            done = self.db.execute(
                "insert into entry (source, target, amount) values (?, ?, ?)", (source, target, amount)
            )
        return done.lastrowid

    def statement(self, name: str) -> list[tuple[str, int]]:
        lines = []
        with closing(self.db.cursor()) as cursor:
            cursor.execute("select * from entry where source = ? or target = ? order by id", (name, name))
            for row in cursor:
                if row["source"] == name:
                    lines.append((row["target"], -row["amount"]))
                else:
                    lines.append((row["source"], row["amount"]))
        return lines


def richest(db: sqlite3.Connection) -> Optional[str]:
    rows = db.execute("select name, balance from account order by balance desc").fetchall()
    if not rows:
        return None
    if len(rows) > 1 and rows[0][1] == rows[1][1]:
        return "tie"
    return rows[0][0]
