"""Decision records: each has a number, a title and a status, and of two records one replaces, both say so."""

import re
from pathlib import Path

import docs_decisions
import pytest

FOLDER = Path(__file__).parents[1] / "docs" / docs_decisions.FOLDER
RECORDS = {path.name[:4]: path for path in FOLDER.glob("[0-9]*.md")}
LINK = re.compile(r"\[(\d{4})\]\((\1-[a-z0-9-]+\.md)\)")
CLAUSE = re.compile(r"(?P<verb>[Rr]eplaced by|replaced in part by|replaces(?: a part of| parts of)?) (?P<records>\[.+)")


def clauses(number: str) -> dict[str, set[str]]:
    """Return the numbers of other records that a status names, by the beginning of the clause."""
    first, *others = docs_decisions.status_of(RECORDS[number]).split("; ")
    found = [CLAUSE.fullmatch(clause) for clause in ([first] if first != "Accepted" else []) + others]
    assert all(found), number
    named = {match["verb"].lower(): {name for name, _ in LINK.findall(match["records"])} for match in found if match}
    return {verb.replace("parts of", "a part of"): numbers for verb, numbers in named.items()}


def test_numbers_are_unique_and_without_gaps():
    assert len(list(FOLDER.glob("[0-9]*.md"))) == len(RECORDS)
    assert sorted(RECORDS) == [f"{number:04}" for number in range(1, len(RECORDS) + 1)]


@pytest.mark.parametrize("number", sorted(RECORDS))
def test_a_record_begins_with_its_number_its_title_and_its_status(number):
    first, empty, third = RECORDS[number].read_text(encoding="utf-8").splitlines()[:3]
    assert re.fullmatch(rf"# {number}: [A-Z].{{3,70}}[^.]", first)
    assert empty == ""
    assert docs_decisions.STATUS.fullmatch(third)


@pytest.mark.parametrize("number", sorted(RECORDS))
def test_a_record_that_replaces_another_is_named_by_it(number):
    inverse = {
        "replaced by": "replaces",
        "replaces": "replaced by",
        "replaced in part by": "replaces a part of",
        "replaces a part of": "replaced in part by",
    }
    for verb, others in clauses(number).items():
        assert others
        for other in others:
            assert (other > number) == verb.startswith("replaced")
            assert number in clauses(other)[inverse[verb]]


def test_the_list_says_what_replaced_what(tmp_path):
    (tmp_path / "0001-a.md").write_text("# 0001: First\n\n**Status.** Replaced by [0002](0002-b.md).\n")
    (tmp_path / "0002-b.md").write_text("# 0002: Second\n\n**Status.** Accepted; replaces [0001](0001-a.md).\n")
    (tmp_path / "0003-c.md").write_text("# 0003: Third\n\n**Status.** Accepted.\n")
    assert docs_decisions.with_records("# Decisions", tmp_path).splitlines()[2:] == [
        "- [0003: Third](0003-c.md)",
        "- [0002: Second](0002-b.md) · replaces [0001](0001-a.md)",
        "- [0001: First](0001-a.md) · replaced by [0002](0002-b.md)",
    ]


def test_a_record_without_a_status_is_refused(tmp_path):
    (tmp_path / "0001-a.md").write_text("# 0001: First\n\n**Context.** Nothing.\n")
    with pytest.raises(ValueError, match=r"0001-a\.md: no line with the status"):
        docs_decisions.with_records("", tmp_path)
