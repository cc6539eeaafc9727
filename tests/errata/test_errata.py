"""Every defect of the documents is there in the printed form, gone in the corrected one, and listed in "
"docs/errata.md."""

import csv
import string
from pathlib import Path

import errata_page
import fixture_files
import pytest
from defects import DEFECTS, DOCUMENTS, GROUPS

ROOT = Path(__file__).parents[2]
PLAIN_CHARACTERS = set(string.ascii_letters + " ,.:;'-")
SHOWN = [each for each in DEFECTS if each.check]


def name(each):
    return f"{each.document:03}-{each.name}"


@pytest.mark.parametrize("each", SHOWN, ids=name)
def test_the_printed_form_has_the_defect(each):
    assert each.measure("printed").is_there, each.title


@pytest.mark.parametrize("each", SHOWN, ids=name)
def test_the_mended_form_has_not(each):
    assert not each.measure("corrected").is_there, each.title


@pytest.fixture(scope="module")
def found_lines():
    """Return the lines found in the documents: number, line, and the hash of what is quoted."""
    rows = csv.DictReader((fixture_files.FIXTURES / "document_lines.csv").read_text().splitlines())
    return {(int(row["document"]), int(row["line"]), row["quote_sha256"]) for row in rows}


@pytest.mark.parametrize("each", DEFECTS, ids=name)
def test_what_is_quoted_was_found_on_that_line(each, found_lines):
    """When ``tools/generated/fixture_files.py`` ran; ``test_fixtures.py`` looks again where the documents are."""
    assert (each.document, each.line, fixture_files.fingerprint(each.quote)) in found_lines
    assert len(each.quote) <= 90, "a few words suffice"


@pytest.mark.parametrize("number", DOCUMENTS)
def test_every_known_group_has_a_defect_and_no_other_is_used(number):
    assert {each.group for each in DEFECTS if each.document == number} == set(GROUPS[number])


@pytest.mark.parametrize("number", DOCUMENTS)
def test_no_two_entries_have_the_same_name(number):
    names = [each.name for each in DEFECTS if each.document == number]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("each", DEFECTS, ids=name)
def test_every_defect_says_in_plain_words_what_goes_wrong(each):
    words = each.plain.split()
    assert 5 <= len(words) <= 25
    assert each.plain[0].isupper()
    assert each.plain.count(".") == 1
    assert each.plain.endswith(".")
    assert set(each.plain) <= PLAIN_CHARACTERS, "no formulas, names of the program, numbers or units"
    assert each.plain.rstrip(".") != each.title


def test_no_two_defects_have_the_same_plain_words():
    assert len({each.plain for each in DEFECTS}) == len(DEFECTS)


def test_the_page_says_the_plain_words_before_the_formula():
    page = errata_page.text()
    for each in DEFECTS:
        article = "\n".join(errata_page.article(each))
        assert article in page
        assert article.index(each.plain) < article.index(each.quote)


def test_the_page_is_what_the_checks_say_now():
    """Else run: python tools/generated/errata_page.py."""
    assert (ROOT / "docs" / "errata.md").read_text() == errata_page.text()
