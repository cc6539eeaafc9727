"""Every defect of the documents is there in the printed form, gone in the mended one, and listed in docs/errata.md."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import errata_page
from defects import DEFECTS, DOCUMENTS, GROUPS

ROOT = Path(__file__).parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
SHOWN = [each for each in DEFECTS if each.check]


def name(each):
    return f"{each.document:03}-{each.name}"


@pytest.mark.parametrize("each", SHOWN, ids=name)
def test_the_printed_form_has_the_defect(each):
    assert each.measure("printed").is_there, each.title


@pytest.mark.parametrize("each", SHOWN, ids=name)
def test_the_mended_form_has_not(each):
    assert not each.measure("mended").is_there, each.title


def document(number):
    """The lines of a document."""
    found = sorted(SEEDS.glob(f"{number:03}_*.txt"))
    if not found:
        pytest.skip("the documents are not beside this checkout")
    return found[0].read_text().split("\n")


def plain(text):
    """Without markup and runs of blanks."""
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("each", DEFECTS, ids=name)
def test_what_is_quoted_stands_on_that_line(each):
    line = document(each.document)[each.line - 1]
    assert plain(each.quote) in plain(line)
    assert len(each.quote) <= 90, "a few words suffice"


@pytest.mark.parametrize("number", DOCUMENTS)
def test_every_known_group_has_a_defect_and_no_other_is_used(number):
    assert {each.group for each in DEFECTS if each.document == number} == set(GROUPS[number])


@pytest.mark.parametrize("number", DOCUMENTS)
def test_no_two_entries_have_the_same_name(number):
    names = [each.name for each in DEFECTS if each.document == number]
    assert sorted(names) == sorted(set(names))


def test_the_page_is_what_the_checks_say_now():
    """Else run: python tools/errata_page.py."""
    assert (ROOT / "docs" / "errata.md").read_text() == errata_page.text()
