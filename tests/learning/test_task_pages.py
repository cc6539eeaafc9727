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


def test_a_task_without_a_page_gets_one_of_its_description_and_tables(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(task_pages, "ROOT", tmp_path)
    monkeypatch.setattr(task_pages, "PAGES", tmp_path)
    monkeypatch.setattr(task_pages, "LIST", tmp_path / "learning.md")
    task_pages.LIST.write_text(f"{task_pages.TASKS_BEGIN}\n{task_pages.TASKS_END}\n")
    assert task_pages.main(["--check"]) == 1
    assert "park.md is out of date" in capsys.readouterr().err
    assert task_pages.main(["--write"]) == 0
    page = (tmp_path / "park.md").read_text()
    assert page.startswith("# Park-v0\n\nPark a car in a bay, forward or backward, as its heading says.\n")
    assert "## Ends" in page
    assert task_pages.main(["--check"]) == 0


def test_a_page_without_a_place_for_tables_is_refused(tmp_path, monkeypatch):
    page = tmp_path / "park.md"
    page.write_text("# Park-v0\n")
    monkeypatch.setattr(task_pages, "ROOT", tmp_path)
    monkeypatch.setattr(task_pages, "PAGES", tmp_path)
    monkeypatch.setattr(task_pages.learning, "names", lambda: ["Park-v0"])
    monkeypatch.setattr(task_pages, "LIST", tmp_path / "learning.md")
    task_pages.LIST.write_text(f"{task_pages.TASKS_BEGIN}\n{task_pages.TASKS_END}\n")
    with pytest.raises(SystemExit, match=r"park\.md must have the lines <!-- tables: Park-v0 -->"):
        list(task_pages.pages())
