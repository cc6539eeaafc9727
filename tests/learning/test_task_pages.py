"""Pages of tasks: each task has one, with tables of its declaration."""

from pathlib import Path

import pytest
import task_pages

from motorpool import learning
from motorpool.learning.task import FOLDER, task_of

TEXT = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")
NAVIGATION = (Path(__file__).parents[2] / "zensical.toml").read_text(encoding="utf-8")


def table_of(text: str) -> str:
    return task_pages.tables(task_of(text, name="own", folder=FOLDER, where="own.yaml"))


@pytest.mark.parametrize("name", learning.names())
def test_the_page_of_a_task_is_part_of_the_documentation(name):
    path = task_pages.page_of(name)
    assert f"tasks/{path.name}" in NAVIGATION
    assert path.read_text(encoding="utf-8").startswith(f"# {name}\n")


def test_all_pages_are_up_to_date():
    stale = [path.name for path, text in task_pages.pages() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run make generate"


def test_check_names_a_page_that_is_out_of_date(tmp_path, monkeypatch, capsys):
    page = tmp_path / "back-trailer.md"
    page.write_text(f"<!-- tables: BackTrailer-v0 -->\n{task_pages.TABLES_END}\n")
    monkeypatch.setattr(task_pages, "ROOT", tmp_path)
    monkeypatch.setattr(task_pages, "pages", lambda: iter([(page, "other")]))
    assert task_pages.main(["--check"]) == 1
    assert "back-trailer.md is out of date; run make generate" in capsys.readouterr().err
    assert task_pages.main(["--write"]) == 0
    assert page.read_text() == "other"


def test_lists_of_arguments_are_one_row_of_several_entries():
    text = TEXT.replace(
        "  - steer\n", "  - {kind: free-way, bearing_deg: [-30, 0, 30], half_angle_deg: 5, reach: 20}\n"
    )
    assert "| 8 to 10 | `free-way` |" in table_of(text)
    assert "bearing -30, 0, 30°, half angle 5°, reach 20 m" in table_of(text)


def test_an_argument_without_a_unit_is_refused(monkeypatch):
    monkeypatch.delitem(task_pages.UNITS, "aside")
    with pytest.raises(SystemExit, match="UNITS lacks the argument aside of outside; add its unit"):
        table_of(TEXT)


def test_a_task_without_a_page_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(task_pages, "PAGES", task_pages.ROOT / "docs" / "nowhere")
    with pytest.raises(SystemExit, match="must exist and have the lines <!-- tables: BackTrailer-v0 -->"):
        list(task_pages.pages())
