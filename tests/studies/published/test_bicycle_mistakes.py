"""Mistakes that the comments of document 004 report: each is shown, and the right form passes the check it fails."""

import itertools
import math

import pytest
from six_lines import direction, documents_six_lines, driven

from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.bicycle import six_line


def six_lines_by_component(x, y, heading, speed, steer, base, dt):
    """Comment 11: the same without vectors. The right form that the wrong ones below are checked against."""
    front_x = x + base / 2 * math.cos(heading)
    front_y = y + base / 2 * math.sin(heading)
    back_x = x - base / 2 * math.cos(heading)
    back_y = y - base / 2 * math.sin(heading)
    back_x += speed * dt * math.cos(heading)
    back_y += speed * dt * math.sin(heading)
    front_x += speed * dt * math.cos(heading + steer)
    front_y += speed * dt * math.sin(heading + steer)
    return (front_x + back_x) / 2, (front_y + back_y) / 2, math.atan2(front_y - back_y, front_x - back_x)


def sine_and_cosine_exchanged(x, y, heading, speed, steer, base, dt):
    """Comment 19: x by the sine and y by the cosine, as if the heading counted from north; then atan2(y, x)."""
    front_x = x + base / 2 * math.sin(heading) + speed * dt * math.sin(heading + steer)
    front_y = y + base / 2 * math.cos(heading) + speed * dt * math.cos(heading + steer)
    back_x = x - base / 2 * math.sin(heading) + speed * dt * math.sin(heading)
    back_y = y - base / 2 * math.cos(heading) + speed * dt * math.cos(heading)
    return (front_x + back_x) / 2, (front_y + back_y) / 2, math.atan2(front_y - back_y, front_x - back_x)


def heading_by_atan(x, y, heading, speed, steer, base, dt):
    """Comment 23, half mended: atan of the quotient, which knows no difference between forward and backward."""
    x, y, heading = documents_six_lines(x, y, heading, speed, steer, base, dt)
    return x, y, math.atan(math.tan(heading))


def poses_of(frame, heading, speed, steer, *, frames):
    """The poses of a car with a wheelbase of 2 at 60 Hz."""
    poses = [(0.0, 0.0, heading)]
    for _ in range(frames):
        poses.append(frame(*poses[-1], speed, steer, 2.0, 1 / 60))
    return poses


def keeps_its_heading(poses):
    return all(abs(heading - poses[0][2]) < 1e-9 for _, _, heading in poses)


def stays_on_a_circle(poses):
    """Return whether every two frames' ways are equally long, and turn by the same angle."""
    ways = [complex(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(poses)]
    turns = [direction(later / sooner) for sooner, later in itertools.pairwise(ways)]
    return max(turns) - min(turns) < 1e-9 and abs(turns[0]) > 1e-3


@pytest.mark.parametrize("frame", [documents_six_lines, six_lines_by_component])
def test_the_right_forms_drive_straight_and_round(frame):
    assert keeps_its_heading(poses_of(frame, 0.3, 5.0, 0.0, frames=50))
    assert stays_on_a_circle(poses_of(frame, 0.3, 5.0, 0.4, frames=400))


def test_comment_11_is_the_six_lines():
    assert poses_of(six_lines_by_component, 0.3, 5.0, 0.4, frames=200)[-1] == pytest.approx(
        driven(six_line, 5.0, 0.4, 2.0, dt=1 / 60, steps=200, start=(0.0, 0.0, 0.3)), abs=1e-12
    )


def test_sine_and_cosine_exchanged_make_the_heading_jump_between_two_values():
    """Comment 19's car "jitters", comment 14's heading "keeps getting stuck between two values"."""
    poses = poses_of(sine_and_cosine_exchanged, 0.3, 5.0, 0.0, frames=50)
    assert not keeps_its_heading(poses)
    assert {round(heading, 9) for _, _, heading in poses} == {0.3, round(math.pi / 2 - 0.3, 9)}


def test_sine_and_cosine_exchanged_do_not_drive_round():
    assert not stays_on_a_circle(poses_of(sine_and_cosine_exchanged, 0.3, 5.0, 0.4, frames=50))


def test_an_atan_of_the_quotient_turns_the_car_round_at_90_degrees():
    """Comment 23's atan: right as long as the car faces east, and no farther."""
    poses = poses_of(heading_by_atan, 0.3, 5.0, 0.4, frames=400)
    assert stays_on_a_circle(poses[:60])
    assert not stays_on_a_circle(poses)


def written_to(name, frames):
    """Comment 23's loop, whose last line names the variable that gets the new heading; angle is the car's."""
    car = {"angle": 0.3, "direction": 0.4}  # there "direction" is the steering angle
    headings = []
    for _ in range(frames):
        _, _, car[name] = documents_six_lines(0.0, 0.0, car["angle"], 5.0, car["direction"], 2.0, 1 / 60)
        headings.append(car["angle"])
    return headings


def test_the_new_heading_written_to_the_steering_angle_never_turns_the_car():
    """The author's answer to comment 23: "your last line of code direction=... should be angle=..."."""
    assert set(written_to("direction", 100)) == {0.3}
    assert written_to("angle", 100)[-1] > 1.0


def test_the_cars_rotation_taken_for_its_steering_angle_ends_the_bend():
    """Comment 19: steerAngle = controlAngle - carFacingAngle. Held at 45 degrees it should circle; it straightens."""

    def turned(steering):
        heading = 0.0
        total = 0.0
        for _ in range(600):
            _, _, after = documents_six_lines(0.0, 0.0, heading, 5.0, steering(heading), 2.0, 1 / 60)
            total += wrap_angle(after - heading)
            heading = after
        return total

    assert turned(lambda _heading: math.radians(45.0)) > 2.0 * math.pi
    assert turned(lambda heading: math.radians(45.0) - heading) == pytest.approx(math.radians(45.0), abs=1e-6)


def whole_positions(step, frames):
    """Comment 8: where a car is that keeps its place in whole numbers."""
    place = 0
    for _ in range(frames):
        place = int(place + step)
    return place


def whole_positions_with_their_rest(step, frames):
    """The author's answer: a variable of its own for the fraction; what is drawn stays whole."""
    place, rest = 0, 0.0
    for _ in range(frames):
        rest += step
        place, rest = place + math.floor(rest), rest - math.floor(rest)
    return place


def keeps_its_speed(positions, step):
    return abs(positions(step, 100) - 100 * step) <= 1.0


@pytest.mark.parametrize("step", [2.40232, -2.40232, 0.7, -0.7])
def test_whole_positions_lose_the_fraction_of_every_frame(step):
    """With 2.40232 a frame, comment 8's number, the car is a sixth too slow; below 1 it stands."""
    assert not keeps_its_speed(whole_positions, step)
    assert keeps_its_speed(whole_positions_with_their_rest, step)


def test_whole_positions_pull_a_car_at_positive_places_to_the_left_and_up():
    """Comment 8 on a screen: int() rounds positive places down, so forward is too slow and backward too fast."""
    forward = whole_positions(2.40232, 100) - 100 * 2.40232
    place = 1000
    for _ in range(100):
        place = int(place - 2.40232)
    assert forward < -30.0
    assert (place - 1000) - 100 * -2.40232 < -30.0
