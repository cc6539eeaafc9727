"""States that a driven vehicle must send, by algorithm: others then see it within the thresholds, always."""

import math

import numpy as np
import pytest
from dead_reckoner import DeadReckoner

from motorpool.links.dis.motion.columns import EntityStates, empty_states, rows_of, set_rows
from motorpool.links.dis.motion.dead_reckoning import Thresholds
from motorpool.models.dead_reckoning import Motion, Pose
from motorpool.models.rotation import Vector

COUNT, DT, DURATION = 60, 0.05, 60.0
SPEED, TURN, TURN_TIME = 8.0, math.radians(7.0), 3.0  # [m/s], rms of the yaw rate [rad/s], its correlation time [s]


def driven_paths():
    """States of motion of vehicles that wander at constant speed, step by step; yaw rates are smooth."""
    random = np.random.default_rng(7)
    yaw, x, y = random.uniform(-math.pi, math.pi, COUNT), np.zeros(COUNT), np.zeros(COUNT)
    target, rate = TURN * random.standard_normal(COUNT), np.zeros(COUNT)
    zero = np.zeros(COUNT)
    for _ in range(int(DURATION / DT)):
        target += -target * DT / TURN_TIME + TURN * math.sqrt(2.0 * DT / TURN_TIME) * random.standard_normal(COUNT)
        rate += (target - rate) * DT / 0.5
        yaw = np.angle(np.exp(1j * (yaw + rate * DT)))
        cosine, sine = np.cos(yaw), np.sin(yaw)
        x, y = x + SPEED * cosine * DT, y + SPEED * sine * DT
        pose = Pose(x, y, zero, yaw, zero, zero)
        sideways = SPEED * rate
        velocity, turn = Vector(SPEED * cosine, SPEED * sine, zero), Vector(zero, zero, rate)
        acceleration = Vector(-sideways * sine, sideways * cosine, zero)
        along_body = Vector(zero + SPEED, zero, zero), Vector(zero, zero, zero)
        yield Motion(pose, velocity, acceleration, turn), Motion(pose, *along_body, turn)


def sending_rate(algorithm):
    """States a second and vehicle, and the greatest errors that others see."""
    reckoner, thresholds, sent, count = DeadReckoner(), Thresholds(), empty_states(COUNT), 0
    farthest, widest = 0.0, 0.0
    for step, (of_world, of_body) in enumerate(driven_paths()):
        now, truth = step * DT, of_body if algorithm > 5 else of_world
        due = reckoner.exceeds(sent, truth.pose, now, thresholds) | (now - sent.time >= thresholds.heartbeat)
        due |= step == 0
        new = EntityStates(truth, np.full(COUNT, algorithm, np.int8), np.full(COUNT, now))
        set_rows(sent, due, rows_of(new, due))
        count += int(due.sum())
        errors = reckoner.measure(sent, truth.pose, now)
        farthest, widest = max(farthest, errors.distance.max()), max(widest, errors.angle.max())
    return count / (COUNT * DURATION), farthest, widest


@pytest.fixture(scope="module")
def rates():
    return {algorithm: sending_rate(algorithm) for algorithm in (2, 3, 4, 7, 8)}


def test_others_see_every_vehicle_within_the_thresholds(rates):
    for _, farthest, widest in rates.values():
        assert farthest <= 1.0
        assert widest <= math.radians(3.0)


def test_algorithm_4_sends_less_than_one_state_a_second(rates):
    assert 0.2 < rates[4][0] < 1.0


def test_each_quantity_that_is_extrapolated_saves_states(rates):
    assert rates[4][0] < rates[3][0] < rates[2][0]
    assert rates[8][0] == pytest.approx(
        rates[7][0], rel=0.05
    )  # at constant speed there is no acceleration along the body
    assert rates[8][0] < rates[3][0]
