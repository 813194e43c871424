"""The generators that are compared: how each is told to work on one module within a budget."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from common import Trouble, runs
from common.containment import Box, Containment
from common.python import Python
from common.subjects import Module, Subject
from common.tables import Record

from .annotations import strip_project

NO_TYPES = "no-types"
ASSERTIONS = "assertions="
OPTION = "search."

Needed = TypeVar("Needed")


@dataclass(frozen=True)
class Tool:
    """`skua` or `pynguin`, with variants.

    Whatever makes a tool another one is in its name, so that results of different ones never mix.
    """

    # As on the command line: skua:mosa:no-types, skua:search.pool=0, pynguin:assertions=simple.
    name: str
    program: str
    algorithm: str | None = None
    no_types: bool = False  # annotations are taken away from what it works on
    assertions: str | None = None  # Pynguin's kind of assertion generation
    # Options of Skua's search by name, as JSON has them.
    search: tuple[tuple[str, object], ...] = ()

    @classmethod
    def parse(cls, name: str) -> Tool:
        program, *variants = name.split(":")
        if program not in ("skua", "pynguin"):
            raise Trouble(f"{name}: a tool is skua or pynguin, with :ALGORITHM, :{NO_TYPES}")
        algorithm = assertions = None
        search: dict[str, object] = {}
        for variant in variants:
            if variant.startswith(ASSERTIONS) and program == "pynguin":
                assertions = variant.removeprefix(ASSERTIONS)
            elif variant.startswith(OPTION) and "=" in variant and program == "skua":
                option, _, value = variant.removeprefix(OPTION).partition("=")
                search[option] = _value(value)
            elif variant != NO_TYPES:
                if algorithm or not variant or "=" in variant or variant.startswith(OPTION):
                    raise Trouble(f"{name}: what is {variant or 'nothing after a colon'}?")
                algorithm = variant
        return cls(name, program, algorithm, NO_TYPES in variants, assertions, tuple(search.items()))


@dataclass
class Generation(Record):
    """What one run of a tool on a module was, apart from the files."""

    tool: str
    version: str
    budget: float
    seed: int
    command: list[str]
    contained: bool
    exit_code: int
    seconds: float
    peak_rss_bytes: int
    killed: bool
    files: list[str] = field(default_factory=list)


def _value(text: str) -> object:
    """A number, true or false, one name, or a list of names: branch+output."""
    try:
        return json.loads(text)
    except ValueError:
        return text.split("+") if "+" in text else text


def _needed(tool: Needed | None) -> Needed:
    """What the command line had to name, because a column asks for the tool."""
    assert tool is not None
    return tool


class Generators:
    """Runs tools on modules, in boxes below a folder."""

    def __init__(
        self,
        containment: Containment,
        project_python: Python,
        skua: Path | None,
        pynguin: Python | None,
        options: dict[str, list[str]],
        kill_factor: float,
    ) -> None:
        self._containment = containment
        self._python = project_python  # what Skua takes for the project's own
        self._skua = skua
        self._pynguin = pynguin
        self._options = options  # program → what it is given besides
        self._kill_factor = kill_factor
        self._versions: dict[str, str] = {}

    def version(self, tool: Tool) -> str:
        if tool.program not in self._versions:
            if tool.program == "pynguin":
                version = str(_needed(self._pynguin).packages["pynguin"])
            else:
                version = runs.version(_needed(self._skua))
            self._versions[tool.program] = version
        return self._versions[tool.program]

    def generate(
        self, tool: Tool, subject: Subject, module: Module, seed: int, budget: float, folder: Path
    ) -> Generation:
        """Leaves `log`, the files written in `files/`, and `generation.json` in `folder`."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        box = Box(folder / "box")
        project = box.folder / "project"
        shutil.copytree(subject.project, project)
        if tool.no_types:
            strip_project(project)
        prepare = self._prepare_skua if tool.program == "skua" else self._prepare_pynguin
        command, environment, needs, written = prepare(tool, subject, module, seed, budget, box)
        run = self._containment.run(
            command,
            box,
            [*needs, subject.dependencies],
            environment,
            limit=self._kill_factor * budget,
            log=folder / "log",
        )
        generation = Generation(
            tool=tool.name,
            version=self.version(tool),
            budget=budget,
            seed=seed,
            command=[str(word).replace(str(box.folder), "BOX") for word in command],
            contained=self._containment.contained,
            exit_code=run.exit_code,
            seconds=run.seconds,
            peak_rss_bytes=run.peak_rss_bytes,
            killed=run.killed,
            files=runs.collect(written, folder / "files"),
        )
        box.remove()
        generation.save(folder / "generation.json")
        return generation

    def _prepare_skua(
        self, tool: Tool, subject: Subject, module: Module, seed: int, budget: float, box: Box
    ) -> tuple[list, dict[str, str], list[Path], Path]:
        skua = _needed(self._skua)
        project = box.folder / "project"
        search = dict(tool.search)
        if tool.algorithm:
            search["algorithm"] = tool.algorithm
        runs.configure(project, python={"path": [str(subject.dependencies)]}, search=search)
        words = [*self._options.get("skua", []), module.name]
        command = runs.command(
            skua, project, self._python.program, *words, budget=budget, jobs=1, seed=seed
        )
        needs = [skua, *self._python.needs]
        return command, box.environment(), needs, project / runs.GENERATED

    def _prepare_pynguin(
        self, tool: Tool, subject: Subject, module: Module, seed: int, budget: float, box: Box
    ) -> tuple[list, dict[str, str], list[Path], Path]:
        pynguin = _needed(self._pynguin)
        written = box.folder / "written"
        written.mkdir()
        command = [
            *(pynguin.program, "-m", "pynguin", "--no-rich", "-v"),
            *("--project-path", box.folder / "project", "--module-name", module.name),
            *("--output-path", written, "--report-dir", box.folder / "report"),
            *("--create-coverage-report", "False", "--seed", seed),
            *("--maximum-search-time", f"{budget:.0f}"),
            *_choice("--algorithm", tool.algorithm),
            *_choice("--assertion-generation", tool.assertions),
            *self._options.get("pynguin", []),
        ]
        environment = box.environment(
            PYNGUIN_DANGER_AWARE="1", PYTHONPATH=str(subject.dependencies)
        )
        return command, environment, [*pynguin.needs], written


def _choice(flag: str, word: str | None) -> list[str]:
    """A flag of Pynguin's, whose choices are written in capitals."""
    return [flag, word.upper().replace("-", "_")] if word else []
