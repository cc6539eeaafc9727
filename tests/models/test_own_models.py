"""A motion model of the user's own, named by its file or its module wherever a name is accepted."""

import sys

import pytest

from motorpool import Fleet, Vehicle, load
from motorpool.app.cli import run
from motorpool.errors import ModelError
from motorpool.models import find
from motorpool.models.fields import fields_of
from motorpool.models.own_model import MOST_BRACES

SOURCE = '''"""A hovercraft whose drag takes a share of its speed."""

from typing import NamedTuple

from motorpool.models.mathematics import sincos


class State(NamedTuple):
    """Pose."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]


class Control(NamedTuple):
    """Driver inputs."""

    speed: float = 0.0  # forward [m/s]
    yaw_rate: float = 0.0  # counter-clockwise [rad/s]


class Params(NamedTuple):
    """Vehicle parameters."""

    drag: float = 0.5  # share of the speed that is lost [1]


def step(state, control, params, dt):
    """Return the state after dt [s]."""
    sine, cosine = sincos(state.yaw)
    distance = control.speed * (1.0 - params.drag) * dt
    return State(state.x + cosine * distance, state.y + sine * distance, state.yaw + control.yaw_rate * dt)


def control_from_command(state, speed, steer, params, dt):
    """Return the control for a speed and a steering command."""
    return Control(speed, steer)
'''


@pytest.fixture
def hover(tmp_path):
    """The model's file."""
    file = tmp_path / "hover.py"
    file.write_text(SOURCE)
    return file


def test_a_file_is_a_model_for_one_vehicle(hover):
    vehicle = Vehicle(str(hover), speed=2.0)
    vehicle.step(1.0)
    assert vehicle.x == 1.0


def test_a_file_takes_settings_like_every_model(hover):
    vehicle = Vehicle(f"{hover}:drag=0.25", speed=2.0)
    vehicle.step(1.0)
    assert vehicle.x == 1.5


def test_a_file_is_a_model_for_a_compiled_fleet(hover):
    fleet = Fleet(str(hover), 3)
    fleet.control.speed[:] = [0.0, 2.0, 4.0]
    fleet.step(1.0)
    assert fleet.state.x.tolist() == [0.0, 1.0, 2.0]


def test_the_fields_of_a_file_are_described_by_their_lines(hover):
    assert fields_of(find(str(hover)).module.Params)[0].unit == "1"


def test_a_changed_file_is_loaded_again(hover):
    assert Vehicle(str(hover)).drag == 0.5
    hover.write_text(SOURCE.replace("drag: float = 0.5", "drag: float = 0.125  "))
    assert Vehicle(str(hover)).drag == 0.125


def test_a_module_is_found_by_its_dotted_name(hover, monkeypatch):
    package = hover.parent / "a_package_of_mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "hover.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(hover.parent))
    assert Vehicle("a_package_of_mine.hover:drag=1").drag == 1.0
    for name in ("a_package_of_mine", "a_package_of_mine.hover"):
        sys.modules.pop(name)


def test_a_scenario_names_a_file_beside_it(hover):
    scenario = hover.parent / "mine.yaml"
    scenario.write_text("vehicles:\n  - model: ./hover.py\n    count: 4\n    drag: 0.25\n")
    world = load(scenario, trust=True).build()
    world.step()
    assert world.fleets[0].params.drag.tolist() == [0.25] * 4


def test_a_vehicle_file_names_a_model_beside_it(hover):
    vehicle = hover.parent / "craft.toml"
    vehicle.write_text(
        'title = "Craft"\nsummary = "Hovers."\nmodel = "hover.py"\n'
        "[body]\nlength = 4.0\nwidth = 2.0\nheight = 1.5\n[params]\ndrag = 0.25  # [1] (E)\n"
    )
    assert Vehicle(find(str(vehicle), trust=True)).drag == 0.25


def test_compare_and_models_take_a_file(hover, capsys):
    picture = hover.parent / "out.png"
    assert run(["compare", str(hover), "bicycle", "--out", str(picture)]) == 0
    assert picture.stat().st_size > 10_000
    assert run(["models", str(hover)]) == 0
    assert "share of the speed that is lost" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def step(:\n", "line 1"),
        ("\nraise ValueError('no luck')\n", "line 2: ValueError: no luck"),
        ("import a_module_that_is_not_there\n", "ModuleNotFoundError"),
        ("x = 1\n", "lacks State, Control, Params, step"),
    ],
)
def test_a_file_that_is_no_model_is_refused_with_its_reason(tmp_path, text, expected):
    file = tmp_path / "wrong.py"
    file.write_text(text)
    with pytest.raises(ModelError, match=expected):
        Vehicle(str(file))


@pytest.mark.parametrize("name", ["./nowhere.py", "no_such_package.model", "os.path"])
def test_what_is_not_there_or_no_model_is_refused_in_one_sentence(name):
    with pytest.raises(ModelError) as refused:
        Vehicle(name)
    assert "\n" not in str(refused.value)
    assert name.removeprefix("./") in str(refused.value)


def test_a_file_with_braces_beyond_the_limit_is_refused_unread(hover):
    hover.write_text(SOURCE + f"TEXT = f'{'{1}' * (MOST_BRACES + 1)}'\n")
    with pytest.raises(ModelError, match=f"{hover} has {MOST_BRACES + 1} opening braces; .* at most {MOST_BRACES}"):
        find(str(hover))
