"""A database that functions are handed, with the tables of a schema."""

import sqlite3

SCHEMA = "create table account (name text primary key, balance integer not null);"


def richest(database: sqlite3.Connection):
    query = "select name, balance from account order by balance desc"
    rows = database.execute(query).fetchall()
    if not rows:
        return None
    if len(rows) > 1 and rows[0][1] == rows[1][1]:
        return "a tie"
    return rows[0][0]
