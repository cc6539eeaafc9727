"""Every model says which point of the vehicle is at x, y: in Python, on the command line and on its page."""

import math
from pathlib import Path

import pytest

import motorpool as mp
from motorpool.app.cli import run
from motorpool.models import find, names

PAGES = Path(__file__).parents[2] / "docs" / "models"


@pytest.mark.parametrize("name", names())
def test_every_model_says_it_when_printed(name):
    model = mp.model(name)
    assert model.reference_point.startswith("the ")
    assert f"x, y: {model.reference_point};" in repr(model)
    assert f"x, y are those of {model.reference_point};" in str(model)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_the_page_of_a_model_says_it(page):
    text = page.read_text(encoding="utf-8")
    model = mp.model(text.partition("\n")[0].removeprefix("# "))
    assert f"`x` and `y` are those of {model.reference_point};" in text


def test_the_command_says_it(capsys):
    assert run(["models", "single-track"]) == 0
    assert "x, y: those of the centre of mass" in capsys.readouterr().out


def test_vehicles_and_settings_have_that_of_their_model():
    assert find("M1A1:mass=60000").reference_point == find("skid-steer").reference_point == "the centre of mass"


def test_a_printed_model_has_every_field_with_its_default_and_unit():
    shown = str(mp.model("bicycle"))
    assert "  wheelbase = 2.7 m  front to rear axle" in shown
    assert "  speed = 0 m/s  of the reference point, forward positive" in shown
    assert repr(mp.model("bicycle")).count("\n") == 1


@pytest.mark.parametrize(
    ("name", "ahead_of_rear_axle"), [("bicycle", 1.35), ("tractor-trailer/chain", 1.8), ("single-track", 1.4)]
)
def test_the_point_is_where_it_is_said_to_be(name, ahead_of_rear_axle):
    """In a slow bend the rear axle has no velocity across; a point ahead of it by d has yaw_rate d."""
    car, dt = mp.Vehicle(name), 1e-3
    for _ in range(2000 if car.model.is_dynamic else 1):
        car.drive(speed=1.0, steer=0.3, dt=dt)
        before = car.snapshot()
        car.step(dt=dt)
    x, y, yaw = (before.values[index] for index in range(3))
    across = ((car.y - y) * math.cos(yaw) - (car.x - x) * math.sin(yaw)) / dt
    turn = (car.yaw - yaw) / dt
    assert across / turn == pytest.approx(ahead_of_rear_axle, rel=0.02)
