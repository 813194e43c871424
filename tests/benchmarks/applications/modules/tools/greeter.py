import json
from pathlib import Path

import click


@click.group()
@click.option("--verbose", is_flag=True)
def cli(verbose):
    if verbose:
        click.echo("verbose", err=True)


@cli.command()
@click.argument("name")
@click.option("-n", "--count", type=click.IntRange(1, 9), default=1)
@click.option("--shape", type=click.Choice(["json", "plain"]), default="plain")
def greet(name, count, shape):
    if name == "boss":
        raise click.ClickException("not the boss")
    for _ in range(count):
        if shape == "json":
            click.echo(json.dumps({"hello": name}))
        else:
            click.echo(f"hello {name}")


@cli.command()
@click.argument("source", type=click.Path(exists=True))
@click.option("--limit", type=int)
def total(source, limit):
    lines = Path(source).read_text().splitlines()
    if not lines:
        click.echo("empty", err=True)
        raise SystemExit(3)
    if limit is not None and len(lines) > limit:
        click.echo("too many")
        return
    click.echo(str(len(lines)))
