"""Sums up a CSV file of sales."""

import csv
import json
import logging
from collections import defaultdict

import click

log = logging.getLogger(__name__)


def read(path):
    with open(path, newline="") as stream:
        for number, row in enumerate(csv.DictReader(stream), start=2):
            try:
                yield row["region"], float(row["amount"])
            except KeyError as error:
                raise click.ClickException(f"column {error} is missing")
            except ValueError:
                log.warning("line %d is no number", number)


@click.command()
@click.argument("path", type=click.Path(exists=True, dir_okay=False))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--least", type=float, default=0.0, envvar="SALES_LEAST")
@click.option("--top", type=click.IntRange(1), help="only so many")
@click.option("-v", "--verbose", count=True)
def sales(path, form, least, top, verbose):
    if verbose > 1:
        click.echo(f"reading {click.format_filename('input')}", err=True)
    totals = defaultdict(float)
    for region, amount in read(path):
        if amount < least:
            continue
        totals[region] += amount
    if not totals:
        click.echo("no sales", err=True)
        raise SystemExit(1)
    rows = sorted(totals.items(), key=lambda pair: -pair[1])
    if top:
        rows = rows[:top]
    if form == "json":
        click.echo(json.dumps(dict(rows)))
    else:
        for region, total in rows:
            click.echo(f"{region:<10}{total:10.2f}")
