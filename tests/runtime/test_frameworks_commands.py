"""Command lines: click's and typer's commands are run by their own test runners."""

import pytest

try:
    import click
except ImportError:
    click = None
needs_click = pytest.mark.skipif(click is None, reason="click is not installed here")

CLICK = """
import click

@click.group()
@click.option("--verbose", is_flag=True)
def cli(verbose): pass

@cli.command()
@click.argument("name")
@click.option("-n", "--count", type=click.IntRange(1, 9), default=1)
@click.option("--format", "shape", type=click.Choice(["json", "plain"]))
def greet(name, count, shape):
    if name == "boss": click.echo("sir")
    if count > 3: raise click.ClickException("too many")

@click.command()
@click.argument("path", type=click.Path(exists=True))
@click.option("--token", prompt=True)
def show(path, token):
    click.echo(token if path else "")

def helper(x): return 1 if x else 2
"""


def invocations(subject):
    return [one for one in subject["callables"] if one["name"] == "invoke"]


def named(subject, described):
    inner = subject["types"][subject["types"][described["parameters"][0]["type"]]["arguments"][0]]
    return subject["classes"][inner["class"]]


def words(subject, index):
    described = subject["types"][index]
    found = [value["t"] for value in described.get("literals", [])]
    return found + [one for each in described.get("arguments", []) for one in words(subject, each)]


def kinds(subject, index):
    described = subject["types"][index]
    inner = [one for each in described.get("arguments", []) for one in kinds(subject, each)]
    return [described["kind"], *inner]


@needs_click
def test_each_command_has_an_invocation_that_enters_its_function(project):
    subject = project.subject("subject", CLICK)
    greet, show = invocations(subject)
    assert [named(subject, one)["qualified_name"] for one in (greet, show)] == ["cli", "show"]
    entered = [subject["code_objects"][one["code_object"]]["qualified_name"] for one in (greet, show)]
    assert entered == ["greet", "show"]
    assert all(one["in_subject"] for one in (greet, show))


@needs_click
def test_words_are_made_of_what_the_parameters_say(project):
    subject = project.subject("subject", CLICK)
    greet, show = invocations(subject)
    found = words(subject, greet["parameters"][1]["type"])
    assert {"greet", "--verbose", "boss", "--format=json", "--format=plain"} <= set(found)
    assert {"--count=1", "--count=9", "--count=0", "--count=10"} <= set(found)
    assert "path_text" in kinds(subject, show["parameters"][1]["type"])
    assert [one["name"] for one in show["parameters"]] == [
        "cli",
        "args",
        "input",
        "catch_exceptions",
    ]


@needs_click
def test_functions_beside_the_commands_are_called_as_ever(project):
    subject = project.subject("subject", CLICK)
    names = {one["qualified_name"] for one in subject["callables"] if one["in_subject"]}
    assert "helper" in names and not {"greet", "show", "cli"} & names


@needs_click
def test_an_invocation_is_seen_by_exit_code_and_output(project):
    from click.testing import CliRunner
    from skua_runtime.frameworks import known
    from skua_runtime.world.values import to_value

    project.subject("subject", CLICK)
    known.show_results()
    command = click.Command("hello", callback=lambda: click.echo("hi"))
    seen = dict(to_value(CliRunner().invoke(command, []))["f"])
    assert seen["exit_code"] == {"k": "int", "v": 0}
    assert seen["output"] == {"k": "str", "t": "hi\n"}


def test_typer_applications_have_invocations(project):
    pytest.importorskip("typer", reason="typer is not installed in this environment")
    subject = project.subject(
        "subject",
        """
        import typer
        app = typer.Typer()

        @app.command()
        def add(amount: int, note: str = "none"):
            if amount > 3: raise typer.Exit(2)

        @app.command()
        def drop(force: bool = False): typer.echo("gone" if force else "kept")
        """,
    )
    add, drop = invocations(subject)
    assert named(subject, add)["qualified_name"] == "app"
    assert {"add", "--note=text"} <= set(words(subject, add["parameters"][1]["type"]))
    assert {"drop", "--force", "--no-force"} <= set(words(subject, drop["parameters"][1]["type"]))


def test_nothing_is_offered_where_the_subject_imports_no_framework(project):
    subject = project.subject("subject", "def f(x): return 1 if x else 2\n")
    assert not invocations(subject)


ARGPARSE = """
import argparse
def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", "--mode", choices=["fast", "slow"])
    parser.add_argument("--level", type=int)
    parser.add_argument("--dry-run", action="store_true")
    sub = parser.add_subparsers(dest="command")
    sub.add_parser("drop")
    args = parser.parse_args(argv)
    return 1 if args.dry_run else 2
def run():
    return main()
"""


def test_arguments_for_argparse_carry_their_values(project):
    subject = project.subject("subject", ARGPARSE)
    expected = {"drop", "--mode=fast", "--mode=slow", "--level=7", "--dry-run"}
    by_name = {one["name"]: one for one in subject["callables"]}
    for name in ("argv", "main"):
        assert expected <= set(words(subject, by_name[name]["parameters"][0]["type"]))
    both = subject["types"][by_name["main"]["parameters"][0]["type"]]
    assert {subject["types"][one]["kind"] for one in both["arguments"]} == {"list"}


SUBCOMMANDS = """
import argparse

def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["fast", "slow"])
    sub = parser.add_subparsers(dest="command")
    add = sub.add_parser("add")
    add.add_argument("amount", type=int)
    add.add_argument("--note")
    add.add_argument("--output")
    sub.add_parser("list")
    return parser.parse_args(argv)
"""


def lines(subject, index):
    """Of each command line what may stand in its first places, and the options behind these."""
    described = subject["types"][index]
    if described["kind"] == "union":
        return [line for one in described["arguments"] for line in lines(subject, one)]
    assert described["kind"] == "list"
    others, *first = described["arguments"]
    return [([words(subject, one) for one in first], words(subject, others))]


def test_what_has_to_be_there_comes_first_in_a_command_line(project):
    subject = project.subject("subject", SUBCOMMANDS)
    [argv] = subject["callables"][0]["parameters"]
    plain, with_file, *_ = lines(subject, argv["type"])
    assert plain[0][0] == ["add"] and plain[0][1][:2] == ["1", "0"]
    assert "--note=text" in plain[1] and "--mode=fast" not in plain[1]
    assert with_file[0][2] == ["--output"] and len(with_file[0]) == 4
    first_words = [line[0][0] for line in lines(subject, argv["type"])]
    assert ["list"] in first_words and ["--mode=fast", "--mode=slow"] in first_words


def test_arguments_of_the_program_are_such_lines_too(project):
    subject = project.subject("subject", SUBCOMMANDS)
    [argv] = [one for one in subject["callables"] if one["name"] == "argv"]
    [words_of_line] = argv["parameters"]
    assert words_of_line["kind"] == "var_positional"
    assert lines(subject, words_of_line["type"])[0][0][0] == ["add"]


@needs_click
def test_options_of_a_group_stand_before_the_command(project):
    subject = project.subject("subject", CLICK)
    greet, _ = invocations(subject)
    plain, behind_options = lines(subject, greet["parameters"][1]["type"])
    assert plain[0][0] == ["greet"] and "boss" in plain[0][1] and "--format=json" in plain[1]
    assert behind_options[0][:2] == [["--verbose"], ["greet"]]
