"""The playground without a server: what two models do with the same hands, and what it refuses."""

import contextlib
import io
import itertools
import json
import math
import random
import sys
import threading

import pytest

from motorpool.app.playground import catalogue, pursuit, scenes
from motorpool.app.playground.catalogue import Catalogue
from motorpool.app.playground.demonstrations import SHOWS
from motorpool.app.playground.driven import Driven, Pose
from motorpool.app.playground.input_mapping import Command, HeldKeys
from motorpool.app.playground.motion import front_wheels, motion_between
from motorpool.app.playground.scenes import Bay
from motorpool.app.playground.session import MAX_STEPS, SIDES, Session
from motorpool.app.playground.six_lines import program, step_text, steps_of
from motorpool.app.playground.visit import Visit
from motorpool.app.viewer.schema import playground
from motorpool.errors import ModelError, ViewerError
from motorpool.models.registry import find
from motorpool.vehicles import motor_pool
from motorpool.vehicles.shape.vehicle_shape import shape_of

MODELS = [model.name for model in catalogue.drivable()]
GROUNDS = [name for name in scenes.NAMES if name not in SHOWS]


@pytest.fixture
def session():
    return Session()


def run(session, seconds):
    """Let real time pass as a server does, in sixtieths of a second."""
    for _ in range(round(60 * seconds)):
        session.advance(1 / 60)


def printed(text):
    """The numbers that a program prints."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(text, {})  # the point of it: what a visitor copies
    return [float(word) for word in output.getvalue().split()]


# ---------------------------------------------------------------- two models, the same hands


def test_it_opens_with_the_first_pair_going_round_so_that_something_moves(session):
    run(session, 1.0)
    assert session.state()["left"]["speed"] == pytest.approx(4.0, abs=1e-3)
    assert session.state()["gap"] > 0.1
    assert [session.sides[side].model.name for side in SIDES] == ["tracked/simple", "tracked/arc"]


def test_document_000s_first_formula_turns_half_as_far(session):
    run(session, 2.0)
    left, right = (session.sides[side].turned for side in SIDES)
    assert left == pytest.approx(0.5 * right, rel=1e-9)


def test_both_vehicles_get_the_same(session):
    session.compare("tracked/arc", "tracked/arc")
    session.hold(False)
    for wish in ((1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (-1.0, -0.5, 0.0), (0.0, 0.0, 1.0)):
        session.drive(*wish)
        run(session, 0.7)
        assert session.state()["gap"] == 0.0
    assert session.sides["left"].odometer > 3.0


def test_keys_drive_and_let_go_the_vehicle_coasts_to_a_stop(session):
    session.drive(1.0, 0.0, 0.0)
    run(session, 2.0)
    assert session.state()["right"]["speed"] > 5.0
    session.drive(0.0, 0.0, 0.0)
    run(session, 15.0)
    assert session.state()["right"]["speed"] == 0.0


def stop(session):
    """End the demonstration: both stand at the start."""
    session.drive(0.0, 0.0, 1.0)
    session.drive(0.0, 0.0, 0.0)


def test_any_key_takes_the_wheel_from_what_is_held_or_drives_itself(session):
    session.hold(True)
    session.drive(0.0, 0.0, 0.0)
    assert session.is_holding
    session.drive(0.0, 1.0, 0.0)
    assert not session.is_holding
    session.set_scene("target")
    session.autopilot(True)
    session.drive(1.0, 0.0, 0.0)
    assert not session.has_autopilot


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 0.1, 0.5])
def test_the_exact_model_is_where_it_would_be_at_any_step(session, dt):
    session.set_dt(dt)
    for _ in range(round(2.0 / dt)):
        session.step()
    assert session.time == pytest.approx(2.0)
    radius = 4.0 / (0.6 * 0.8)
    angle = 2.0 * 0.6 * 0.8
    pose = session.sides["right"].pose
    assert (pose.x, pose.y) == pytest.approx((radius * math.sin(angle), radius * (1 - math.cos(angle))), abs=1e-9)


def test_a_coarser_step_parts_what_depends_on_it(session):
    session.compare("polar/faithful", "polar/corrected")
    gaps = {}
    for dt in (1 / 240, 1 / 20):
        session.set_dt(dt)
        session.reset()
        for wish, seconds in (((0.0, -1.0, 0.0), 1.0), ((1.0, 0.0, 0.0), 2.0)):  # east, then north
            session.drive(*wish)
            for _ in range(round(seconds / dt)):
                session.step()
        gaps[dt] = session.state()["gap"]
    assert gaps[1 / 240] > gaps[1 / 20] + 1.0  # the printed damping halves with the step, so it overshoots more


def test_keys_are_directions_of_the_world_for_the_red_dot(session):
    session.compare("polar/corrected", "polar/corrected")
    session.drive(0.0, -1.0, 0.0)  # the right arrow: east
    run(session, 3.0)
    before = session.sides["right"].pose
    session.drive(-1.0, 0.0, 0.0)  # the down arrow: south
    run(session, 3.0)
    after = session.sides["right"].pose
    assert before.x > 5.0
    assert before.y == pytest.approx(0.0, abs=1e-9)
    assert after.y < before.y - 5.0


# ---------------------------------------------------------------- the clock


def test_steps_keep_real_time_whatever_their_length(session):
    for dt in (1 / 240, 1 / 60, 1 / 3):
        session.set_dt(dt)
        session.reset()
        run(session, 4.0)
        assert session.time == pytest.approx(4.0, abs=dt + 1e-9)


def test_a_clock_not_looked_at_for_long_owes_no_more_than_its_cap(session):
    session.set_dt(1 / 240)
    assert session.advance(3600.0) == MAX_STEPS
    assert session.advance(0.0) == 0
    assert session.advance(-5.0) == 0


def test_pause_holds_and_step_makes_one(session):
    session.pause()
    assert session.advance(1.0) == 0
    tick = session.tick
    session.step()
    assert session.tick == tick + 1
    session.resume()
    assert session.advance(0.1) == 6


def test_reset_goes_back_to_the_start_at_rest_and_keeps_what_is_held(session):
    run(session, 2.0)
    session.hold(True)
    session.reset()
    assert (session.time, session.tick) == (0.0, 0)
    assert session.sides["left"].pose == Pose()
    assert session.command == Command(4.0, 0.6)


# ---------------------------------------------------------------- changing things in mid-drive


def test_a_parameter_acts_at_once_and_the_run_goes_on(session):
    run(session, 1.0)
    before = session.sides["left"].pose
    session.set("left", "heading_factor", 2.0)
    assert session.sides["left"].pose == before
    run(session, 1.0)
    rates = [session.state()[side]["yaw_rate"] for side in SIDES]
    assert rates[0] == pytest.approx(rates[1], abs=1e-6)


def test_another_model_drives_on_from_where_the_one_before_was(session):
    session.drive(1.0, 0.2, 0.0)
    run(session, 1.5)
    pose = session.sides["left"].pose
    session.choose("left", "bicycle/six-line")
    assert session.sides["left"].pose == pose
    run(session, 0.5)
    assert session.sides["left"].pose != pose


def test_a_variant_is_its_model_with_other_values(session):
    session.choose("left", "tracked/simple:heading_factor=2")
    side = session.set_up()["left"]
    assert (side["model"], side["values"]["heading_factor"]) == ("tracked/simple", 2.0)
    assert 'mp.Vehicle("tracked/simple", heading_factor=2.0)' in session.programs()["left"]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda s: s.set("left", "track_gauge", -1.0), "track_gauge is -1.0 m; it must be positive"),
        (lambda s: s.set("left", "x", 1.0), "no parameter 'x'"),
        (lambda s: s.set("left", "__class__", 1.0), "no parameter '__class__'"),
        (lambda s: s.choose("left", "tracked/smiple"), "did you mean"),
        (lambda s: s.choose("left", "arc"), "cannot be driven here"),
        (lambda s: s.compare("tracked", "nothing/like-it"), "there is no model"),
        (lambda s: s.set_dt(0.001), "must be from"),
        (lambda s: s.set_dt(math.nan), "must be from"),
        (lambda s: s.set_dt(1.0), "must be from"),
        (lambda s: s.set_slope(2.0), "must be from -1 to 1"),
        (lambda s: s.set_scene("moon"), "the scenes are ground, parking, target, hill"),
        (lambda s: s.set_rule("backwards"), "the rules are forward, turn first"),
        (lambda s: s.set_target(1e9, 0.0), "within 10000 m"),
        (lambda s: s.autopilot(True), "no target here"),
    ],
)
def test_what_is_not_possible_is_refused_in_a_sentence_and_changes_nothing(session, act, words):
    run(session, 0.5)
    before = (session.set_up(), session.state())
    with pytest.raises(ModelError, match=words):
        act(session)
    assert (session.set_up(), session.state()) == before


def test_a_pair_is_refused_whole(session):
    with pytest.raises(ModelError):
        session.compare("bicycle", "nothing")
    assert session.sides["left"].model.name == "tracked/simple"


def test_a_control_beyond_its_range_stands_the_vehicle_still_says_why_and_recovers(session):
    session.compare("ackermann", "ackermann")
    session.hold(True)
    session.command = Command(2.0, 1.0)
    session.set("left", "wheelbase", 0.05)
    session.set("left", "max_wheel_angle", 1.5)
    run(session, 0.2)
    session.sides["left"].vehicle.outer_wheel_angle = 1.5
    session.sides["left"].vehicle.step(0.1)
    assert "atan(wheelbase / track_width)" in session.sides["left"].problem
    session.set("left", "wheelbase", 2.7)
    session.set("left", "max_wheel_angle", 0.6)
    run(session, 0.2)
    assert session.sides["left"].problem == ""


# ---------------------------------------------------------------- every model


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("scene", GROUNDS)
def test_every_model_drives_on_every_ground_and_is_described_in_json(name, scene):
    session = Session()
    session.set_scene(scene)
    session.compare(name, name)
    hands = random.Random(1)
    for _ in range(40):
        session.drive(hands.uniform(-1, 1), hands.uniform(-1, 1), hands.choice([0.0, 0.0, 1.0]))
        session.advance(0.1)
        json.dumps([session.state(), session.set_up(), session.programs()], allow_nan=False)
    assert session.tick == 240
    assert session.state()["gap"] == 0.0


@pytest.mark.filterwarnings("ignore:.*looks like degrees")
@pytest.mark.parametrize("name", MODELS)
def test_no_value_that_is_in_its_range_breaks_a_session(name):
    """Try every parameter at the ends of its range, and far beyond all sense."""
    hands = random.Random(7)
    session = Session()
    for scene in GROUNDS:
        session.set_scene(scene)
        session.compare(name, name)
        for _ in range(25):
            field = hands.choice(session.sides["left"].fields or [None])
            value = hands.choice([0.0, 1e-300, 1e-9, 1.0, 1e9, 1e300, -1e300, 5e-324, hands.uniform(-10, 10)])
            if field is not None:
                with contextlib.suppress(ModelError):
                    session.set("left", field.name, value)
            session.drive(hands.choice([-1, 0, 1]), hands.choice([-1, 0, 1]), 0)
            session.set_dt(hands.choice([1 / 240, 1 / 60, 0.5]))
            session.set_slope(hands.choice([-1.0, 0.0, 1.0]))
            session.advance(0.1)
            json.dumps([session.state(), session.set_up(), session.programs()], allow_nan=False)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_can_be_looked_at_and_its_parameters_have_words(name):
    described = next(model for model in Catalogue().describe()["models"] if model["name"] == name)
    assert described["summary"]
    for field in described["parameters"]:
        assert field["meaning"], field["name"]
        assert field["unit"], field["name"]
        assert field["low"] is None or field["default"] >= field["low"]
        assert field["high"] is None or field["default"] <= field["high"]


def test_every_pair_of_the_catalogue_can_be_compared(session):
    for pair in catalogue.PAIRS:
        session.compare(pair.left, pair.right)
        run(session, 0.2)
    assert catalogue.pairs() == list(catalogue.PAIRS)


def test_the_catalogue_is_json():
    assert json.loads(json.dumps(Catalogue().describe(), allow_nan=False))["dt"] == [1 / 240, 0.5]


def test_the_catalogue_has_the_motor_pool_and_finds_it_by_any_spelling():
    known = Catalogue()
    assert known.find("t72a").name == "T-72A"
    assert known.find("M1A1:mass=60000").module.Params().mass == 60_000.0
    assert known.find("tracked").name == "tracked/arc"
    assert {"M1A1", "bicycle/arc"} <= {model["name"] for model in known.describe()["models"]}


@pytest.mark.parametrize("name", ["", "x", "./mine.toml", "mine.toml:mass=1", "M1A2.toml", "tracked/", "os", "\0"])
def test_what_is_not_in_the_catalogue_is_refused(name):
    with pytest.raises(ModelError, match="in this playground"):
        Catalogue().find(name)


def test_every_vehicle_of_the_motor_pool_can_be_driven_in_the_playground():
    session = Session(Catalogue().find)
    for name in motor_pool.names():
        session.choose("left", name)
        run(session, 0.1)
        assert session.state()["left"]["problem"] == ""
        json.dumps([session.set_up(), session.programs()], allow_nan=False)


def test_a_session_of_a_server_opens_no_file():
    known, opened, here = Catalogue(), [], threading.get_ident()

    def note(event, args):
        if event == "open" and is_noting and threading.get_ident() == here:
            opened.append(args[0])

    is_noting = False
    sys.addaudithook(note)
    names = [model["name"] for model in known.describe()["models"]]
    is_noting = True
    session = Session(known.find)
    for name in names:
        session.compare(name, "tracked:track_gauge=3")
        session.advance(1 / 60)
    is_noting = False
    assert opened == []


# ---------------------------------------------------------------- the six lines


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("dt", "slope"), [(1 / 60, 0.0), (0.1, 0.0), (1 / 60, 0.1)])
def test_the_six_lines_end_exactly_where_the_vehicle_does(name, dt, slope):
    driven = Driven(name, start=Pose(1.5, -2.0, 0.25))
    command = Command(3.0, 0.4)
    text = program(driven, command, dt=dt, slope=slope)
    for _ in range(steps_of(dt)):
        driven.step(command, dt, slope=slope)
    assert printed(text) == list(driven.pose)


def test_the_six_lines_are_six():
    for name in ("tracked/arc", "friction-circle/tracked"):
        text = program(Driven(name), Command(3.0, 0.4), dt=1 / 60)
        assert len([line for line in text.splitlines() if line]) == 6


def test_the_six_lines_name_only_what_differs_and_words_where_there_are_some():
    driven = Driven("bicycle/arc", values={"speed_reference": 1.0, "wheelbase": 3.0})
    assert program(driven, Command(3.0, 0.4), dt=0.1).splitlines()[2] == (
        'car = mp.Vehicle("bicycle/arc", wheelbase=3.0, speed_reference="front")'
    )


@pytest.mark.parametrize("side", SIDES)
def test_the_session_does_what_its_program_says(session, side):
    session.set("left", "track_gauge", 3.2)
    session.set_dt(1 / 30)
    session.reset()
    text = session.programs()[side]
    for _ in range(steps_of(session.dt)):
        session.step()
    assert printed(text) == list(session.sides[side].pose)


def test_the_program_of_a_red_dot_holds_its_keys(session):
    session.compare("polar/faithful", "polar/corrected")
    session.drive(1.0, -1.0, 0.0)
    session.step()
    text = session.programs()["right"]
    session.compare("polar/faithful", "polar/corrected")
    session.drive(1.0, -1.0, 0.0)
    for _ in range(steps_of(session.dt)):
        session.step()
    assert printed(text) == list(session.sides["right"].pose)


def test_steps_are_written_as_fractions_only_where_these_are_the_same_number():
    assert [step_text(dt) for dt in (1 / 60, 0.1, 0.5, 1 / 3, 0.0123)] == ["1 / 60", "0.1", "0.5", "1 / 3", "0.0123"]
    for dt in (1 / 240, 1 / 60, 1 / 3, 0.0123, 0.1):
        assert eval(step_text(dt)) == dt


# ---------------------------------------------------------------- parking


@pytest.mark.parametrize(
    ("pose", "words", "is_parked"),
    [
        (Pose(0.0, 0.0, 0.0), "parked, 0 cm off the middle, 0.0° askew", True),
        (Pose(0.1, 0.05, math.pi), "parked, 11 cm off the middle, 0.0° askew", True),
        (Pose(0.0, 0.0, math.radians(2.0)), "parked, 0 cm off the middle, 2.0° askew", True),
        (Pose(0.0, 0.9, 0.0), "on a line", False),
        (Pose(2.9, 0.0, 0.0), "touches a parked car", False),
        (Pose(0.0, 9.0, 0.0), "not in a free bay", False),
    ],
)
def test_a_vehicle_among_the_bays_is_reported_how_it_stands(pose, words, is_parked):
    driven = Driven("bicycle", start=pose)
    length, width = driven.shape.length + 1.0, driven.shape.width + 1.0
    line = ((-0.5 * length, 0.5 * width), (0.5 * length, 0.5 * width))
    scene = scenes.Scene("parking", bays=(Bay(0, 0, 0, length, width),), cars=(Bay(6.0, 0, 0, 3, 2),), lines=(line,))
    told = scenes.judge(driven, scene)
    assert (told["words"], told["parked"]) == (words, is_parked)


def test_a_rolling_vehicle_is_not_parked_yet(session):
    session.set_scene("parking")
    bay = session.scene.bays[0]
    session.sides["left"].place(Pose(bay.x, bay.y, bay.yaw))
    assert scenes.judge(session.sides["left"], session.scene)["parked"]
    session.sides["left"].step(Command(0.5, 0.0), 0.1)
    assert scenes.judge(session.sides["left"], session.scene)["words"] == "in the bay, still rolling"


@pytest.mark.parametrize("name", ["tracked/arc", "bicycle/arc", "friction-circle/wheeled", "polar/corrected"])
def test_the_bays_are_large_enough_and_no_parked_car_stands_in_another_or_in_the_way(session, name):
    session.compare(name, name)
    session.set_scene("parking")
    driven, scene = session.sides["left"], session.scene
    for one, other in itertools.combinations([*scene.cars, *scene.bays], 2):
        assert not scenes.overlap(one.corners(), other.corners()) or (one.x, one.y) == (other.x, other.y)
    assert scenes.judge(driven, scene)["words"] == "not in a free bay"
    for bay in scene.bays:
        driven.place(Pose(bay.x, bay.y, bay.yaw))
        assert scenes.judge(driven, scene)["parked"]


def test_touching_a_car_is_counted_once_each_time(session):
    session.set_scene("parking")
    car = session.scene.cars[0]
    for _ in range(2):
        session.sides["left"].place(Pose(car.x, car.y, car.yaw))
        session.step()
        session.step()
        session.sides["left"].place(session.scene.start)
        session.step()
    assert session.state()["left"]["touches"] == 2
    assert session.state()["right"]["touches"] == 0


def test_shapes_overlap_as_seen():
    unit = Bay(0, 0, 0, 2, 2).corners()
    assert scenes.overlap(unit, Bay(1.9, 0, 0, 2, 2).corners())
    assert not scenes.overlap(unit, Bay(2.1, 0, 0, 2, 2).corners())
    assert scenes.overlap(unit, Bay(2.3, 0, math.pi / 4, 2, 2).corners())  # its corner reaches sqrt(2)
    assert not scenes.overlap(unit, Bay(2.5, 0, math.pi / 4, 2, 2).corners())
    assert scenes.overlap(unit, [(-3.0, 0.0), (3.0, 0.0)])
    assert not scenes.overlap(unit, [(-3.0, 1.1), (3.0, 1.1)])


# ---------------------------------------------------------------- the target


def chase(session, rule, seconds=60.0):
    session.set_scene("target")
    session.set_rule(rule)
    session.autopilot(True)
    run(session, seconds)
    return session.reached


def test_with_document_000s_rule_the_simple_model_circles_for_ever_and_the_exact_one_arrives(session):
    reached = chase(session, "forward", 120.0)
    assert reached.keys() == {"right"}
    assert reached["right"] < 10.0
    assert abs(session.state()["left"]["turns"]) > 7.0
    distances = []
    for _ in range(60 * 16):
        session.advance(1 / 60)
        distances.append(math.dist(session.sides["left"].pose[:2], session.target[:2]))
    assert min(distances) > 1.5  # a whole circle and more, and never near


def test_mended_the_simple_model_arrives_too(session):
    session.set("left", "heading_factor", 2.0)
    assert chase(session, "forward").keys() == {"left", "right"}


def test_a_vehicle_that_stops_to_turn_arrives_if_it_can_turn_on_the_spot(session):
    assert chase(session, "turn first").keys() == {"left", "right"}


def test_a_car_cannot_turn_on_the_spot_whatever_the_rule(session):
    session.compare("bicycle", "tracked")
    assert chase(session, "turn first", 20.0).keys() == {"right"}


def test_a_target_within_the_turning_circle_is_circled_by_the_exact_model_too(session):
    session.set_scene("target")
    session.set_target(0.0, 5.0)  # the middle of a circle of 4 m/s over 0.8 rad/s
    session.autopilot(True)
    run(session, 60.0)
    assert not session.reached


def test_the_red_dot_goes_straight_to_the_target(session):
    session.compare("polar/corrected", "polar/corrected")
    assert "right" in chase(session, "forward", 20.0)


def test_a_vehicle_that_arrived_stands_still(session):
    chase(session, "forward", 20.0)
    assert session.state()["right"]["speed"] == 0.0


def test_the_bearing_is_left_positive():
    driven = Driven("tracked")
    assert pursuit.bearing(Pose(1.0, 1.0), driven) == pytest.approx(math.pi / 4)
    assert pursuit.bearing(Pose(1.0, -1.0), driven) == pytest.approx(-math.pi / 4)


# ---------------------------------------------------------------- slopes


def test_a_slope_pulls_only_vehicles_that_feel_it(session):
    session.compare("tracked/arc", "friction-circle/tracked")
    session.set_scene("hill")
    session.set_slope(0.71)
    stop(session)
    run(session, 5.0)
    state = session.state()
    assert state["left"]["x"] == 0.0
    assert state["right"]["x"] < -1.0  # steeper than its tracks hold, it slides down, to the west
    assert [model["feels_slope"] for model in Catalogue().describe()["models"] if model["name"] == "tracked/arc"] == [
        False
    ]


@pytest.mark.parametrize("slope", [0.1, 0.69])  # both stand by a friction of 0.7
def test_on_a_slope_less_than_its_friction_a_parked_vehicle_stays(session, slope):
    session.compare("friction-circle/tracked", "friction-circle/wheeled")
    session.set_scene("hill")
    session.set_slope(slope)
    stop(session)
    run(session, 5.0)
    assert session.state()["gap"] == pytest.approx(0.0, abs=1e-6)
    assert session.state()["left"]["x"] == pytest.approx(0.0, abs=1e-6)


def test_document_003s_hill_pulls_uphill_as_printed_and_downhill_mended():
    forces = {}
    for word in ("as-published", "corrected"):
        driven = Driven("park1992/tracked", values={"gravity_sign": word})
        driven.vehicle.speed = 5.0
        driven.step(Command(5.0, 0.0), 0.1, slope=0.1)
        forces[word] = driven.inner_state["gravity_force"]
    assert forces["as-published"] > 0.0 > forces["corrected"]


# ---------------------------------------------------------------- shapes


def test_a_turn_has_its_centre_where_the_arc_has_it():
    after = Pose(5.0 * math.sin(0.3), 5.0 * (1.0 - math.cos(0.3)), 0.3)
    motion = motion_between(Pose(), after, 0.5)
    assert motion.centre == pytest.approx((0.0, 5.0))
    assert (motion.speed, motion.yaw_rate) == pytest.approx((3.0, 0.6))
    assert motion_between(Pose(), Pose(x=1.0), 0.5).centre is None


def test_the_front_axles_meet_on_the_line_of_the_rear_axle():
    shape = shape_of(find("ackermann"), {"wheelbase": 2.6, "track_width": 1.5})
    for control in (
        {"steer_angle": 0.4},
        {"outer_wheel_angle": 0.3},
        {"steer_angle": -0.7},
        {"outer_wheel_angle": -0.5},
    ):
        left, right = front_wheels(shape, control)
        assert 1 / math.tan(left) - 1 / math.tan(right) == pytest.approx(-1.5 / 2.6)
        outer = min((left, right), key=abs)
        assert outer == pytest.approx(control.get("outer_wheel_angle", outer))
    assert front_wheels(shape, {"steer_angle": 0.0}) == (0.0, 0.0)


def test_what_a_shape_is_drawn_from_are_the_models_own_dimensions():
    assert shape_of(find("bicycle"), {"wheelbase": 3.9}).wheelbase == 3.9
    tank = shape_of(find("park1992/tracked"), {"length": 7.92, "width": 3.66})
    assert (tank.length, tank.width) == (7.92, 3.66)
    assert shape_of(find("polar"), {}).kind == "point"


# ---------------------------------------------------------------- what a browser says


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "{}",
        "[]",
        "[" * 4000,
        '{"type": "pause", "extra": 1}',
        '{"type": "drive", "forward": 2, "left": 0, "brake": 0, "seen": 0}',
        '{"type": "drive", "forward": true, "left": 0, "brake": 0, "seen": 0}',
        '{"type": "drive", "forward": 0, "left": 0, "brake": -0.1, "seen": 0}',
        '{"type": "drive", "forward": 0, "left": 0, "brake": 0, "seen": -1}',
        '{"type": "dt", "value": NaN}',
        '{"type": "dt", "value": 1e400}',
        '{"type": "dt", "value": "0.1"}',
        '{"type": "choose", "side": "middle", "model": "tracked"}',
        '{"type": "choose", "side": ["left"], "model": "tracked"}',
        '{"type": "choose", "side": "left", "model": 1}',
        '{"type": "choose", "side": "left", "model": "%s"}' % ("x" * 1001),
        '{"type": "set", "side": "left", "name": "track_gauge", "value": null}',
        '{"type": "set", "side": "left", "name": "track_gauge", "value": %s}' % ("9" * 400),
        '{"type": "set", "side": "left", "name": "track\\u0000", "value": 1}',
        '{"type": "hold", "is_on": 1}',
        '{"type": ["pause"]}',
        '{"type": "\\ud800"}',
    ],
)
def test_what_is_not_understood_is_refused(message):
    with pytest.raises(ViewerError):
        playground.decode(message)


def test_every_verb_does_something_to_a_session():
    visit = Visit(find, now=0.0)
    session = visit.session
    session.set_scene("target")
    for message in (
        {"type": "drive", "forward": 1, "left": -0.5, "brake": 0, "seen": 3},
        {"type": "choose", "side": "left", "model": "bicycle"},
        {"type": "compare", "left": "bicycle", "right": "tracked"},
        {"type": "set", "side": "right", "name": "track_gauge", "value": 3},
        {"type": "set", "side": "left", "name": "wheelbase", "value": 3.5},
        {"type": "dt", "value": 0.1},
        {"type": "slope", "value": 0.1},
        {"type": "rule", "name": "turn first"},
        {"type": "target", "x": 3, "y": 4.5},
        {"type": "autopilot", "is_on": True},
        {"type": "hold", "is_on": True},
        {"type": "pause"},
        {"type": "resume"},
        {"type": "step"},
        {"type": "scene", "name": "parking"},
        {"type": "reset"},
    ):
        command = playground.decode(json.dumps(message))
        assert visit.obey(message["type"], vars(command), now=0.0) == []
    assert session.held_keys == HeldKeys(1, -0.5, 0)
    assert session.sides["right"].parameters["track_gauge"] == 3.0
    assert (session.dt, session.is_paused, session.scene.name) == (0.1, True, "parking")
