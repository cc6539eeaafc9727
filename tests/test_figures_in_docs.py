"""Measured figures in the documents stand beside the command that measures them again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if path.parent.name != "decisions" and path.name != "errata.md"  # of their time
]
UNIT = r"(?:ms|us|µs|ns|microseconds?|milliseconds?|seconds?|s|minutes?|[kMG]B|steps/s|vehicle-steps)"
RANGE = r"\d[\d., ]*(?:(?:to|and) \d[\d., ]*)?"
FIGURES = (
    re.compile(rf"\b(?:takes?|took|taken|costs?|runs?|ran|needed)\b(?!\s+more than)[^.|]{{0,80}}?\b{RANGE}\s?{UNIT}\b"),
    re.compile(rf"\babout {RANGE}\s?(?:ms|us|µs|ns|microseconds|milliseconds)\b"),
    re.compile(r"\b\d[\d.,]* times (?:faster than |as fast as )?real time\b(?! (?:they|you|the reader))"),
    re.compile(r"\b\d[\d.,]* (?:us|ms|s) of processor time\b"),
    re.compile(r"\b\d[\d., ]*(?:million |thousand )?(?:steps/s|vehicle-steps a second)\b"),
)
COMMAND = re.compile(
    r"`(?:[A-Z_]+=\S+ )?(?:python|pytest|motorpool|make|time|npm)\b[^`]*`"  # in a sentence
    r"|^(?:\$ |    )?(?:[A-Z_]+=\S+ )?(?:python|motorpool|make|npm|pytest)\b",  # a line of a block
    re.MULTILINE,
)
CALCULATED = "calculated from the\nfigures above, not measured"


def sections(path: Path) -> Iterator[tuple[str, str]]:
    """Return the heading and the text of each section of a document."""
    for text in re.split(r"(?m)^(?=##? )", path.read_text(encoding="utf-8")):
        yield text.partition("\n")[0], text


def figures(text: str) -> list[str]:
    """Return the measured figures of a text outside of its programs."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [match[0].replace("\n", " ") for figure in FIGURES for match in figure.finditer(prose)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_section_with_measured_figures_names_the_command_that_measures_them(path: Path) -> None:
    bare = {
        heading: found
        for heading, text in sections(path)
        if (found := figures(text))
        and not COMMAND.search(text)
        and " ".join(CALCULATED.split()) not in " ".join(text.split())
    }
    assert bare == {}


def test_a_figure_without_a_command_is_noticed() -> None:
    assert figures("A step takes 0.3 ms on one core.")
    assert figures("It runs 40 times faster than real time.")
    assert not figures("A world takes more than 256 MB, every 100 ms, at 60 steps a second.")
    assert COMMAND.search("measured by `python benchmarks/world.py`")
    assert not COMMAND.search("the class `Python`")


def test_a_script_that_a_document_names_exists() -> None:
    named = {
        name
        for path in PAGES
        for name in re.findall(r"\bpython ((?:benchmarks|examples|tools|tests)/[\w/.-]+\.py)", path.read_text("utf-8"))
    }
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_a_test_that_a_document_names_exists() -> None:
    named = {
        name for path in PAGES for name in re.findall(r"\bpytest ((?:-q )?tests/[\w/.-]+)", path.read_text("utf-8"))
    }
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []
