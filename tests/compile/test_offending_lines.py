"""Refusals of models that no kernel can be made of name the line at fault and what to write there instead."""

import re

import pytest

from motorpool import Fleet, Vehicle, World
from motorpool.compile.form.types import UnsupportedError
from motorpool.compile.offending_lines import why_no_arrays, why_uncompilable
from motorpool.errors import ModelError
from motorpool.models import find

HEAD = '''"""A model of a user."""

import math
from typing import NamedTuple


class State(NamedTuple):
    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]


class Control(NamedTuple):
    speed: float = 0.0  # forward [m/s]


class Params(NamedTuple):
    limit: float = 3.0  # of the speed [m/s]


def helper(value):
    """Return a value; a text in a docstring is no text in the code."""
    return float(str(value))


def step(state, control, params, dt):
    """Return the state after dt [s]."""
'''
TAIL = "    return State(state.x + speed * dt, state.y)\n"
FIRST = HEAD.count("\n") + 1  # line of the body


@pytest.fixture
def model(tmp_path, monkeypatch):
    """Return what makes a model of the lines of a step."""
    monkeypatch.chdir(tmp_path)

    def make(body, tail=TAIL):
        (tmp_path / "mine.py").write_text(HEAD + body + tail)
        return find("mine.py")

    return make


def why(model):
    return why_uncompilable(model, [model.module.step], UnsupportedError("untyped"), otherwise="step it as a Vehicle")


@pytest.mark.parametrize(
    ("body", "line", "advice"),
    [
        ("    speed = control.sped\n", FIRST, "AttributeError: 'Control' object has no attribute 'sped'"),
        ("    speed = contrl.speed\n", FIRST, "NameError: name 'contrl' is not defined"),
        ("    speed = float(f'{control.speed}')\n", FIRST, "a step computes with numbers only; leave texts out"),
        ("    speed = helper(control.speed)\n", 22, "leave this out"),
        ("    speed = 0.0\n    if dt > 0.0:\n        speed = None\n", FIRST + 2, "a step computes with numbers only"),
        ("    speed = sorted([control.speed, 3.0])[0]\n", FIRST, "leave this out"),
        ("    import random\n    speed = random.random()\n", FIRST, "import at the top of the file"),
        ("    try:\n        speed = 1.0\n    except ValueError:\n        speed = 0.0\n", FIRST, "guard the values"),
        ("    if dt < 0.0:\n        raise ValueError(dt)\n    speed = 1.0\n", FIRST + 1, "say in is_valid"),
        ("    speed = 0.0\n    return state._replace(x=speed)\n", FIRST + 1, "write State(...) with all of its fields"),
        ("    speed = 0.0\n    return State(state.x + speed)\n", FIRST + 1, "give State all of its 2 fields"),
        ("    return state.x, state.y\n", FIRST, "step returns a tuple; it must return State(x, y)"),
    ],
)
def test_the_line_at_fault_is_named_with_what_to_write(model, body, line, advice):
    sentence = why(model(body))
    text = (HEAD + body).splitlines()[line - 1].strip()
    assert sentence.startswith(f"mine.py:{line}: `{text}`")
    assert advice in sentence
    assert "\n" not in sentence


def test_a_step_without_a_match_is_answered_with_the_vocabulary(model):
    assert why(model("    speed = control.speed\n")) == (
        "untyped; write it in the words of motorpool.models.mathematics, or step it as a Vehicle"
    )


@pytest.mark.parametrize(
    ("body", "advice"),
    [
        ("    if control.speed > 0.0:\n        return True\n    return False\n", r"write select\(condition, if_true"),
        ("    return control.speed > 0.0 and dt > 0.0\n", r"write \(a\) & \(b\) for and"),
        ("    return not control.speed > 0.0\n", r"write ~\(a\) for not"),
        ("    return 0.0 < control.speed < 3.0\n", r"write \(a < b\) & \(b < c\)"),
        ("    return max(control.speed, 0.0) == 0.0\n", r"write maximum\(a, b\) of motorpool\.models\.mathematics"),
    ],
)
def test_a_condition_of_a_whole_fleet_is_refused_with_its_line(model, body, advice):
    rules = f'{TAIL}\n\nLIMIT = "the speed must be positive"\n\n\ndef is_valid(control, params, dt):\n{body}'
    found = model("    speed = control.speed\n", rules)
    line = (FIRST, "    speed", *rules.splitlines()).index(body.splitlines()[0]) + FIRST - 1
    with pytest.raises(ModelError, match=rf"mine\.py:{line}: `{re.escape(body.splitlines()[0].strip())}`.*{advice}"):
        Fleet(found, 3, speed=[1.0, 2.0, 3.0])


def test_another_error_of_an_array_is_reported_with_its_line(model):
    step = model("    speed = control.speed.missing\n").module.step
    with pytest.raises(AttributeError) as raised:
        step(None, type("C", (), {"speed": 1.0}), None, 0.0)
    assert why_no_arrays(step, raised.value).startswith(f"mine.py:{FIRST}: `speed = control.speed.missing`: Attribute")


def test_a_fleet_of_such_a_model_is_refused_in_one_sentence(model):
    found = model("    speed = float(f'{control.speed:.3f}')\n")
    Vehicle(found).step(0.1)
    with pytest.raises(ModelError, match=rf"mine\.py cannot be compiled: mine\.py:{FIRST}: `speed") as refused:
        Fleet(found, 3).step(0.1)
    assert str(refused.value).endswith("leave texts out, or step it as a Vehicle")
    assert "\n" not in str(refused.value)


def test_an_if_compiles(model):
    body = "    speed = control.speed\n    if speed > params.limit:\n        speed = params.limit\n"
    fleet = Fleet(model(body), 3, speed=[1.0, 2.0, 5.0])
    fleet.step(1.0)
    assert fleet.state.x.tolist() == [1.0, 2.0, 3.0]


WITH_IF = '''"""A model that is written with if. Source: none."""

import math
from typing import NamedTuple


class State(NamedTuple):
    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]


class Control(NamedTuple):
    speed: float = 0.0  # forward [m/s]
    yaw_rate: float = 0.0  # counter-clockwise [rad/s]


class Params(NamedTuple):
    max_speed: float = 3.0  # forward [m/s]


def step(state, control, params, dt):
    speed = control.speed
    if speed > params.max_speed:
        speed = params.max_speed
    distance = speed * dt
    yaw = state.yaw + control.yaw_rate * dt
    return State(state.x + distance * math.cos(yaw), state.y + distance * math.sin(yaw), yaw)


def control_from_command(state, speed, steer, params, dt):
    if steer > 0.5:
        steer = 0.5
    return Control(speed, steer)
'''


def test_a_model_with_if_lives_in_a_world(tmp_path):
    (tmp_path / "branching.py").write_text(WITH_IF)
    world = World(fleets=[(str(tmp_path / "branching.py"), 2)])
    world.place_vehicles(slice(None), x=[0.0, 50.0], y=0.0, yaw=0.0)
    assert world.vehicles.pivot_yaw_rate == pytest.approx([0.5, 0.5])
    world.run(seconds=1.0)
    assert (world.vehicles.x > [1.0, 51.0]).all()


def test_a_model_that_cannot_be_compiled_is_refused_by_a_world_with_its_line(tmp_path):
    (tmp_path / "typist.py").write_text(WITH_IF.replace("speed = control.speed\n", "speed = float(f'{dt}')\n"))
    with pytest.raises(ModelError, match=r"typist\.py cannot be compiled: .*typist\.py:23: `speed = float"):
        World(fleets=[str(tmp_path / "typist.py")])


# Bodies of steps, the line at fault counted from the first, and words of the sentence.
MISTAKES = [
    ("speed = control.sped", 0, "'Control' object has no attribute 'sped'"),
    ("speed = contrl.speed", 0, "name 'contrl' is not defined"),
    ("speed = float(f'{control.speed}')", 0, "leave texts out"),
    ("speed = helper(control.speed)", -5, "leave this out"),
    ("speed = 0.0\nif dt > 0.0:\n    speed = None", 2, "computes with numbers only"),
    ("speed = sorted([control.speed, 3.0])[0]", 0, "no lists"),
    ("speed = [control.speed][0]", 0, "use a name for each number, or a NamedTuple"),
    ("speed = {'v': control.speed}['v']", 0, "no dictionaries"),
    ("speed = sum(v for v in (control.speed, 0.0))", 0, "no comprehensions"),
    ("speed = (lambda v: v)(control.speed)", 0, "no lambda"),
    ("import random\nspeed = random.random()", 0, "import at the top of the file"),
    ("try:\n    speed = 1.0\nexcept ValueError:\n    speed = 0.0", 0, "guard the values with select"),
    ("if dt < 0.0:\n    raise ValueError(dt)\nspeed = 1.0", 1, "say in is_valid"),
    ("speed = control.speed\nassert speed >= 0.0", 1, "say in is_valid"),
    ("speed = 0.0\nreturn state._replace(x=speed)", 1, "State(...) with all of its fields"),
    ("return state.x, state.y", 0, "it must return State(x, y)"),
    ("speed = math.gamma(control.speed + 1.0)", 0, "cannot call gamma"),
    ("speed = math.hypot(control.speed, 0.0, 1.0)", 0, "cannot call hypot"),
    ("if dt < 0.0:\n    print(control.speed)\nspeed = 1.0", 1, "cannot call print"),
    ("if control.speed > 0.0:\n    speed = control.speed", 2, "'speed' where it is not associated with a value"),
    ("speed = control.speed[0]", 0, "'float' object is not subscriptable"),
    ("speed = control.speed @ dt", 0, "unsupported operand type(s) for @"),
    ("speed = control.speed & 1.0", 0, "unsupported operand type(s) for &"),
    ("state.x = 0.0\nspeed = 1.0", 0, "can't set attribute"),
    ("global total\ntotal = 1.0\nspeed = 1.0", 0, "put what it remembers into State"),
    ("with open('x') as file:\n    speed = 1.0", 0, "opens and locks nothing|leave this out"),
    ("def inner(v):\n    return v\nspeed = inner(control.speed) * 1.0", 0, "functions within functions|can't multiply"),
]


@pytest.mark.parametrize(("body", "offset", "words"), MISTAKES, ids=[body for body, _, _ in MISTAKES])
def test_a_mistake_in_a_model_of_ones_own_is_reported_with_its_line(model, body, offset, words):
    """From the file to the sentence: nothing between is made up."""
    found = model("".join(f"    {line}\n" for line in body.splitlines()))
    with pytest.raises(ModelError) as refused:
        Fleet(found, 3).step(0.1)
    sentence = str(refused.value)
    assert f"mine.py:{FIRST + offset}: `" in sentence
    assert any(each in sentence for each in words.split("|")), sentence
    assert "\n" not in sentence
