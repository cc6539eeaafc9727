"""Runs for periods of any length: no time is lost or invented, in a world, its regions, a vehicle and a fleet."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motorpool as mp
from motorpool.app.playground import exported
from motorpool.app.playground.demonstrations import Phase
from motorpool.app.playground.session import Session
from motorpool.errors import ModelError, WorldError
from motorpool.models.periods import Rest, is_due, whole_steps
from motorpool.recording.verification import scenario_in, verify
from motorpool.studies.distributed.regions import PartitionedWorld

DTS = st.floats(1e-4, 1.0) | st.sampled_from([1 / 60, 1 / 240, 0.02, 0.1, 1 / 3])
FRAMES = st.lists(st.floats(0.0, 5.0) | st.floats(0.0, 1e-6) | st.floats(0.0, 0.02), max_size=40)
RATES = (24, 25, 30, 50, 59.94, 60, 75, 90, 100, 120, 144, 165, 240, 360, 1000)  # of screens [1/s]


class Runs:
    """A world, its regions, a vehicle or a fleet, run by periods with steps of ``dt``."""

    def __init__(self, kind, dt=1 / 60):
        self.kind, self.dt = kind, dt
        self.subject = {"vehicle": self._vehicle, "fleet": self._fleet}.get(kind, self._world)()

    def _vehicle(self):
        return mp.Vehicle("single-track", speed=10.0, steer_angle=0.05)

    def _fleet(self):
        return mp.Fleet("bicycle", 2, speed=10.0, steer_angle=0.05)

    def _world(self):
        world = mp.World(fleets=[("bicycle", 2)], dt=self.dt, seed=1)
        world.scatter_vehicles()
        return PartitionedWorld(world, regions=1) if self.kind == "regions" else world

    def run(self, seconds):
        if self.kind in ("vehicle", "fleet"):
            self.subject.run(seconds=seconds, dt=self.dt)
        else:
            self.subject.run(seconds=seconds)

    def step(self):
        self.subject.step(*(() if self.kind in ("world", "regions") else (self.dt,)))

    def state(self):
        """Return the numbers that every step changes."""
        if self.kind == "vehicle":
            return self.subject.snapshot().values
        if self.kind == "fleet":
            return [column.tolist() for column in self.subject.state]
        columns = getattr(self.subject, "world", self.subject).vehicles
        return [column.tolist() for column in (columns.x, columns.y, columns.yaw, columns.speed)]


KINDS = ("world", "regions", "vehicle", "fleet")


# ---------------------------------------------------------------- the division


@given(dt=DTS, frames=FRAMES)
def test_what_was_asked_for_and_what_was_simulated_never_differ_by_a_step(dt, frames):
    asked, steps, fraction = Fraction(0), 0, 0.0
    for seconds in frames:
        count, fraction = whole_steps(seconds, dt, fraction=fraction)
        asked, steps = asked + Fraction(seconds), steps + count
        left = float(asked / Fraction(dt) - steps)
        assert 0.0 <= fraction < 1.0
        assert left == pytest.approx(fraction, abs=1e-12 * (1.0 + float(asked) / dt))


@given(dt=DTS, count=st.integers(0, 10**9))
def test_a_period_of_whole_steps_gives_that_number_and_leaves_nothing(dt, count):
    for seconds in (count * dt, np.nextafter(count * dt, 0.0), np.nextafter(count * dt, np.inf)):
        assert count < 1 or whole_steps(seconds, dt, fraction=0.0) == (count, 0.0)


@pytest.mark.parametrize(("seconds", "dt", "count"), [(0.1, 1 / 60, 6), (1 / 60, 1 / 60, 1), (0.3, 0.1, 3)])
def test_rounding_does_not_accumulate_over_a_hundred_thousand_periods(seconds, dt, count):
    fraction = 0.0
    for _ in range(100_000):
        found, fraction = whole_steps(seconds, dt, fraction=fraction)
        assert found == count


@pytest.mark.parametrize("dt", [1 / 60, 1 / 240, 0.01])
@pytest.mark.parametrize("rate", RATES)
def test_a_minute_of_frames_is_a_minute_at_any_frame_rate(rate, dt):
    steps, fraction = 0, 0.0
    for _ in range(round(60 * rate)):
        count, fraction = whole_steps(1.0 / rate, dt, fraction=fraction)
        steps += count
    assert steps * dt == pytest.approx(round(60 * rate) / rate, abs=1.01 * dt if rate == 59.94 else 1e-9)


def test_periods_that_are_far_shorter_than_a_step_are_not_lost():
    steps, fraction = 0, 0.0
    for _ in range(100_000):
        count, fraction = whole_steps(1e-7, 1 / 60, fraction=fraction)
        steps += count
    assert (steps + fraction) / 60 == pytest.approx(0.01, rel=1e-9)


@given(frames=st.lists(st.tuples(st.floats(0.0, 0.1), DTS), max_size=30))
def test_a_change_of_the_step_loses_no_time(frames):
    rest, asked, simulated = Rest(), Fraction(0), Fraction(0)
    for seconds, dt in frames:
        count, rest = rest.divide(seconds, dt)
        asked, simulated = asked + Fraction(seconds), simulated + count * Fraction(dt)
        assert float(asked - simulated) == pytest.approx(rest.step_fraction * dt, abs=1e-11)


# ---------------------------------------------------------------- worlds, regions, vehicles and fleets


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8)
@given(frames=st.lists(st.floats(0.0, 0.05), min_size=1, max_size=12))
def test_a_run_in_frames_equals_steps_to_the_bit(kind, frames):
    in_frames, in_steps = Runs(kind), Runs(kind)
    steps, fraction = 0, 0.0
    for seconds in frames:
        in_frames.run(seconds)
        count, fraction = whole_steps(seconds, in_frames.dt, fraction=fraction)
        steps += count
    for _ in range(steps):
        in_steps.step()
    if kind == "regions":
        in_steps.subject.gather()
    assert in_frames.state() == in_steps.state()
    assert in_frames.subject.step_fraction == fraction


@pytest.mark.parametrize("kind", KINDS)
def test_steps_between_runs_leave_the_rest_as_it_is(kind):
    runs = Runs(kind)
    runs.run(0.4 / 60)
    runs.step()
    assert runs.subject.step_fraction == pytest.approx(0.4)
    before = runs.state()
    runs.run(0.5 / 60)
    assert runs.state() == before
    assert runs.subject.step_fraction == pytest.approx(0.9)


@pytest.mark.parametrize("kind", ["world", "vehicle", "fleet"])
def test_a_snapshot_has_the_rest_of_a_step(kind):
    runs = Runs(kind)
    runs.run(0.9 / 60)
    saved, before = runs.subject.snapshot(), runs.state()
    runs.run(0.6 / 60)
    after = runs.state()
    assert after != before
    runs.subject.restore(saved)
    assert (runs.state(), runs.subject.step_fraction) == (before, pytest.approx(0.9))
    runs.run(0.6 / 60)
    assert runs.state() == after


@pytest.mark.parametrize("kind", ["vehicle", "fleet"])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_has_the_rest_of_a_step(kind, copied):
    runs = Runs(kind)
    runs.run(0.9 / 60)
    assert copied(runs.subject).step_fraction == runs.subject.step_fraction == pytest.approx(0.9)


def test_a_world_goes_on_with_the_rest_that_its_regions_left():
    world = mp.World(fleets=[("bicycle", 4)], seed=1)
    world.scatter_vehicles()
    world.run(seconds=0.4 / 60)
    with PartitionedWorld(world, regions=2) as partitioned:
        partitioned.run(seconds=0.4 / 60)
        assert partitioned.tick == 0
    world.run(seconds=0.4 / 60)
    assert (world.tick, world.step_fraction) == (1, pytest.approx(0.2))


def test_a_run_that_fails_keeps_what_it_was_left_with():
    world = mp.World(fleets=[("bicycle", 1)])
    world.run(seconds=0.4 / 60)
    with pytest.raises(ZeroDivisionError):
        world.run(seconds=1.0, progress=lambda _: 1 / 0)
    assert (world.tick, world.step_fraction) == (6, pytest.approx(0.4))


@pytest.mark.slow
def test_a_recording_of_frames_is_verified_and_equals_that_of_one_run(tmp_path):
    scenario = tmp_path / "two.yaml"
    scenario.write_text("vehicles: [{model: bicycle, count: 2}]")
    for name, frames in (("frames", [1 / 144] * 144), ("whole", [1.0])):
        world = mp.load(scenario).build()
        with mp.Recorder(tmp_path / f"{name}.parquet") as recorder:
            for seconds in frames:
                world.run(seconds=seconds, observers=[recorder])
    recordings = [mp.read_recording(tmp_path / f"{name}.parquet") for name in ("frames", "whole")]
    assert [recording.duration for recording in recordings] == pytest.approx([1.0, 1.0])
    for recording in recordings:
        assert not verify(recording, scenario_in(recording).build()).difference


def test_what_is_drawn_at_the_step_fraction_moves_evenly_at_any_frame_rate():
    for rate in (25, 75, 144, 165):
        car, before, drawn = mp.Vehicle("bicycle", speed=6.0), 0.0, []

        def keep(_, car=car):
            nonlocal before
            before = car.x

        for _ in range(60):
            car.run(seconds=1.0 / rate, dt=1 / 60, control=keep)
            drawn.append(before + car.step_fraction * (car.x - before))
        late = 3 if rate > 60 else 1  # frames before the first two steps
        assert np.diff(drawn[late:]) == pytest.approx(6.0 / rate, abs=1e-9)


@pytest.mark.parametrize("kind", ["vehicle", "fleet"])
def test_controls_are_set_before_each_step_of_a_frame(kind):
    runs, times = Runs(kind), []
    for _ in range(3):
        runs.subject.run(seconds=1.5 / 60, dt=1 / 60, control=times.append)
    assert times == pytest.approx([0.0, 0.0, 1 / 60, 0.0])


def test_a_dynamic_model_is_driven_by_frames_as_by_steps():
    in_frames, in_steps = mp.Vehicle("single-track"), mp.Vehicle("single-track")
    for _ in range(30):
        in_frames.run(seconds=1 / 30, dt=1 / 240, control=lambda _: in_frames.drive(8.0, 0.3, dt=1 / 240))
    for _ in range(240):
        in_steps.drive(8.0, 0.3, dt=1 / 240)
        in_steps.step(1 / 240)
    assert in_frames.snapshot().values == in_steps.snapshot().values


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e308, 10**400, "1"])
def test_a_period_that_is_none_is_refused_and_changes_nothing(kind, seconds):
    runs = Runs(kind)
    before = runs.state()
    with pytest.raises((WorldError, ModelError), match=r"seconds is .*; it must be a finite number"):
        runs.run(seconds)
    assert (runs.state(), runs.subject.step_fraction) == (before, 0.0)


def test_a_fleet_runs_for_steps_or_for_seconds():
    fleet = mp.Fleet("bicycle", 1)
    for given_arguments in ({}, {"steps": 1, "seconds": 1.0}):
        with pytest.raises(ModelError, match="takes either steps or seconds"):
            fleet.run(0.1, **given_arguments)
    with pytest.raises(ModelError, match="dt is 0; a period is divided into steps of a positive dt"):
        fleet.run(0.0, seconds=1.0)


# ---------------------------------------------------------------- the playground


@pytest.mark.parametrize("rate", RATES)
def test_the_playground_follows_real_time_at_any_frame_rate(rate):
    session, frames = Session(), 2 * round(rate)
    steps = sum(session.advance(1.0 / rate) for _ in range(frames))
    assert steps * session.dt == pytest.approx(frames / rate, abs=session.dt * (1.0 - 1e-6))


@given(dt=st.floats(0.004, 0.3), seconds=st.lists(st.floats(0.01, 5.0), min_size=1, max_size=12))
def test_an_exported_drive_lasts_as_long_as_its_phases_together(dt, seconds):
    held = list(exported._held([Phase(each, 1.0, 0.0) for each in seconds], dt))
    assert 0.0 <= sum(seconds) - sum(phase.steps for phase in held) * dt + 1e-9 < dt + 2e-9
    assert all(phase.steps > 0 for phase in held)


# ---------------------------------------------------------------- messages


@given(
    dt=st.floats(1e-3, 0.2) | st.sampled_from([1 / 60, 0.02, 0.03]),
    rate=st.floats(0.5, 100.0),
    count=st.integers(1, 999),
)
def test_messages_come_at_their_rate_whatever_the_step(dt, rate, count):
    found = sum(is_due(tick, dt, rate=rate) for tick in range(1, count + 1))
    assert found == pytest.approx(min(1.0, rate * dt) * count, abs=1.0 + 1e-6)
    assert is_due(0, dt, rate=rate)


@given(every=st.integers(1, 100), dt=st.floats(1e-3, 0.2), tick=st.integers(0, 10**7))
def test_messages_of_a_rate_that_divides_the_steps_come_at_multiples_of_a_tick(every, dt, tick):
    assert is_due(tick, dt, rate=1.0 / (every * dt)) == (tick % every == 0)
