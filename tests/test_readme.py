"""Examples of the documents work: every Python block runs, every command exists with every option shown.

A block of the README and a recipe of the cookbook stand alone; the blocks of another page of docs/ are read, and run,
one after the other.
"""

import functools
import itertools
import linecache
import re
import shlex
import subprocess
import sys
import tomllib
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from command_line import answered

from motorpool.models import registry
from motorpool.world import scenario

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
PRINTED = re.compile(r"\bprint\(.*\)\s+# (?P<numbers>[\[(]?-?\d[-\d.,: \])]*)")
SAID = re.compile(r"\b[Tt]his prints (?P<numbers>-?\d[\d.]*(?:(?:, | and )-?\d[\d.]*)*)")


class Block(NamedTuple):
    """A fenced block of a document: the file, the line of its fence, its language, and its text."""

    path: Path
    line: int
    language: str
    text: str
    heading: str  # of its section
    said: str  # the paragraph after it

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """Every fenced block of a document."""
    text = path.read_text()
    return [
        Block(
            path,
            text.count("\n", 0, match.start()) + 1,
            match["language"],
            match["text"],
            heading=text[: match.start()].rpartition("\n## ")[2].partition("\n")[0],
            said=text[match.end() :].strip().partition("\n\n")[0],
        )
        for match in FENCE.finditer(text)
    ]


def programs() -> Iterator[Any]:
    """Return the programs to run: of the README each Python block, of the cookbook each recipe, else each document."""
    parts = {"README.md": lambda block: block.line, "cookbook.md": lambda block: block.heading}
    for path in DOCUMENTS:
        python = [block for block in blocks(path) if block.language == "python"]
        for _, story in itertools.groupby(python, parts.get(path.name, lambda block: block.path)):
            first, *others = story
            yield pytest.param([first, *others], id=first.place)


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
            for line in block.text.replace("\\\n", " ").splitlines():  # a backslash continues a line
                parts = re.split(r"\s\|\|?\s|\s&&\s", line.removeprefix("$ "))
                yield from ((block.place, part) for part in parts)


def commands(program: str) -> list[tuple[str, list[str]]]:
    """Every shell command that calls a program: where, and its words without comments."""
    return [
        (place, shlex.split(command, comments=True)[1:])
        for place, command in shell_lines()
        if command.split()[:1] == [program]
    ]


def stated_results(text: str) -> dict[int, list[str]]:
    """Return the numbers at the beginning of the comment behind a ``print``, by its line: what it is to print."""
    found = {number: PRINTED.search(line) for number, line in enumerate(text.splitlines(), 1)}
    return {number: NUMBER.findall(match["numbers"]) for number, match in found.items() if match}


def rounded(value: str, like: str) -> str:
    """Return a printed number with as many decimals as a stated one; a stated number may be cut off."""
    decimals = len(like.partition(".")[2])
    cut = value[: len(value.partition(".")[0]) + 1 + decimals]
    return like if like in {cut, f"{float(value):.{decimals}f}"} else value


@pytest.mark.parametrize("story", list(programs()))
def test_the_python_of_a_document_runs(story: list[Block], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process: most of them would take longer to start than to run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.syspath_prepend(tmp_path)
    module = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", module)
    text, file = program(story), f"<{story[0].path}:{story[0].line}>"
    monkeypatch.setitem(linecache.cache, file, (len(text), None, text.splitlines(keepends=True), file))  # as a notebook
    printed: dict[int, str] = {}

    def listening_print(*values: Any, **options: Any) -> None:
        line = sys._getframe(1).f_lineno
        printed[line] = printed.get(line, "") + " ".join(map(str, values)) + "\n"
        print(*values, **options)

    vars(module)["print"] = listening_print
    exec(compile(text, file, "exec"), vars(module))
    for line, said in stated_results(text).items():
        shown = NUMBER.findall(printed.get(line, ""))
        assert [rounded(value, like) for value, like in zip(shown, said, strict=False)] == said, f"line {line}"
    shown = [number for said in printed.values() for number in NUMBER.findall(said)]
    for said in filter(None, (SAID.match(block.said) for block in story)):
        for number in NUMBER.findall(said["numbers"]):
            assert number in {rounded(value, number) for value in shown}, said[0]
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.mark.slow
def test_the_cookbook_shows_the_jacobian_that_its_program_prints(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax")
    found = blocks(ROOT / "docs" / "cookbook.md")
    number = next(number for number, block in enumerate(found) if "jax.jacfwd" in block.text)
    first = next(block for block in found if "import jax" in block.text)
    imports = "import numpy as np\n" + first.text.partition("model =")[0]
    exec(imports + found[number].text, {})
    said, shown = capsys.readouterr().out, found[number + 1].text
    beginning = "largest difference from central differences: "
    (matrix, difference), (shown_matrix, shown_difference) = (text.split(beginning) for text in (said, shown))
    assert matrix.replace("-0. ", " 0. ") == shown_matrix.replace("-0. ", " 0. ")  # the sign of what is rounded to zero
    assert float(difference) < 1e-6
    assert float(shown_difference) < 1e-6


def test_the_readme_shows_the_two_commands() -> None:
    shown = [words for place, words in commands("make") if place.startswith("README.md")]
    assert ["run"] in shown
    assert ["test"] in shown


@pytest.mark.parametrize(("place", "words"), commands("make"))
def test_a_make_command_of_a_document_exists(place: str, words: list[str]) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {word for word in words if "=" not in word} <= set(targets), place


@pytest.mark.parametrize(("place", "words"), commands("motorpool"))
def test_a_motorpool_command_of_a_document_exists_with_its_options(place: str, words: list[str]) -> None:
    depth = 2 if words[:1] == ["dis"] else 1  # the commands of a subject
    result = help_on(*(word for word in words[:depth] if not word.startswith("-")))
    assert result.returncode == 0, f"{place}: {result.stderr}"
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert options <= set(re.findall(r"--[a-z-]+", result.stdout)), place


def test_a_scenario_or_model_that_a_command_of_a_document_names_exists() -> None:
    tasks = [path.stem for path in (ROOT / "src" / "motorpool" / "learning" / "tasks").glob("*.yaml")]
    scenarios = {"run": [*scenario.names(), *tasks], "sweep": scenario.names()}
    for place, (command, *words) in commands("motorpool"):
        named = words[0].partition(":")[0] if words else "--"
        if named.startswith("-") or Path(named).suffix:
            continue
        if command in scenarios:
            assert named in scenarios[command], f"{place}: {named}"
        if command in {"export", "compare", "models"}:
            assert registry.is_known(named), f"{place}: {named}"


@functools.cache
def help_on(*subcommand: str) -> subprocess.CompletedProcess[str]:
    """Return the help of a command, in this process."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"COLUMNS": "300", "NO_COLOR": "1", "TERM": "dumb"}.items():
            patch.setenv(name, value)
        return answered(*subcommand, "--help")


def test_an_extra_that_a_document_installs_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for path in DOCUMENTS:
        for named in re.findall(r"(?:motorpool|'\.)\[([a-z,-]+)\]", path.read_text()):
            assert set(named.split(",")) <= set(extras), path
