"""The article is whole: length, sections, references, figures, and numbers that the measured pages have."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAPER = ROOT / "paper"
_, HEAD, TEXT = (PAPER / "paper.md").read_text(encoding="utf-8").split("---\n", 2)
ENTRIES = (PAPER / "paper.bib").read_text(encoding="utf-8")
SECTIONS = ["Summary", "Statement of need", "State of the field", "Software design", "Quality control", "References"]
NEEDED = {"article": "journal", "inproceedings": "booktitle", "book": "publisher", "mastersthesis": "school"}
MEASURED = re.compile(r"^\| bicycle/arc \| float64 \| 10,000 \| 100 \| 2 \| (\d+) \| ([\d.]+) \|", re.MULTILINE)


def cited(text):
    return set(re.findall(r"@([a-z0-9]+)", text))


def keys(entries):
    return re.findall(r"^@\w+\{([a-z0-9]+),", entries, re.MULTILINE)


def figures(text):
    return re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text)


def test_its_length_is_that_of_a_journal_of_software():
    words = re.sub(r"!\[.*?\]\(.*?\)|[#`*]", " ", TEXT).split()
    assert 750 <= len(words) <= 1750, len(words)


def test_its_sections_are_there_in_order():
    assert re.findall(r"^# (.+)$", TEXT, re.MULTILINE) == SECTIONS
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= yaml.safe_load(HEAD).keys()


def test_each_reference_is_cited_and_each_citation_has_a_reference():
    assert len(set(keys(ENTRIES))) == len(keys(ENTRIES))
    assert cited(TEXT) == set(keys(ENTRIES))


def test_a_citation_without_a_reference_is_noticed():
    assert cited("as in [@missing; @dis]") - set(keys(ENTRIES)) == {"missing"}


@pytest.mark.parametrize("entry", ENTRIES.splitlines(), ids=keys(ENTRIES))
def test_an_entry_has_what_its_kind_needs(entry):
    kind = re.match(r"@(\w+)", entry)[1]
    fields = set(re.findall(r"(?:^|[ ,])([a-z]+) = \{", entry))
    assert {"title", NEEDED.get(kind, "title")} <= fields
    assert "author" in fields or "IEEE" in entry
    assert entry.count("{") == entry.count("}")


def test_its_figures_exist_and_name_the_commands_that_draw_them():
    found = figures(TEXT)
    assert len(found) == 2
    for name in found:
        assert (PAPER / name).stat().st_size > 10_000, name
    commands = re.findall(r"`python ([\w/]+\.py)`", TEXT)
    assert len(commands) == 2
    for command in commands:
        assert (ROOT / command).is_file()


def test_its_numbers_are_those_of_the_measured_pages():
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    rate, share = MEASURED.search(page).groups()
    plain = " ".join(TEXT.split())
    assert f"makes {rate} million vehicle-steps a second" in plain, "run paper/figures.py, and correct paper/paper.md"
    assert f"which is {share} of the rate of a C program" in plain
    real_time = float(re.search(r"^\| 100,000 \| [\d.]+ \| ([\d.]+) \|", page, re.M)[1])
    assert real_time >= 1.0, "a hundred thousand vehicles in real time"
    validated = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
    rows = re.search(r"### Values by vehicle\n\n.*?\n\n", validated, re.DOTALL)[0].splitlines()[4:]
    assert len([row for row in rows if row.startswith("|")]) == 17
