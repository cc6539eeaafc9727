"""Writes ``docs/errata.md``: the defects of the five documents, with the numbers that the checks measure.

The entries and their checks are in ``tests/errata``, one file a document. Run ``python tools/generated/errata_page.py``
after a change there; a test compares the page with what this prints.
"""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))  # for listing_1992
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "errata"))

from defects import DEFECTS, DOCUMENTS, GROUPS, Defect, subject

from motorpool.models import names

CHAPTERS = [importlib.import_module(f"document_{number:03}") for number in DOCUMENTS]  # each lists its defects

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "docs" / "errata.md"

HEAD = """# Errata

A formula for a moving car or tank that is copied from an article can make the tank circle its target for ever. Five
documents are the source of Motorpool's first [motion models](models.md); this page lists what is wrong in them. You do
not need the documents: each entry first says in plain words what goes wrong, and then quotes the line.

| number | what it is | what it describes |
|---|---|---|
| 000 | an article with a small Java program | how a tank moves, if its two tracks have different speeds |
| 001 | an article | how a game character moves by a direction and a speed |
| 002 | two pages of notes for a university course | how a car turns about a point beside it |
| 003 | a thesis of 1992 with a program in C | tanks and trucks with mass and brakes, which drive among objects |
| 004 | an article and the comments of its readers | "a realistic moving car in only 6 lines of code" |

Three words occur often. A program draws a moving scene as a row of still pictures; each is a *frame*, and 60 frames a
second are usual. A *radian* (rad) is an angle, about 57 degrees. *Coasting* is rolling on without engine or brake.
To begin with the ideas instead of the defects, read the [lessons](learn.md).

## How to read an entry

The sentence in bold says what goes wrong. Then follow the line of the document (counted from 1 in its text) with a few
words that stand there, what is *wrong*, what is *right*, and the *effect* on a vehicle. Letters such as T1, d and g
are those of the document.

Most entries have a check, which measures a vehicle or a formula and judges it by a law. The same check runs
on the published form, where it must find the defect, and on the corrected one, where it must not
(`make test-all ARGS="tests/errata"`); the numbers below are its results (`python tools/generated/errata_page.py` writes
this page). `-k` and the name of a check runs that one. A name without a link is a function beside its check, in
`tests/errata`; with `(listing_1992)`, the thesis's program line by line, in `tests/support/listing_1992.py`.
Three of the defects can be driven on [the page of the documents](sources.md#try-them).

## How many

"""


def text() -> str:
    """The whole page."""
    lines = list(summary())
    for number in DOCUMENTS:
        lines += ["", *chapter(number)]
    return HEAD + "\n".join(lines) + "\n"


def entries(number: int) -> list[Defect]:
    """The defects of a document, by group and, within one, by line."""
    order = {group: place for place, group in enumerate(GROUPS[number])}
    return sorted(
        (each for each in DEFECTS if each.document == number), key=lambda each: (order[each.group], each.line)
    )


def summary() -> Iterator[str]:
    """The table on top."""
    yield "| document | defects | shown, and gone when corrected | without a check |"
    yield "|---|---:|---:|---:|"
    totals = [0, 0, 0]
    for number, title in DOCUMENTS.items():
        shown = sum(each.check is not None for each in entries(number))
        counts = len(entries(number)), shown, len(entries(number)) - shown
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        yield f"| [{number:03}: {title}](#document-{number:03}) | {counts[0]} | {counts[1]} | {counts[2]} |"
    yield f"| all | {totals[0]} | {totals[1]} | {totals[2]} |"


def chapter(number: int) -> Iterator[str]:
    """One document's entries."""
    yield f"## Document {number:03} {{ #document-{number:03} }}"
    yield ""
    yield f"*{DOCUMENTS[number]}*"
    group = ""
    for place, each in enumerate(entries(number), start=1):
        if each.group != group:
            group = each.group
            yield from ("", f"### {group} {{ #{anchor(number, group)} }}")
        yield from ("", f"#### {number:03}.{place} {each.title} {{ #{anchor(number, each.name)} }}", "")
        yield from article(each)


def article(each: Defect) -> Iterator[str]:
    """Plain words, where it stands, what is wrong, what is right, what it does, and what shows it."""
    yield f"**{each.plain}**"
    yield ""
    yield f"Line {each.line}, {each.place}: {code(each.quote)}"
    yield ""
    yield f"- **Wrong:** {each.wrong}"
    yield f"- **Right:** {each.right}"
    yield f"- **Effect:** {each.effect_in_numbers()}"
    if each.check:
        yield f"- **Shown by** `{each.name}`: {form(each.printed)} has it, {form(each.corrected)} has not."


def form(thing: Any) -> str:
    """Return what a check ran on: a model with a link to its page, or a function."""
    name = subject(thing).name
    model = name.partition(":")[0]
    return f"[`{name}`](models/{model.replace('/', '-')}.md)" if model in names() else f"`{name}`"


def anchor(number: int, name: str) -> str:
    """Return the end of a link to the entry."""
    kept = "".join(each if each.isalnum() else "-" for each in name.lower())
    return f"{number:03}-" + "-".join(part for part in kept.split("-") if part)


def code(quote: str) -> str:
    """A quote as code, whatever backticks it has."""
    return f"`` {quote} ``" if "`" in quote else f"`{quote}`"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(DEFECTS)} defects")
