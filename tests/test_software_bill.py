"""Licences of what an installation has, and the bill of materials that lies beside the wheel."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
import software_bill  # noqa: E402


@pytest.fixture(scope="module")
def bill() -> dict:
    return software_bill.bill("1.2.3")


def test_the_page_of_licences_has_each_package_with_its_licence():
    page = software_bill.PAGE.read_text(encoding="utf-8")
    assert software_bill.table() in page, "run: python tools/release/software_bill.py"
    assert re.search(r"\[pebble\].*\*\*LGPL-3\.0-only\*\*", page)
    assert re.search(r"\[certifi\].*\*\*MPL-2\.0\*\*", page)


def test_every_package_that_the_library_names_is_in_the_bill(bill: dict):
    names = {component["name"] for component in bill["components"]}
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    app = text[text.index("\napp = [") : text.index("\ndis = [")]
    direct = {name.lower() for name in re.findall(r'"([A-Za-z0-9-]+)(?:[><=]|\[)', app)}
    assert direct <= names
    assert {"numpy", "llvmlite", "certifi", "pydantic-core", "three"} <= names
    assert not names & {"hatchling", "pytest", "vite"}  # which build and test


def test_the_bill_is_one_of_cyclonedx_whose_parts_are_all_there(bill: dict):
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    own = bill["metadata"]["component"]
    assert own["purl"] == "pkg:pypi/motorpool@1.2.3"
    parts = [own, *bill["components"]]
    refs = [part["bom-ref"] for part in parts]
    assert len(set(refs)) == len(refs)
    assert {one["ref"] for one in bill["dependencies"]} == set(refs)
    assert {need for one in bill["dependencies"] for need in one["dependsOn"]} <= set(refs)
    for part in parts:
        assert re.fullmatch(r"pkg:(pypi|npm)/[\w.%-]+@[\w.+-]+", part["purl"])
        assert part["licenses"][0]["expression"], part["name"]


def test_a_tool_writes_the_same_bill_each_time(tmp_path: Path):
    for name in "ab":
        software_bill.main([str(tmp_path / name)])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert json.loads((tmp_path / "a").read_text())["serialNumber"].startswith("urn:uuid:")


def test_a_package_without_a_known_licence_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(software_bill.STATED, "pebble")
    with pytest.raises(SystemExit, match="pebble states no SPDX expression of its licence"):
        software_bill.table()
