"""People in PostgreSQL, by psycopg."""

from dataclasses import dataclass
from typing import Optional

import psycopg
from psycopg import errors


@dataclass
class Person:
    key: int
    name: str
    email: Optional[str] = None


class People:
    def __init__(self, connection: psycopg.Connection):
        self.connection = connection

    def find(self, key: int) -> Optional[Person]:
        with self.connection.cursor() as cursor:
            cursor.execute("select id, name, email from person where id = %s", (key,))
            row = cursor.fetchone()
        if row is None:
            return None
        return Person(*row)

    def add(self, name: str, email: Optional[str] = None) -> Optional[int]:
        if email is not None and "@" not in email:
            raise ValueError("email")
        try:
            with self.connection.cursor() as cursor:
                cursor.execute(
                    "insert into person (name, email) values (%s, %s) returning id", (name, email)
                )
                [key] = cursor.fetchone()
        except errors.UniqueViolation:
            self.connection.rollback()
            return None
        self.connection.commit()
        return key

    def without_email(self) -> list[str]:
        with self.connection.cursor() as cursor:
            cursor.execute("select name, email from person order by name")
            return [name for name, email in cursor.fetchall() if not email]

    def rename(self, key: int, name: str) -> bool:
        with self.connection.cursor() as cursor:
            cursor.execute("update person set name = %s where id = %s", (name, key))
            if cursor.rowcount == 0:
                return False
            if cursor.rowcount > 1:
                self.connection.rollback()
                raise RuntimeError("more than one")
        self.connection.commit()
        return True


def connected(address: str) -> Optional[People]:
    try:
        return People(psycopg.connect(address, connect_timeout=3))
    except psycopg.OperationalError:
        return None
