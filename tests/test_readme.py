"""What the documents show works: every Python block runs, every command exists with every option shown."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of a document."""

    place: str
    language: str
    text: str


def blocks() -> list[Block]:
    """Every fenced block of every document."""
    found: list[Block] = []
    for path in DOCUMENTS:
        text = path.read_text()
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Block(f"{path.relative_to(ROOT)}:{line}", match["language"], match["text"]))
    return found


def commands(program: str) -> list[tuple[str, list[str]]]:
    """Every line of a shell block that calls a program: where, and its words without comments."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks():
        if block.language in {"", "sh", "bash", "console"}:
            for line in block.text.splitlines():
                for command in re.split(r"\s\|\|?\s|\s&&\s", line.removeprefix("$ ")):
                    if command.split()[:1] == [program]:
                        found.append((block.place, shlex.split(command, comments=True)[1:]))
    return found


@pytest.mark.parametrize("block", [pytest.param(b, id=b.place) for b in blocks() if b.language == "python"])
def test_a_python_block_of_a_document_runs(block: Block, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", block.text],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{block.place}\n{result.stderr}"


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
    subcommand = [word for word in words[:1] if not word.startswith("-")]
    result = subprocess.run(
        [sys.executable, "-c", "from motorpool.cli import main; main()", *subcommand, "--help"],
        env={**os.environ, "COLUMNS": "300", "NO_COLOR": "1", "TERM": "dumb"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{place}: {result.stderr}"
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert options <= set(re.findall(r"--[a-z-]+", result.stdout)), place


def test_an_extra_that_a_document_installs_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for path in DOCUMENTS:
        for named in re.findall(r"motorpool\[([a-z,]+)\]", path.read_text()):
            assert set(named.split(",")) <= set(extras), path
