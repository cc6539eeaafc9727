"""Drift-v0: its pieces, the end that must be held, and its functions for JAX."""

import math

import numpy as np
import pytest

from motorpool.errors import ScenarioError
from motorpool.learning import Batch, DriverVectorEnv, outcomes
from motorpool.learning.functional import functional
from motorpool.learning.scripted import driver_of
from motorpool.learning.task import FOLDER, task_of
from motorpool.learning.view import Errors, Memory, View, side_slip

TASK = "Drift-v0"
TEXT = (FOLDER / f"{TASK}.yaml").read_text(encoding="utf-8")
ON_CIRCLE = Errors(-12.0, 16.0, 0.0)  # 20 m from the goal
MEMORY = Memory(0.0, 0.0, 0.0, 0.0, 0.0)


def view_of(**values) -> View:
    return View(*(0.0,) * len(View._fields))._replace(**values)


def slipping(angle_deg: float, speed: float) -> View:
    """Return a view of a vehicle with a side-slip angle, at a speed."""
    angle = math.radians(angle_deg)
    return view_of(speed=speed * math.cos(angle), lateral_speed=speed * math.sin(angle), yaw_rate=-angle, decision=0.1)


def task_with(old: str, new: str):
    assert TEXT.count(old) == 1
    return task_of(TEXT.replace(old, new), name="own", folder=FOLDER, where="own.yaml")


@pytest.mark.parametrize("angle", [-150.0, -30.0, 0.0, 45.0, 100.0])
def test_the_side_slip_angle_is_from_the_heading_to_the_velocity(angle):
    assert side_slip(slipping(angle, 9.0), ON_CIRCLE) == pytest.approx(math.radians(angle))


def test_a_vehicle_at_rest_has_no_side_slip_and_its_end_waits():
    assert side_slip(view_of(), ON_CIRCLE) == 0.0
    assert not outcomes.standing(view_of(time=2.9), ON_CIRCLE, 1.0, 3.0)
    assert outcomes.standing(view_of(time=3.1), ON_CIRCLE, 1.0, 3.0)
    assert not outcomes.standing(slipping(-90.0, 1.1)._replace(time=3.1), ON_CIRCLE, 1.0, 3.0)


@pytest.mark.parametrize(
    ("view", "errors", "share"),
    [
        (slipping(-30.0, 10.0), ON_CIRCLE, 1.0),
        (slipping(30.0, 10.0), ON_CIRCLE, 1.0),
        (slipping(30.0, 10.0)._replace(yaw_rate=1.0), ON_CIRCLE, 0.0),  # the nose points outward of the turn
        (slipping(-12.5, 10.0), ON_CIRCLE, 0.5),
        (slipping(-30.0, 3.5), ON_CIRCLE, 0.5),
        (slipping(-30.0, 10.0), Errors(0.0, 24.0, 0.0), 0.5),
        (slipping(-30.0, 10.0), Errors(0.0, 12.0, 0.0), 0.0),
        (slipping(-12.5, 3.5), Errors(24.0, 0.0, 0.0), 0.125),
    ],
)
def test_the_reward_is_the_product_of_three_shares(view, errors, share):
    found = outcomes.drift(view, errors, 0.0, MEMORY, 20.0, 8.0, math.radians(25.0), 7.0)
    assert found == pytest.approx(0.1 * share)


@pytest.mark.parametrize(
    ("view", "errors", "is_drifting"),
    [
        (slipping(-26.0, 7.1), ON_CIRCLE, True),
        (slipping(-24.0, 7.1), ON_CIRCLE, False),
        (slipping(-26.0, 7.1)._replace(yaw_rate=-1.0), ON_CIRCLE, False),
        (slipping(-26.0, 6.9), ON_CIRCLE, False),
        (slipping(-26.0, 7.1), Errors(23.1, 0.0, 0.0), False),
        (slipping(-26.0, 7.1), Errors(0.0, -17.1, 0.0), True),
    ],
)
def test_a_vehicle_drifts_beyond_an_angle_and_a_speed_near_the_circle(view, errors, is_drifting):
    assert outcomes.drifting(view, errors, 20.0, 3.0, math.radians(25.0), 7.0) == is_drifting


def test_spun_and_off_circle_are_beyond_their_limits():
    assert not outcomes.spun(slipping(-119.0, 5.0), ON_CIRCLE, math.radians(120.0))
    assert outcomes.spun(slipping(121.0, 5.0), ON_CIRCLE, math.radians(120.0))
    assert not outcomes.off_circle(view_of(), Errors(34.9, 0.0, 0.0), 20.0, 15.0)
    assert outcomes.off_circle(view_of(), Errors(0.0, 4.9, 0.0), 20.0, 15.0)


def test_a_car_succeeds_when_it_has_drifted_for_five_seconds_without_a_break():
    batch, drive = Batch(TASK, 20), driver_of(TASK)
    batch.reset(seed=0)
    held, is_over = np.zeros(20), np.zeros(20, np.bool_)
    while not is_over.all():
        result = batch.step(drive(batch.entries), frozen=is_over)
        pose, motion = batch.world.vehicles.pose, batch.world.vehicles.motion
        offset = abs(np.hypot(pose.x, pose.y) - 20.0)
        slip = -np.degrees(np.arctan2(motion.lateral_speed, motion.speed)) * np.sign(motion.yaw_rate)
        is_drifting = (offset <= 3.0) & (slip >= 25.0) & (np.hypot(motion.speed, motion.lateral_speed) >= 7.0)
        held = np.where(is_over, held, np.where(is_drifting, held + 1, 0))
        assert (batch.episode.held == held).all()
        assert ((batch.causes == 1) == (held >= 50)).all()
        is_over = is_over | result.is_over | result.is_cut
    assert (batch.causes == 1).mean() > 0.9
    assert result.observation[:, 8] == pytest.approx(np.minimum(0.1 * held / 5.0, 1.0), abs=1e-6)
    assert (batch.reset()[:, 8] == 0.0).all()


def test_each_way_to_begin_anew_gives_the_same_next_episode():
    full = np.ones((6, 2), np.float32)
    begun = []
    for mode in ("NextStep", "SameStep", "Disabled"):
        envs = DriverVectorEnv(TASK, 6, autoreset_mode=mode)
        observation, _ = envs.reset(seed=0)
        over = np.zeros(6, np.bool_)
        while not over.any():
            observation, _, is_over, is_cut, infos = envs.step(full)
            over = is_over | is_cut
        causes = infos["cause"].copy()
        if mode == "NextStep":
            observation, reward, *_ = envs.step(full)
            assert (reward[over] == 0.0).all()
        elif mode == "Disabled":
            observation, _ = envs.reset(options={"reset_mask": over})
        assert (observation[over, 8] == 0.0).all()
        begun.append((over, causes, observation[over]))
    for other in begun[1:]:
        for first, column in zip(begun[0], other, strict=True):
            assert (first == column).all()


def test_without_held_for_the_first_moment_is_a_success():
    batch, drive = Batch(task_with(" held_for: 5,", ""), 5), driver_of(TASK)
    batch.reset(seed=0)
    is_over = np.zeros(5, np.bool_)
    while not is_over.all():
        result = batch.step(drive(batch.entries), frozen=is_over)
        is_over = is_over | result.is_over | result.is_cut
    assert (batch.causes == 1).all()
    assert (batch.episode.held == 0.0).all()


def test_only_one_end_may_be_held():
    with pytest.raises(ScenarioError, match="drifting and spun have held_for; only one end may"):
        task_with("{kind: spun, angle_deg: 120,", "{kind: spun, angle_deg: 120, held_for: 1,")


def test_the_time_to_hold_is_a_multiple_of_the_decision():
    with pytest.raises(ScenarioError, match=r"held_for is 0\.25 s, which is no multiple of the decision of 0\.1 s"):
        task_with("held_for: 5", "held_for: 0.25")


def test_functions_and_a_batch_agree_until_the_drift_is_held():
    jax = pytest.importorskip("jax")
    drive, count = driver_of(TASK), 4
    with jax.enable_x64(True):
        reset, step = functional(TASK)
        states, observation = jax.vmap(reset)(jax.numpy.arange(count))
        batch = Batch(TASK, count)
        assert np.abs(batch.reset(seed=0) - np.asarray(observation)).max() < 1e-7
        advance = jax.jit(jax.vmap(step))
        is_over = np.zeros(count, np.bool_)
        while not is_over.any():
            action = drive(batch.entries)
            states, outcome = advance(states, jax.numpy.asarray(action))
            result = batch.step(action)
            assert np.abs(result.observation - np.asarray(outcome.observation)).max() < 1e-7
            assert np.abs(result.reward - np.asarray(outcome.reward)).max() < 1e-9
            assert (batch.causes == np.asarray(outcome.cause)).all()
            assert (batch.episode.held == np.asarray(states.memory.held)).all()
            is_over = result.is_over | result.is_cut
    assert (batch.causes == 1).any()
