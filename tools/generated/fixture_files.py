"""Writes ``tests/fixtures``: the facts that tests need of data and documents that the project does not contain.

Three files: the numbers of the vector file, the figures collected of real vehicles, and a hash of each line of the
documents that ``tests/errata`` cites. The tests read these, so that a checkout alone runs them all; where the data and
the documents lie beside the checkout, ``tests/test_fixtures.py`` compares them. After a change of the data or of an
entry of the errata, run ``python tools/generated/fixture_files.py`` there.
"""

import csv
import hashlib
import importlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
DATA, DOCUMENTS = ROOT.parent / "shared" / "data", ROOT.parent / "shared" / "seeds"
ORIGIN = {
    "origin": "numbers that another program computed in IEEE double from the formulas of the documents and models",
    "tolerance": "closed-form single steps: abs 1e-12; multi-step (<=120 steps): abs 1e-9; RK4/quadrature: rel 1e-6",
}
FIGURE_COLUMNS = ("vehicle", "quantity", "value", "unit", "low", "high", "status")  # not the words: they are others'
LINE_COLUMNS = ("document", "line", "line_sha256", "quote_sha256")


def vectors_text(data: Path) -> str:
    """The vector file's numbers, and in its own words its conventions and tolerances."""
    vectors = json.loads((data / "vectors.json").read_text("utf-8"))
    vectors["_meta"] = ORIGIN | {"conventions": vectors["_meta"]["conventions"]}
    return _without_broken_lists(json.dumps(vectors, indent=1)) + "\n"


def figures_text(data: Path) -> str:
    """Of each collected figure: whose, of what, value, unit, bounds and status."""
    return _table(FIGURE_COLUMNS, csv.DictReader((data / "vehicles.csv").read_text("utf-8").splitlines()))


def lines_text(documents: Path) -> str:
    """Of each cited line: the document, the line, and the hashes of the whole line and of what is quoted of it."""
    cited = sorted({(each.document, each.line, each.quote) for each in defects()})
    texts = {number: document_lines(documents, number) for number in {number for number, _, _ in cited}}
    return _table(
        LINE_COLUMNS,
        (
            dict(
                zip(LINE_COLUMNS, (number, line, fingerprint(texts[number][line - 1]), fingerprint(quote)), strict=True)
            )
            for number, line, quote in cited
        ),
    )


def document_lines(documents: Path, number: int) -> list[str]:
    """The lines of a document."""
    (path,) = documents.glob(f"{number:03}_*.txt")
    return path.read_text("utf-8").split("\n")


def plain(text: str) -> str:
    """Return text with each run of blanks as one, and none at its ends."""
    return re.sub(r"\s+", " ", text).strip()


def fingerprint(text: str) -> str:
    """SHA-256 of a line or quote, runs of blanks counted as one."""
    return hashlib.sha256(plain(text).encode()).hexdigest()


def defects() -> Any:
    """The entries of the errata."""
    for folder in ("src", "tests/support", "tests/errata"):
        sys.path.insert(0, str(ROOT / folder))
    for number in importlib.import_module("defects").DOCUMENTS:
        importlib.import_module(f"document_{number:03}")
    return importlib.import_module("defects").DEFECTS


def _table(columns: tuple[str, ...], rows: Any) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _without_broken_lists(text: str) -> str:
    """A list of numbers or words on one line."""
    return re.sub(
        r"\[[^\[\]{}]*\]", lambda found: re.sub(r"\s*\n\s*", " ", found[0]).replace("[ ", "[").replace(" ]", "]"), text
    )


FILES = {
    "vectors.json": (vectors_text, DATA),
    "vehicle_figures.csv": (figures_text, DATA),
    "document_lines.csv": (lines_text, DOCUMENTS),
}


def write() -> None:
    """Write all three, or end with a sentence where what they are made of is absent."""
    for name, (text, source) in FILES.items():
        if not source.is_dir():
            sys.exit(f"{name} is made from files in {source}, which is not there")
        (FIXTURES / name).write_text(text(source), encoding="utf-8")


if __name__ == "__main__":
    write()
