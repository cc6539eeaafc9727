"""Both vehicles move by themselves, apart, until a key is pressed; the program beside them makes the same drive."""

import contextlib
import io
import math

import pytest

from motorpool.app.playground.catalogue import PAIRS, Catalogue, pairs
from motorpool.app.playground.demonstrations import PAUSE
from motorpool.app.playground.documents import DOCUMENTS, by_title
from motorpool.app.playground.driven import Pose
from motorpool.app.playground.input_mapping import Command
from motorpool.app.playground.scenes import NAMES
from motorpool.app.playground.session import SIDES, Session

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


@pytest.mark.filterwarnings("ignore::motorpool.errors.StepWarning")  # some steps are long
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


@pytest.mark.parametrize(
    "names", [("tracked/simple", "tracked/arc"), ("bicycle/six-line", "bicycle/arc"), ("bicycle/arc", "car")]
)
def test_among_the_bays_the_right_one_parks_and_the_left_one_ends_elsewhere(names):
    session = Session(Catalogue().find)
    session.compare(*names)
    session.set_scene("parking")
    while not session.state()["right"]["parked"]:
        session.step()
        assert session.time < 40.0
    state = session.state()
    assert state["right"]["touches"] == 0
    assert state["left"]["touches"] > 0
    session.resume()
    run(session, 6.0)
    assert session.time < 5.0  # and again from the start


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


# ---------------------------------------------------------------- what is drawn


def test_a_vehicle_of_the_motor_pool_is_drawn_with_the_dimensions_of_its_file():
    session = Session(Catalogue().find)
    session.compare("M1A1", "M35A2")
    tank, truck = (session.set_up()[side]["shape"] for side in SIDES)
    assert (tank["length"], tank["width"]) == (7.92, 3.66)
    assert max(x for *_, corners in tank["faces"] for x in corners[::2]) == pytest.approx(0.5 * 7.92 + 1.85, abs=0.01)
    assert (truck["length"], truck["width"], len({x for x, *_ in truck["wheels"]})) == (7.04, 2.44, 3)
    assert truck["wheelbase"] == pytest.approx(2.55 + 1.362)


def test_a_lorry_is_as_long_as_its_file_says_and_its_trailer_follows_the_hitch_angle():
    session = Session(Catalogue().find)
    session.compare("articulated-lorry", "tractor-trailer/chain:trailer_count=three")
    left, right = (session.sides[side] for side in SIDES)
    assert left.shape.total_length == pytest.approx(16.5, abs=0.2)
    assert [len(session.state()[side]["hitches"]) for side in SIDES] == [1, 3]
    left.vehicle.hitch_angle = math.pi / 2.0  # the trailer stands across, its axle 8.1 m to the right
    (_, trailer), hitch = left.bodies(), left.vehicle.hitch_offset
    assert sum(x for x, _ in trailer) / 4.0 == pytest.approx(-hitch)
    reach, middle = 8.1, left.shape.trailers[0].middle
    assert sum(y for _, y in trailer) / 4.0 == pytest.approx(middle - reach)
    right.set("trailer_count", "none")
    assert session.state()["right"]["hitches"] == []


def test_in_reverse_the_drawn_wheels_are_turned_as_the_trailer_needs():
    session = Session()
    session.compare("tractor-trailer/chain", "tractor-trailer/chain")
    driven = session.sides["left"]
    driven.step(Command(-1.0, 0.5), DT)
    asked = driven.control["steer_angle"]
    assert asked > 0.0
    assert driven.wheel_angles()[0] < 0.0  # the tail is to go to the left: the wheels turn right at first
