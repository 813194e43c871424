"""Prints the manual page skua(1), made from `skua --help` and the help of each command.

    manual.py BINARY > skua.1
"""

from __future__ import annotations

import io
import re
import subprocess
import sys


def said_by(binary: str, *arguments: str) -> str:
    """The output of the binary."""
    done = subprocess.run([binary, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def escaped(text: str) -> str:
    """The text for roff: a dot at the beginning of a line is not a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def verbatim(text: str) -> str:
    """A block whose lines and columns stay unchanged."""
    return f".nf\n{escaped(text.strip(chr(10)))}\n.fi\n"


def sections(help_text: str) -> list[tuple[str, str]]:
    """The sections of a help text with their headings; the first heading is ""."""
    parts = re.split(r"^([A-Z][A-Za-z ]+)\n(?=  )", help_text, flags=re.MULTILINE)
    return [("", parts[0]), *zip(parts[1::2], parts[2::2])]


def commands(help_text: str) -> list[str]:
    """The names of all commands: ["run", "config show", …]."""
    listed = dict(sections(help_text))["Commands"]
    names = re.findall(r"^  ((?:[a-z]+ ?)+?)(?= [\[A-Z]|  )", listed, flags=re.MULTILINE)
    return [name.strip() for name in names]


def page(binary: str) -> str:
    """The whole manual page."""
    version = said_by(binary, "--version").split()[1]
    main = said_by(binary, "--help")
    introduction, _, usage = sections(main)[0][1].partition("Usage: ")
    text = f'.TH SKUA 1 "" "skua {version}" "User Commands"\n'
    text += ".SH NAME\nskua \\- generate unit tests for Python\n"
    text += f".SH SYNOPSIS\n{escaped(usage.strip())}\n"
    text += f".SH DESCRIPTION\n{escaped(introduction.strip())}\n"
    for heading, body in sections(main)[1:]:
        text += f".SH {heading.upper()}\n{verbatim(body)}"
    for name in commands(main):
        text += f'.SH "SKUA {name.upper()}"\n'
        for heading, body in sections(said_by(binary, *name.split(), "--help")):
            if heading != "Exit codes":  # in the help of `skua` already
                text += (f".SS {heading}\n" if heading else "") + verbatim(body)
    return text


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    print(page(sys.argv[1]), end="")
