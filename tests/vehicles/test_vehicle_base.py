"""A vehicle's file that names a base and gives what differs: what it inherits, and every base that is refused."""

from pathlib import Path

import pytest

import motorpool as mp
from motorpool.app.cli import run
from motorpool.errors import VehicleError
from motorpool.models import find

LADEN = """title = "Laden car"
base = "car"

[body]
height = 1.6

[handling]
max_speed = 40.0

[params]
mass = 1900.0  # [kg] five people (E)
"""

HOVER = """from typing import NamedTuple


class State(NamedTuple):
    x: float = 0.0  # east [m]


class Control(NamedTuple):
    speed: float = 0.0  # forward [m/s]


class Params(NamedTuple):
    drag: float = 0.5  # share of the speed that is lost [1]


def step(state, control, params, dt):
    return State(state.x + control.speed * (1.0 - params.drag) * dt)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder, made the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).write_text(text)
    return f"./{name}"


def read(name: str):
    vehicle = find(name).vehicle
    assert vehicle is not None
    return vehicle


@pytest.mark.usefixtures("folder")
def test_what_the_file_gives_holds_and_all_else_is_the_bases():
    laden, car = read(write("laden.toml", LADEN)), read("car")
    assert dict(laden.params) == {**car.params, "mass": 1900.0}
    assert dict(laden.handling) == {**car.handling, "max_speed": 40.0}
    assert laden.body == car.body._replace(height=1.6)
    assert (laden.title, laden.summary, laden.model) == ("Laden car", car.summary, car.model)
    assert (laden.entity_type, laden.look, laden.figures) == (car.entity_type, car.look, ())
    assert laden.own == {"params.mass", "handling.max_speed", "body.height"}
    assert mp.Fleet("./laden.toml", 2).params.mass.tolist() == [1900.0, 1900.0]
    assert mp.Vehicle("./laden.toml:mass=2000").mass == 2000.0


@pytest.mark.usefixtures("folder")
def test_values_keep_the_remarks_of_the_file_that_they_are_in():
    laden, car = read(write("laden.toml", LADEN)), read("car")
    assert laden.remarks["mass"].text == "five people"
    assert laden.remarks["engine_power"] == car.remarks["engine_power"]


def test_a_base_may_be_a_file_beside_it_and_have_a_base_itself(folder):
    (folder / "fleet").mkdir()
    write("fleet/laden.toml", LADEN)
    write("fleet/long.toml", 'base = "laden.toml"\n[body]\nlength = 4.9\n')
    long = read("./fleet/long.toml")
    assert (long.title, long.body.length, long.body.height, long.params["mass"]) == ("long", 4.9, 1.6, 1900.0)
    assert [long.base.title, long.base.base.name] == ["Laden car", "car"]


@pytest.mark.usefixtures("folder")
def test_a_changed_base_changes_the_vehicle():
    write("laden.toml", LADEN)
    long = write("long.toml", 'base = "laden.toml"\n')
    assert mp.Vehicle(long).mass == 1900.0
    write("laden.toml", LADEN.replace("1900.0", "19000.0"))
    assert mp.Vehicle(long).mass == 19000.0


def test_a_bases_own_model_and_shape_are_found_from_another_folder(folder):
    (folder / "models").mkdir()
    write("models/hover.py", HOVER)
    text = 'title = "Hover"\nsummary = "For tests."\nmodel = "hover.py"\n'
    write("models/hover.toml", f"{text}[body]\nlength = 3.0\nwidth = 2.0\nheight = 1.0\n[params]\ndrag = 0.5 # [1]\n")
    write("fast.toml", 'base = "models/hover.toml"\n[params]\ndrag = 0.25\n')
    hover = mp.Vehicle(mp.model("./fast.toml", trust=True), speed=2.0)
    hover.step(1.0)
    assert hover.x == 1.5


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('base = "cart"\n', "my.toml:1: base is 'cart', and there is no such vehicle; did you mean 'car'?"),
        (
            'title = "My"\nbase = "bicycle"\n',
            "my.toml:2: base is 'bicycle', and there is no such vehicle; `motorpool vehicles` lists all, "
            "and a motion model is named by model = ...",
        ),
        ("base = 3\n", "my.toml:1: base is 3; it must be a vehicle's name, or the path of a file (.toml)"),
        ('base = "no.toml"\n', "my.toml:1: base is 'no.toml', and there is no file no.toml"),
        (
            'base = "my.toml"\n',
            "my.toml:1: base is 'my.toml', which leads back to this file (my.toml -> my.toml); name another base",
        ),
        (
            'base = "car"\nmodel = "bicycle"\n',
            "my.toml:2: model is 'bicycle', and the base car is a single-track; leave model out, "
            "or leave base out and give every value",
        ),
        (
            'base = "car"\n[params]\nmas = 1.0\n',
            "my.toml:3: there is no key params.mas; did you mean mass? The keys of [params] are mass, max_speed, "
            "max_steer_rate, max_steer_angle, gear_step, max_engine_speed, max_reverse_speed, wheel_radius and 40 more "
            "(`motorpool models single-track` lists them)",
        ),
        ('base = "car"\nmass = 1.0\n[params]\n', "my.toml:2: there is no key mass; mass belongs to [params] (line 3)"),
        ('base = "car"\nmass = 1.0\n', "my.toml:2: there is no key mass; mass belongs to [params]"),
        (
            'base = "car"\n[body]\nsummary = "Mine"\n',
            "my.toml:3: there is no key body.summary; summary belongs above the first table",
        ),
        (
            'base = "car"\n[body]\nmax_speed = 3.0\n',
            "my.toml:3: there is no key body.max_speed; max_speed belongs to [params] or to [handling]",
        ),
        (
            'base = "car"\n[handling]\nhight = 2.0\n',
            "my.toml:3: there is no key handling.hight; did you mean height, which belongs to [body]? "
            "The keys of [handling] are braking, coasting, steer_rate, acceleration, max_lateral_acceleration, "
            "max_speed, max_reverse_speed",
        ),
        ('base = "car"\nparams = 3\n', "my.toml:2: params is 3; it must be a table: [params] and its keys below"),
        (
            'base = "car"\n[params]\ncentre_height = 1.55\ntrack_width = 1.6\n',
            "my.toml:3: params.centre_height is 1.55, more than body.height, 1.5: "
            "the centre of mass lies inside of the body",
        ),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_wrong_is_refused_with_its_line(text, sentence):
    with pytest.raises(VehicleError) as refused:
        mp.Vehicle(write("my.toml", text))
    assert str(refused.value) == sentence


@pytest.mark.usefixtures("folder")
def test_bases_in_a_circle_and_a_long_chain_are_refused():
    write("a.toml", 'base = "b.toml"\n')
    write("b.toml", 'base = "a.toml"\n')
    with pytest.raises(VehicleError, match=r"^b\.toml:1: .* leads back to this file \(a\.toml -> b\.toml -> a\.toml\)"):
        mp.Vehicle("./a.toml")
    for number in range(30):
        write(f"{number}.toml", f'base = "{number + 1}.toml"\n')
    write("30.toml", 'base = "car"\n')
    with pytest.raises(VehicleError, match="more than 16 files are each the base of the next"):
        mp.Vehicle("./0.toml")


@pytest.mark.usefixtures("folder")
def test_a_mistake_in_the_base_names_the_base():
    write("laden.toml", LADEN.replace("1900.0", "-1.0"))
    with pytest.raises(VehicleError, match=r"^laden\.toml:11: params\.mass is -1\.0 kg; it must be positive"):
        mp.Vehicle(write("long.toml", 'base = "laden.toml"\n'))


@pytest.mark.usefixtures("folder")
def test_the_command_shows_what_differs_and_where_the_rest_is_from(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["vehicles", write("laden.toml", LADEN)]) == 0
    shown = capsys.readouterr().out
    assert "Passenger car (car) with other values: body.height 1.6 for 1.5, handling.max_speed 40 for 50" in shown
    assert "params.mass 1900 for 1500" in shown
    assert "five people, estimated" in shown
    assert "car: 0.6 kg/m^3 times 0.66 m^2, estimated" in shown
