"""Examples of the documents work: every Python block runs, every command exists with every option shown.

A block of the README stands alone; the blocks of a page of docs/ are read, and run, one after the other.
"""

import functools
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of a document: the file, the line of its fence, what it is in, and its text."""

    path: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """Every fenced block of a document."""
    text = path.read_text()
    return [
        Block(path, text.count("\n", 0, match.start()) + 1, match["language"], match["text"])
        for match in FENCE.finditer(text)
    ]


def programs() -> Iterator[Any]:
    """Return the programs to run: each Python block of the README, and all of any other document together."""
    for path in DOCUMENTS:
        python = [block for block in blocks(path) if block.language == "python"]
        stories = [[block] for block in python] if path.name == "README.md" else [python] if python else []
        for story in stories:
            yield pytest.param(story, id=story[0].place)


def program(story: list[Block]) -> str:
    """The blocks as one program, each line at the number that it has in the document."""
    lines: list[str] = []
    for block in story:
        lines += [""] * (block.line - len(lines)) + block.text.splitlines()
    return "\n".join(lines)


def shell_lines() -> Iterator[tuple[str, str]]:
    """Every command of every shell block: where, and the command."""
    for block in (block for path in DOCUMENTS for block in blocks(path)):
        if block.language in {"", "sh", "bash", "console"}:
            for line in block.text.splitlines():
                parts = re.split(r"\s\|\|?\s|\s&&\s", line.removeprefix("$ "))
                yield from ((block.place, part) for part in parts)


def commands(program: str) -> list[tuple[str, list[str]]]:
    """Every shell command that calls a program: where, and its words without comments."""
    return [
        (place, shlex.split(command, comments=True)[1:])
        for place, command in shell_lines()
        if command.split()[:1] == [program]
    ]


@pytest.mark.parametrize("story", list(programs()))
def test_the_python_of_a_document_runs(story: list[Block], tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program(story)],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{story[0].path}: {result.stderr}"


def test_the_readme_shows_the_two_commands() -> None:
    shown = [words for place, words in commands("make") if place.startswith("README.md")]
    assert ["run"] in shown
    assert ["test"] in shown


@pytest.mark.parametrize(("place", "words"), commands("make"))
def test_a_make_command_of_a_document_exists(place: str, words: list[str]) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {word for word in words if "=" not in word} <= set(targets), place


@pytest.mark.parametrize(("place", "words"), commands("motorpool"))
def test_a_motorpool_command_of_a_document_exists_with_its_options(place: str, words: list[str]) -> None:
    depth = 2 if words[:1] == ["dis"] else 1  # the commands of a subject
    result = help_on(*(word for word in words[:depth] if not word.startswith("-")))
    assert result.returncode == 0, f"{place}: {result.stderr}"
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert options <= set(re.findall(r"--[a-z-]+", result.stdout)), place


@functools.cache
def help_on(*subcommand: str) -> subprocess.CompletedProcess[str]:
    """The help that a command prints; each is started once."""
    return subprocess.run(
        [sys.executable, "-c", "from motorpool.cli import main; main()", *subcommand, "--help"],
        env={**os.environ, "COLUMNS": "300", "NO_COLOR": "1", "TERM": "dumb"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_extra_that_a_document_installs_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for path in DOCUMENTS:
        for named in re.findall(r"motorpool\[([a-z,]+)\]", path.read_text()):
            assert set(named.split(",")) <= set(extras), path
