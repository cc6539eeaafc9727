"""``motorpool vehicles``: the table, one vehicle, the sheet, and what is drawn from a vehicle's dimensions."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rich.console import Console

from motorpool.errors import ModelError, VehicleError
from motorpool.models import find
from motorpool.vehicles import console as command
from motorpool.vehicles import motor_pool
from motorpool.vehicles.figures import STATUS
from motorpool.vehicles.silhouettes import silhouette

NAMES = motor_pool.names()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Return the output of the commands, on a console of 80 columns."""
    output = io.StringIO()
    monkeypatch.setattr(command, "PrintableConsole", lambda: Console(file=output, width=80, markup=False))
    return output


def test_the_table_has_every_vehicle_and_fits_a_terminal(printed: io.StringIO):
    command.show_vehicles()
    lines = printed.getvalue().splitlines()
    for name in NAMES:
        assert any(line.split()[:1] == [name] for line in lines), name
    assert max(map(len, lines)) <= 80
    assert " [kW] " in printed.getvalue()
    assert "\\" not in printed.getvalue()


def test_one_vehicle_is_described_with_every_value_and_every_source(
    printed: io.StringIO, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(command, "PrintableConsole", lambda: Console(file=printed, width=400, markup=False))
    command.show_vehicle("f1tenth")
    vehicle, text = find("F1TENTH").vehicle, printed.getvalue()
    for name, remark in vehicle.remarks.items():
        assert f"{remark.text}, {STATUS[remark.status]}" in text, name
    for figure in vehicle.figures:
        assert figure.source in text
        assert figure.quantity in text
    assert "\u28ff" in text


def test_a_model_is_no_vehicle():
    with pytest.raises(
        ModelError, match=r"bicycle/arc is a motion model, not a vehicle; motorpool models bicycle/arc desc"
    ):
        command.show_vehicle("bicycle")


def test_a_silhouette_is_as_many_dots_wide_and_high_as_its_scale_says():
    lines = silhouette(find("CR3"), 0.1).splitlines()
    assert len(lines) == 5  # 1.95 m are 20 dots, 4 to a line
    assert max(map(len, lines)) == 23  # 4.57 m are 46 dots, 2 to a column


def test_the_sheet_is_drawn_as_a_picture_and_as_a_page(tmp_path: Path):
    picture = command.draw_sheet(tmp_path / "sheet.png")
    with Image.open(picture) as image:
        assert image.width > 1500
        assert len(image.convert("RGB").getcolors(100_000)) > 10
    page = command.draw_sheet(tmp_path / "sheet.html").read_text()
    assert all(f"<td>{name}" in page for name in NAMES)
    assert page.count("<figure>") == page.count("<svg ") == len(NAMES)


@pytest.mark.browser
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_sheet_as_a_page_is_read_on_a_phone_without_scrolling_sideways(tmp_path: Path, browser: Any, mode: str):
    page_file = command.draw_sheet(tmp_path / "sheet.html")
    with browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=mode) as context:
        page = context.new_page()
        page.goto(page_file.as_uri())
        beyond = "[...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > 390)"
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate(f"{beyond}.map((each) => each.outerHTML)") == []
        assert page.locator("figcaption .summary").first.is_visible()
        channels = re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))
        edge = re.findall(r"\d+", page.evaluate("getComputedStyle(document.querySelector('.pool path')).stroke"))
        assert (max(map(int, channels[:3])) < 60) == (mode == "dark")
        assert (min(map(int, edge[:3])) > 160) == (mode == "dark")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("sheet.txt", r"sheet\.txt must end in one of \.png, \.svg, \.pdf, \.html"),
        ("there.png/sheet.png", r"there\.png is not a folder; choose another place"),
        ("there.png", r"there\.png exists; add --force to overwrite it"),
    ],
)
def test_a_sheet_that_cannot_be_written_is_refused(tmp_path: Path, name: str, sentence: str):
    (tmp_path / "there.png").touch()
    with pytest.raises(VehicleError, match=sentence):
        command.draw_sheet(tmp_path / name)
