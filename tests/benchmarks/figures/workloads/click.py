import click
from click.testing import CliRunner


@click.group()
def g():
    pass


@g.command()
@click.option("--n", type=click.IntRange(0, 5), default=1, help="count")
@click.argument("f")
def c(n, f):
    click.secho(f * n, fg="red")


r = CliRunner()
for a in (["--help"], ["c", "x", "--n", "2"], ["c", "x", "--n", "9"], ["z"], ["c"]):
    print(r.invoke(g, a).output)
