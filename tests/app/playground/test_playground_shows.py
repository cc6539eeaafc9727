"""The playground's additions (comments 17 and 18 of document 004), and the scenes that press the keys themselves."""

import contextlib
import io
import math

import pytest

from motorpool.app.playground.additions import Additions
from motorpool.app.playground.catalogue import Catalogue, drivable
from motorpool.app.playground.demonstrations import SHOWS
from motorpool.app.playground.scenes import NAMES
from motorpool.app.playground.session import SIDES, Session
from motorpool.app.playground.six_lines import steps_of
from motorpool.errors import ModelError

CAR = "bicycle/six-line"
FULL = 0.6  # steering angle of a full command of that car [rad]
DT = 1.0 / 60.0


@pytest.fixture
def session():
    """Two of document 004's cars, nothing held."""
    session = Session()
    session.compare(CAR, CAR)
    session.hold(False)
    session.reset()
    return session


def run(session, seconds):
    for _ in range(round(seconds / DT)):
        session.advance(DT)


def steer_angle(session, side="left"):
    return session.sides[side].vehicle.steer_angle


def printed(text):
    """The numbers that a program prints."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(text, {})  # the point of it: what a visitor copies
    return [float(word) for word in output.getvalue().split()]


# ---------------------------------------------------------------- comment 17: the steering returns


def test_the_wheels_return_at_the_rate_that_is_set_and_no_farther_than_straight(session):
    """0.6 rad at 0.4 rad/s: 0.4 are left after half a second, nothing after one and a half."""
    session.set("left", "steering_return", "fixed rate")
    session.set("left", "return_rate", 0.4)
    session.drive(0.0, 1.0, 0.0)
    run(session, 0.5)
    assert steer_angle(session) == pytest.approx(FULL)
    session.drive(0.0, 0.0, 0.0)
    run(session, 0.5)
    assert steer_angle(session) == pytest.approx(FULL - 0.2)
    run(session, 1.1)
    assert steer_angle(session) == 0.0


def test_the_other_car_is_steered_by_hand_as_before(session):
    """The hands turn back by 2.5 of a full command a second."""
    session.set("left", "steering_return", "none")
    session.drive(0.0, -1.0, 0.0)
    run(session, 0.5)
    session.drive(0.0, 0.0, 0.0)
    run(session, 0.2)
    assert steer_angle(session) == pytest.approx(-FULL)
    assert steer_angle(session, "right") == pytest.approx(-FULL * (1.0 - 2.5 * 0.2))


def test_a_return_with_speed_leaves_the_wheels_of_a_standing_car_alone(session):
    """ "When you are stopped the wheels then wouldn't return back, which is correct"."""
    session.set("left", "steering_return", "with speed")
    session.set("left", "return_per_speed", 0.05)
    session.drive(0.0, 1.0, 0.0)
    run(session, 0.5)
    session.drive(0.0, 0.0, 0.0)
    run(session, 1.0)
    assert steer_angle(session) == pytest.approx(FULL)
    expected = FULL
    session.drive(1.0, 0.0, 0.0)
    for _ in range(60):
        session.step()
        expected -= 0.05 * session.command.speed * DT
    assert 0.0 < steer_angle(session) == pytest.approx(expected)


def test_a_key_takes_the_returning_wheels_from_where_they_are(session):
    session.set("left", "steering_return", "fixed rate")
    session.set("left", "return_rate", 0.2)
    session.drive(0.0, 1.0, 0.0)
    run(session, 0.5)
    session.drive(0.0, 0.0, 0.0)
    run(session, 0.5)
    before = steer_angle(session)
    session.drive(0.0, -1.0, 0.0)
    session.step()
    assert before == pytest.approx(FULL - 0.1)
    assert steer_angle(session) == pytest.approx(before - FULL * 2.5 * DT)


def test_what_is_held_does_not_return(session):
    session.set("left", "steering_return", "fixed rate")
    session.drive(1.0, 1.0, 0.0)
    run(session, 0.5)
    session.hold(True)
    session.drive(0.0, 0.0, 0.0)
    before = steer_angle(session)
    run(session, 2.0)
    assert steer_angle(session) == pytest.approx(before, abs=0.01)


def test_wheels_that_turn_back_start_where_the_hands_have_them(session):
    """Switched on in a bend, not from straight ahead."""
    session.drive(0.0, 1.0, 0.0)
    run(session, 0.5)
    session.set("left", "steering_return", "none")
    session.drive(0.0, 0.0, 0.0)
    session.step()
    assert steer_angle(session) == pytest.approx(FULL)


# ---------------------------------------------------------------- comment 18: the drift that is drawn


@pytest.mark.parametrize(("law", "share"), [("limited", 1.0), ("as written", 2.0)])
def test_the_car_is_drawn_turned_and_nothing_moves_by_it(session, law, share):
    """carHeading + steerAngle (carSpeed / carSpeedMax) driftDampening, at twice carSpeedMax."""
    session.set("left", "drift_heading", law)
    session.set("left", "drift_max_speed", 2.0)
    session.set("left", "drift_damping", 0.5)
    session.command = session.command._replace(speed=4.0, steer=0.3)
    session.hold(True)
    session.step()
    state = session.state()
    assert state["left"]["drawn_yaw"] == pytest.approx(state["left"]["yaw"] + 0.3 * FULL * share * 0.5, abs=2e-6)
    assert state["right"]["drawn_yaw"] is None
    assert state["gap"] == 0.0


# ---------------------------------------------------------------- what is told, copied, kept


@pytest.mark.parametrize(
    "settings",
    [
        {"steering_return": "fixed rate", "return_rate": 0.1},
        {"steering_return": "with speed", "return_per_speed": 0.01},
        {"steering_return": "none"},
    ],
    ids=lambda settings: settings["steering_return"],
)
@pytest.mark.parametrize("model", [CAR, "bicycle/arc"])
def test_the_copied_program_returns_the_steering_as_the_session_does(session, model, settings):
    """From rest and at its start, with a speed that the hands keep; then no key is held."""
    session.compare(model, model)
    session.hold(False)
    for name, value in settings.items():
        session.set("left", name, value)
    session.command = session.command._replace(speed=3.0)
    session.sides["left"].steer = 0.8
    session.drive(1e-9, 0.0, 0.0)  # a foot on the pedal, nothing at the wheel
    start = session.command
    text = session.programs()["left"]
    for _ in range(steps_of(session.dt)):
        session.command = start
        session.sides["left"].turn_steering(start, session.held_keys, session.dt, handling=session.scene.handling)
        command, _ = session._orders("left")
        session.sides["left"].step(command, session.dt)
    assert printed(text)[:3] == list(session.sides["left"].pose)
    assert ("returned" in text) == (settings["steering_return"] != "none")


def test_the_copied_program_prints_the_yaw_to_draw(session):
    session.set("left", "drift_heading", "limited")
    session.command = session.command._replace(speed=4.0, steer=0.3)
    session.hold(True)
    text = session.programs()["left"]
    for _ in range(steps_of(session.dt)):
        session.step()
    assert printed(text)[3] == session.sides["left"].drawn_yaw


def test_additions_go_on_with_another_car_and_are_left_by_one_they_do_not_suit(session):
    session.set("left", "steering_return", "fixed rate")
    session.choose("left", "bicycle/arc")
    assert session.set_up()["left"]["additions"]["steering_return"] == 2.0
    session.choose("left", "tracked/arc")
    assert session.set_up()["left"]["additions"] == {}
    with pytest.raises(ModelError, match="no parameter 'steering_return'"):
        session.set("left", "steering_return", "none")


@pytest.mark.parametrize(
    ("name", "value"),
    [("steering_return", "often"), ("steering_return", 0.5), ("return_rate", -1.0), ("drift_max_speed", 0.0)],
)
def test_what_no_addition_may_be_is_refused_in_a_sentence(session, name, value):
    before = session.set_up()
    with pytest.raises(ModelError, match=f"{name} is .*; it must be"):
        session.set("left", name, value)
    assert session.set_up() == before


def test_the_catalogue_says_which_models_take_additions():
    described = Catalogue().describe()
    assert [field["name"] for field in described["additions"]] == list(Additions._fields)
    assert all(field["meaning"] and field["unit"] for field in described["additions"])
    suited = {model["name"] for model in described["models"] if model["takes_additions"]}
    assert {"bicycle/arc", "bicycle/six-line", "single-track"} < suited
    assert not {"tracked/arc", "polar/faithful", "ackermann/arc"} & suited


def test_no_model_has_a_parameter_with_the_name_of_an_addition():
    assert not any(set(Additions._fields) & set(model.module.Params._fields) for model in drivable())


# ---------------------------------------------------------------- keys that press themselves


def shown(name, seconds):
    """The session after a while of a show, and how far each side turned since, in turns, second by second."""
    session, turned = Session(), []
    session.set_scene(name)
    for _ in range(round(seconds)):
        before = [session.sides[side].turned for side in SIDES]
        run(session, 1.0)
        turned.append(
            [(session.sides[side].turned - start) / math.tau for side, start in zip(SIDES, before, strict=True)]
        )
    return session, turned


def test_the_red_dot_goes_on_doing_360s_and_settles_and_the_corrected_one_does_not():
    """ "A state where the speed vector is doing 360s for a while before settling down"."""
    session, turned = shown("360s", 12.0)
    printed_turns, mended_turns = zip(*turned, strict=True)
    assert sum(map(abs, printed_turns[5:9])) > 5.0  # the keys have stood still since second 5
    assert sum(map(abs, mended_turns[6:])) < 0.5
    assert sum(map(abs, printed_turns[10:])) < 0.6
    for side in SIDES:
        assert session.sides[side].pose.yaw == pytest.approx(math.pi / 2.0, abs=0.3)


def test_two_keys_are_faster_than_one_where_each_component_is_limited():
    session, _ = shown("diagonal", 5.0)
    left, right = (session.sides[side].vehicle.speed for side in SIDES)
    assert left == pytest.approx(10.0 * math.sqrt(2.0))
    assert right == pytest.approx(10.0)


def test_strafing_gains_speed_beyond_the_top_where_the_projection_is_limited():
    """60 degrees beside its way a wish of 10 m/s adds speed up to 10 / cos 60 = 20 m/s."""
    session, _ = shown("strafe", 4.0)
    left, right = (session.sides[side].vehicle.speed for side in SIDES)
    assert 18.0 < left <= 20.0 + 1e-9
    assert right <= 10.0 + 1e-9


@pytest.mark.parametrize("name", SHOWS)
def test_any_key_ends_a_show_and_a_reset_begins_it_again(name):
    session, _ = shown(name, 1.0)
    assert session.set_up()["demonstrating"]
    session.drive(0.0, 1.0, 0.0)
    assert not session.set_up()["demonstrating"]
    assert session._orders("left")[1] == session.held_keys
    session.drive(0.0, 0.0, 0.0)
    session.reset()
    assert session.set_up()["demonstrating"]
    assert name in NAMES
