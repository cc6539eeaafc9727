"""Both vehicles move by themselves, apart, until a key is pressed; the program beside them makes the same drive."""

import contextlib
import io

import pytest

from motorpool.playground.catalogue import PAIRS, Catalogue, pairs
from motorpool.playground.demonstrations import PAUSE
from motorpool.playground.documents import DOCUMENTS, by_title
from motorpool.playground.driven import Pose
from motorpool.playground.scenes import NAMES
from motorpool.playground.session import SIDES, Session

DT = 1.0 / 60.0


def run(session, seconds):
    for _ in range(round(seconds / session.dt)):
        session.advance(session.dt)


def compared(pair):
    session = Session()
    session.compare(pair.left, pair.right)
    session.set_dt(pair.dt)
    return session


@pytest.mark.parametrize("pair", PAIRS, ids=[pair.title for pair in PAIRS])
def test_each_pair_parts_by_more_than_a_metre(pair):
    session = compared(pair)
    assert session.is_demonstrating
    while session.state()["gap"] < 1.0:
        session.step()
        assert session.time < session.demonstration.seconds


@pytest.mark.parametrize("scene", NAMES)
def test_every_scene_moves_as_soon_as_it_is_chosen(scene):
    session = Session()
    session.set_scene(scene)
    start = session.sides["right"].pose
    run(session, 6.0)
    assert session.is_demonstrating
    assert session.sides["right"].odometer > 2.0
    assert session.sides["right"].pose != start


CHANGES = {
    "parameter": lambda session: session.set("left", "track_gauge", 3.0),
    "model": lambda session: session.choose("left", "bicycle/arc"),
    "pair": lambda session: session.compare("tracked", "bicycle"),
    "scene": lambda session: session.set_scene("hill"),
    "time step": lambda session: session.set_dt(0.1),
    "reset": lambda session: session.reset(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_both_drive_by_themselves_again_from_the_start(change):
    session = Session()
    session.drive(1.0, 0.0, 0.0)
    run(session, 1.0)
    session.drive(0.0, 0.0, 0.0)
    run(session, 10.0)  # they roll to a stop
    assert not session.is_demonstrating
    CHANGES[change](session)
    assert session.is_demonstrating
    assert {session.sides[side].pose for side in SIDES} == {Pose()}
    run(session, 5.0)
    assert session.sides["left"].odometer > 3.0


def test_a_change_in_mid_drive_leaves_the_wheel_to_the_visitor():
    session = Session()
    session.drive(1.0, 0.0, 0.0)
    run(session, 1.0)
    before = session.sides["left"].pose
    session.set("left", "track_gauge", 3.0)
    assert not session.is_demonstrating
    assert session.sides["left"].pose == before


def test_the_first_key_ends_it_and_both_begin_together_at_the_start():
    session = Session()
    run(session, 4.0)
    assert session.state()["gap"] > 5.0
    session.drive(1.0, 0.0, 0.0)
    assert not session.is_demonstrating
    assert session.state()["gap"] == 0.0
    assert session.command == (0.0, 0.0)
    session.drive(0.0, 0.0, 0.0)
    run(session, 30.0)
    assert not session.is_demonstrating  # it comes back after a change, not by itself


def test_it_begins_again_at_its_end():
    session = Session()
    run(session, session.demonstration.seconds + PAUSE - 0.5)
    assert session.state()["left"]["speed"] == 0.0
    assert session.time > 11.0
    run(session, 1.0)
    assert 0.0 < session.time < 1.0
    assert session.is_demonstrating


def test_both_that_have_reached_the_target_set_off_again():
    session = Session()
    session.set_scene("target")
    session.set_target(12.0, 0.0)
    run(session, 3.5)
    assert session.reached.keys() == {"left", "right"}
    run(session, PAUSE)
    assert session.reached == {}


@pytest.mark.parametrize("names", [("bicycle/drift-frames", "bicycle/drift"), ("tracked/arc", "M1A1"), ("M998", "car")])
@pytest.mark.parametrize("dt", [1 / 60, 1 / 20, 0.3])
def test_the_program_makes_the_same_drive(names, dt):
    session = Session()
    session.compare(*names)
    session.set_dt(dt)
    texts = session.programs()
    for phase in session.demonstration.phases:
        for _ in range(round(phase.seconds / dt)):
            for side in SIDES:
                session.sides[side].step(
                    session.demonstration.command_at(0.0)._replace(speed=phase.speed, steer=phase.steer), dt
                )
    for side in SIDES:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(texts[side], {})  # what a visitor copies
        assert [float(word) for word in output.getvalue().split()] == list(session.sides[side].pose)


@pytest.mark.parametrize("rate", [240, 120, 100, 60, 50, 30, 25, 20, 15, 10, 8, 5, 4, 2])
def test_a_session_changes_phases_where_its_program_does(rate):
    session = Session()
    session.compare("bicycle/six-line", "bicycle/arc:wheelbase=2.5")
    session.set_dt(1.0 / rate)
    session.set_scene("hill")
    session.compare("bicycle/six-line", "bicycle/arc")
    phases = session.demonstration.phases
    for phase in phases:
        for _ in range(round(phase.seconds * rate)):
            session.step()
            assert session.command == (phase.speed, phase.steer)


# ---------------------------------------------------------------- titles


def test_pairs_have_titles_of_their_own_and_no_model_names_in_them():
    titles = [pair.title for pair in pairs()]
    assert len(set(titles)) == len(PAIRS)
    assert not any("/" in title for title in titles)


def test_documents_are_called_by_their_titles_and_nothing_by_its_number():
    assert by_title("Document 003, and document 004's cars") == "Park's thesis, and the car-steering article's cars"
    described = str(Catalogue().describe())
    assert "ocument 00" not in described
    numbers = {document.number for document in DOCUMENTS}
    assert {pair.document for pair in PAIRS} - {""} == numbers
