"""The first drive of the site's playground, which begins in JavaScript and is continued by Python."""

import json

import page_first_drive as first_drive
import pytest

from motorpool.app.playground.in_browser import BrowserPlayground
from motorpool.app.playground.moment import continue_from, moment_of
from motorpool.app.playground.session import MAX_STEPS, Session

ROUNDING = 2e-6  # messages are rounded to 1e-6


@pytest.fixture
def written():
    """The drive that the client's test compares with its own: states, and the moment from which Python continues."""
    return json.loads((first_drive.FOLDER / "driven.json").read_text("utf-8"))


def numbers_of(thing):
    if isinstance(thing, dict):
        return [number for part in thing.values() for number in numbers_of(part)]
    if isinstance(thing, list | tuple):
        return [number for part in thing for number in numbers_of(part)]
    return [] if thing is None or isinstance(thing, str) else [thing]


def assert_same_states(states, expected):
    assert len(states) == len(expected) > 0
    for own, other in zip(states, expected, strict=True):
        assert numbers_of(json.loads(json.dumps(own))) == pytest.approx(numbers_of(other), rel=0.0, abs=ROUNDING)


def test_the_package_drives_as_the_client_expects(written):
    assert_same_states([state for _, state in first_drive.samples_of(Session())], written["samples"])
    gaps = [state["gap"] for state in written["samples"]]
    assert max(gaps) > 3.0


def test_the_script_has_keys_and_every_other_command_of_the_first_drive(written):
    kinds = {row["command"]["type"] for row in written["script"]}
    assert kinds == {"drive", "hold", "dt", "pause", "step", "resume", "reset"}


def test_python_continues_the_drive_of_the_page(written):
    number = written["moment"].pop("round")
    session = Session()
    continue_from(session, written["moment"])
    driven = dict(first_drive.samples_of(session, begin=number))
    later = written["samples"][number // written["every"] :]
    assert_same_states(list(driven.values()), later)


@pytest.mark.parametrize("number", [40, 300, 600, 652, 730, 835])
def test_a_session_that_continues_is_the_same_to_the_bit(number):
    one, other = Session(), Session()
    list(first_drive.samples_of(one, until=number))
    moment = json.loads(json.dumps(moment_of(one)))
    continue_from(other, moment)
    assert moment_of(other) == moment_of(one)
    assert other.set_up() == one.set_up()
    assert other.state() == one.state()
    for session in (one, other):
        list(first_drive.samples_of(session, begin=number, until=number + 150))
    assert moment_of(other) == moment_of(one)
    assert other.state() == one.state()


@pytest.mark.parametrize(("age", "steps"), [(0.0, 0), (0.101, 6), (30.0, MAX_STEPS)])
def test_python_makes_up_for_the_time_on_the_way_to_it(age, steps):
    session = Session()
    for _ in range(100):
        session.advance(session.dt)
    playground = BrowserPlayground(clock=lambda: 1000.0)
    playground.continue_from(json.dumps(moment_of(session)), age)
    messages = [json.loads(text) for text in playground.update()]
    assert [message["type"] for message in messages] == ["set-up", "state", "programs"]
    assert messages[0]["demonstrating"]
    assert messages[1]["tick"] == 100 + steps
