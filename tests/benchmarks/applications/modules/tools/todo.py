"""A list of things to do, in a JSON file."""

import json
import os
from enum import Enum
from pathlib import Path
from typing import Optional

import typer

app = typer.Typer()


class Priority(str, Enum):
    low = "low"
    high = "high"


def place() -> Path:
    return Path(os.environ.get("TODO_FILE", "todo.json"))


def load() -> list[dict]:
    path = place()
    if not path.exists():
        return []
    try:
        return json.loads(path.read_text())["items"]
    except (ValueError, KeyError):
        typer.echo("the file is broken", err=True)
        raise typer.Exit(3)


def save(items: list[dict]) -> None:
    place().write_text(json.dumps({"items": items}))


@app.command()
def add(text: str, priority: Priority = Priority.low, due: Optional[str] = None):
    if not text.strip():
        raise typer.BadParameter("nothing to do")
    items = load()
    if any(item["text"] == text for item in items):
        typer.echo("already there")
        raise typer.Exit(1)
    items.append({"text": text, "priority": priority.value, "due": due, "done": False})
    save(items)
    typer.echo(f"added {text}")


@app.command()
def done(number: int, force: bool = typer.Option(False, "--force")):
    items = load()
    if not 1 <= number <= len(items):
        typer.echo("no such item", err=True)
        raise typer.Exit(2)
    if items[number - 1]["done"] and not force:
        typer.echo("done before")
        return
    items[number - 1]["done"] = True
    save(items)


@app.command("list")
def show(all_items: bool = typer.Option(False, "--all")):
    for number, item in enumerate(load(), start=1):
        if item["done"] and not all_items:
            continue
        mark = "!" if item["priority"] == "high" else " "
        typer.echo(f"{number}{mark} {item['text']}")
