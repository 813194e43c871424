"""Notices to customers by collaborators."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Optional, Protocol


class Mailer(Protocol):
    def send(self, to: str, subject: str, body: str) -> bool: ...


class Directory(ABC):
    @abstractmethod
    def email_of(self, name: str) -> Optional[str]: ...

    @abstractmethod
    def wants(self, name: str, topic: str) -> bool: ...


class Undeliverable(Exception):
    pass


@dataclass
class Notices:
    mailer: Mailer
    directory: Directory
    outbox: list[str] = field(default_factory=list)

    def notify(self, name: str, topic: str, text: str) -> str:
        if not self.directory.wants(name, topic):
            return "unwanted"
        email = self.directory.email_of(name)
        if email is None:
            raise Undeliverable(name)
        try:
            sent = self.mailer.send(email, topic.title(), text)
        except ConnectionError:
            self.outbox.append(name)
            return "kept"
        if not sent:
            raise Undeliverable(email)
        return "sent"

    def flush(self, text: str) -> int:
        count = 0
        for name in list(self.outbox):
            if self.notify(name, "again", text) == "sent":
                self.outbox.remove(name)
                count += 1
        return count
