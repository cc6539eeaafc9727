"""Users who have only a link come to a first success, in one Chromium."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from installed import runs
from pages import wait_until

import motorpool as mp
from motorpool.compile.translation.driving import drive_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

Visit = Callable[..., Any]
TEXT = "document.querySelector('[data-testid=export-text]')?.textContent"
SET_UP = "() => window.motorpoolPlayground?.state()?.tick > 0 && window.motorpoolPlayground.setUp()"


def test_a_unity_programmer_saves_a_vehicle_that_compiles_and_drives_as_python_does(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit("index.html")
    page.locator(".door a[href^='export.html?model=M998']").click()
    page.get_by_role("button", name="Write the file").click()
    wait_until(page, f"() => {TEXT}.includes('ToUnity')")
    assert page.get_by_test_id("export-text").text_content() == mp.export("M998", to="csharp", poses=["unity"])
    page.get_by_test_id("export-has-drive").check()
    wait_until(page, f"() => {TEXT}.includes('void Main')")
    with page.expect_download() as download:
        page.get_by_test_id("export-save").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.name == "M998.cs"  # as its class, which Unity's users expect
    assert saved.read_text() == mp.export("M998", to="csharp", poses=["unity"], drive=drive_of(8.0, 0.3, 10.0))
    assert page.get_by_test_id("export-command").text_content().endswith("--pose unity --drive 8,0.3,10")
    if not (runs("mcs") and runs("mono")):
        return
    subprocess.run(["mcs", saved.name], cwd=tmp_path, check=True)
    said = subprocess.run(["mono", "M998.exe"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    car = mp.Vehicle("M998")
    for _ in range(600):
        car.drive(speed=8.0, steer=0.3)
        car.step(dt=1 / 60)
    assert [float(word) for word in said.split()] == pytest.approx([car.x, car.y, car.yaw], rel=1e-9, abs=1e-9)


def test_a_link_from_a_forum_opens_the_two_formulas_that_it_names(visit: Visit) -> None:
    page = visit("playground/index.html?left=bicycle/six-line&right=bicycle/arc&dt=1/4")
    wait_until(page, SET_UP)
    opened = page.evaluate("() => window.motorpoolPlayground.setUp()")
    assert (opened["left"]["model"], opened["right"]["model"], opened["dt"]) == (
        "bicycle/six-line",
        "bicycle/arc",
        0.25,
    )


def test_a_teachers_link_opens_the_tank_that_circles_on_a_phone(visit: Visit) -> None:
    phone = {"width": 390, "height": 844}
    page = visit("playground/index.html?scene=target", size=phone, is_mobile=True, has_touch=True)
    wait_until(page, SET_UP)
    assert page.evaluate("() => window.motorpoolPlayground.setUp().scene.name") == "target"
    assert page.evaluate("() => document.documentElement.scrollWidth") == phone["width"]
