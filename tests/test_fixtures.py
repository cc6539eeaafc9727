"""The facts in tests/fixtures are those of the data and the documents, where these lie beside the checkout."""

import csv
import json
from pathlib import Path

import fixture_files
import pytest


def written(name: str) -> str:
    return (fixture_files.FIXTURES / name).read_text()


@pytest.mark.parametrize("name", fixture_files.FILES)
def test_a_fixture_is_what_its_source_says_now(name: str):
    """Else run: python tools/generated/fixture_files.py."""
    text, source = fixture_files.FILES[name]
    if not source.is_dir():
        pytest.skip(f"what {name} was made from is not beside this checkout")
    assert written(name) == text(source)


def test_every_number_of_the_vector_file_is_in_the_fixture(shared_data: Path):
    original, ours = json.loads((shared_data / "vectors.json").read_text()), json.loads(written("vectors.json"))
    assert {**original, "_meta": None} == {**ours, "_meta": None}


def test_what_is_quoted_stands_on_that_line_of_the_document():
    if not fixture_files.DOCUMENTS.is_dir():
        pytest.skip("the documents are not beside this checkout")
    defects = fixture_files.defects()
    assert defects
    for each in defects:
        line = fixture_files.document_lines(fixture_files.DOCUMENTS, each.document)[each.line - 1]
        assert fixture_files.plain(each.quote) in fixture_files.plain(line), (each.document, each.line)


@pytest.mark.parametrize(("name", "column"), [("document_lines.csv", "line_sha256"), ("vehicle_figures.csv", "value")])
def test_no_row_of_a_fixture_is_empty(name: str, column: str):
    rows = list(csv.DictReader(written(name).splitlines()))
    assert len(rows) > 100
    assert all(row[column] for row in rows)


def test_a_hash_tells_one_line_from_another_and_no_runs_of_blanks():
    assert fixture_files.fingerprint("t = d  (T1 + T2) ") == fixture_files.fingerprint("t = d (T1 + T2)")
    assert fixture_files.fingerprint("t = d (T1 - T2)") != fixture_files.fingerprint("t = d (T1 + T2)")
    assert (
        fixture_files.fingerprint("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )  # FIPS 180-4
