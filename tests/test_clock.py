"""The pacer: real time decides when a step is due; debts are dropped, pauses are no debt, errors are reported."""

import threading
import time
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import patience

from motorpool.errors import WorldError
from motorpool.world.clock import LONGEST_DEBT, Pacer

DT = 0.125  # exact in binary, so that times can be compared exactly
DEADLINE = patience(60.0)  # for what another thread ought to do at once [s]


class Clock:
    """A clock that only advances when somebody sleeps, or a step takes its time."""

    def __init__(self):
        self.time = 100.0

    def now(self):
        return self.time

    def sleep(self, duration):
        self.time += duration


class Steps:
    """A world that notes when it was stepped; ``costs`` is how long each of the first steps takes."""

    dt = DT

    def __init__(self, clock, *costs):
        self.clock, self.costs, self.times = clock, list(costs), []

    def step(self):
        self.times.append(self.clock.time)
        self.clock.time += self.costs.pop(0) if self.costs else 0.0

    def spacings(self):
        return [round(b - a, 9) for a, b in zip(self.times, self.times[1:], strict=False)]


def paced(*costs, rate=1.0):
    """A clock, a world of which the first steps cost so much, and its pacer."""
    clock = Clock()
    world = Steps(clock, *costs)
    return clock, world, Pacer(world, rate=rate, now=clock.now, sleep=clock.sleep)


def eventually(condition):
    """Wait until it holds; fail if it never does."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.001)


# ---------------------------------------------------------------- pace


def test_steps_are_dt_apart():
    _, world, pacer = paced()
    pacer.run(steps=9)
    assert world.spacings() == [DT] * 8


@pytest.mark.parametrize("rate", [0.25, 2.0, 16.0])
def test_the_rate_is_how_much_faster_than_the_wall_clock_it_runs(rate):
    _, world, pacer = paced(rate=rate)
    pacer.run(steps=5)
    assert world.spacings() == [DT / rate] * 4


@pytest.mark.parametrize("rate", [0.01, 1.0, 7.3, 1000.0])
def test_no_time_is_lost_or_invented_at_any_rate_on_a_machine_that_has_run_for_long(rate):
    slept = Fraction(0)

    def sleep(duration):
        nonlocal slept
        slept += Fraction(duration)

    world = SimpleNamespace(dt=1 / 60, step=lambda: None)
    Pacer(world, rate=rate, now=lambda: float(10_000_000 + slept), sleep=sleep).run(steps=20_000)
    resolution = 2e-9 * rate  # of the clock, after 116 days
    assert float(slept) * rate == pytest.approx(20_000 / 60, abs=1e-6 + resolution)


@given(rate=st.floats(0.01, 1000.0), dt=st.floats(1e-3, 0.1), costs=st.lists(st.floats(0.0, 0.6), max_size=30))
def test_real_time_is_simulated_dropped_or_a_short_debt(rate, dt, costs):
    clock, world, pacer = paced(*costs, rate=rate)
    world.dt, start = dt, clock.time
    pacer.run(steps=len(costs) + 3)
    debt = clock.time - start - pacer.dropped - len(world.times) * dt / rate
    assert -1e-9 <= debt <= LONGEST_DEBT + 1e-9


def test_the_rate_may_change_on_the_way():
    _, world, pacer = paced()
    pacer.run(steps=3)
    pacer.rate = 4.0
    pacer.run(steps=3)
    assert world.spacings()[3:] == [DT / 4.0] * 2


def test_steps_that_take_some_time_are_still_dt_apart():
    _, world, pacer = paced(*[0.1] * 9)
    pacer.run(steps=9)
    assert world.spacings() == [DT] * 8


def test_a_short_delay_is_caught_up():
    """One step takes 0.2 s longer than it may: the next come at once until the schedule is met again."""
    _, world, pacer = paced(0.0, DT + 0.2)
    pacer.run(steps=8)
    on_time = [100.0 + i * DT for i in range(8)]
    assert world.times[:2] == on_time[:2]
    assert world.times[2] == pytest.approx(100.0 + DT + DT + 0.2)
    assert world.times[5:] == pytest.approx(on_time[5:])
    assert pacer.dropped == 0.0


def test_a_long_delay_is_dropped_and_not_caught_up():
    hiccup = 5.0
    _, world, pacer = paced(0.0, hiccup)
    pacer.run(steps=6)
    assert pacer.dropped == pytest.approx(hiccup - DT)
    assert world.spacings() == pytest.approx([DT, hiccup, DT, DT, DT])


def test_a_machine_that_is_too_slow_runs_slower_and_never_spirals():
    """Every step takes twice its time: the debt never exceeds its limit, and each step is made once."""
    _, world, pacer = paced(*[2.0 * DT] * 40)
    pacer.run(steps=40)
    assert world.spacings() == [2.0 * DT] * 39
    assert pacer.dropped == pytest.approx(40 * DT, abs=LONGEST_DEBT + DT)


def test_the_achieved_frequency_is_measured():
    _, _, pacer = paced()
    assert pacer.achieved_hz == 0.0
    pacer.run(steps=30)
    assert pacer.achieved_hz == pytest.approx(1.0 / DT)


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), float("inf"), 1e6])
def test_a_rate_that_means_nothing_is_refused(rate):
    _, _, pacer = paced()
    with pytest.raises(WorldError, match=r"rate is .*must be in 0\.01\.\.1000"):
        pacer.rate = rate
    with pytest.raises(WorldError, match="rate is"):
        paced(rate=rate)
    assert pacer.rate == 1.0


# ---------------------------------------------------------------- pause, in a thread


@pytest.fixture
def running():
    """A pacer in its own thread, paused before its first step; and its clock and world."""
    clock, world, pacer = paced()
    pacer.pause()
    pacer.start()
    yield clock, world, pacer
    pacer.stop()


def test_a_paused_world_stands_still_and_single_steps_are_counted(running):
    _, world, pacer = running
    assert pacer.is_paused
    for count in (1, 2, 3):
        pacer.step_once()
        eventually(lambda count=count: len(world.times) == count)
    assert pacer.is_paused
    assert pacer.achieved_hz == 0.0


def test_several_single_steps_at_once_are_all_made(running):
    _, world, pacer = running
    for _ in range(5):
        pacer.step_once()
    eventually(lambda: len(world.times) == 5)


def test_a_resumed_world_runs_again(running):
    _, world, pacer = running
    pacer.resume()
    eventually(lambda: len(world.times) > 20)
    pacer.pause()
    assert pacer.is_paused


def test_a_single_step_pauses_a_running_world(running):
    _, world, pacer = running
    pacer.resume()
    eventually(lambda: len(world.times) > 3)
    pacer.step_once()
    assert pacer.is_paused


@pytest.mark.parametrize("pause", [0.2, 60.0])
def test_the_time_of_a_pause_is_no_debt(pause):
    """Neither dropped when it was long, nor caught up when it was short."""
    clock = Clock()
    world = Steps(clock)
    pacer = Pacer(world, now=clock.now, sleep=clock.sleep)
    waiting = Waiting(lambda: (clock.sleep(pause), pacer.resume()))
    pacer._wake.wait = waiting.wait  # what would block until somebody calls: here the call comes during the wait
    pacer.run(steps=3)
    pacer.pause()
    pacer.run(steps=4)
    assert waiting.count == 1
    assert pacer.dropped == 0.0
    assert world.spacings()[3:] == [DT] * 3


class Waiting:
    """Stands for the pacer's wait: somebody calls meanwhile."""

    def __init__(self, call):
        self.call, self.count = call, 0

    def wait(self):
        self.count += 1
        self.call()


# ---------------------------------------------------------------- ends


def test_stopping_ends_the_thread_even_while_paused(running):
    _, world, pacer = running
    pacer.stop()
    assert not any(thread.name == "motorpool-pacer" for thread in threading.enumerate())
    made = len(world.times)
    pacer.step_once()
    assert len(world.times) == made


def test_a_stopped_pacer_may_start_again(running):
    _, world, pacer = running
    pacer.stop()
    pacer.resume()
    pacer.start()
    eventually(lambda: len(world.times) > 3)


def test_starting_twice_is_starting_once(running):
    _, _, pacer = running
    pacer.start()
    assert sum(thread.name == "motorpool-pacer" for thread in threading.enumerate()) == 1


def test_a_step_may_stop_its_own_pacer():
    clock, world, pacer = paced()
    world.step = lambda: (world.times.append(clock.time), pacer.stop())
    pacer.start()
    eventually(lambda: not any(thread.name == "motorpool-pacer" for thread in threading.enumerate()))
    assert len(world.times) == 1


def test_an_error_in_a_step_ends_the_thread_and_is_reported():
    _, world, pacer = paced()
    world.step = lambda: 1 / 0
    pacer.start()
    eventually(lambda: pacer.error is not None)
    assert isinstance(pacer.error, ZeroDivisionError)
    pacer.stop()


def test_without_a_thread_an_error_in_a_step_comes_out():
    _, world, pacer = paced()
    world.step = lambda: 1 / 0
    with pytest.raises(ZeroDivisionError):
        pacer.run(steps=1)


# ---------------------------------------------------------------- jobs


def test_a_job_runs_between_two_steps_in_the_thread_that_steps():
    _, world, pacer = paced()
    done = []
    pacer.between_steps(lambda: done.append((threading.current_thread(), len(world.times))))
    pacer.run(steps=2)
    assert done == [(threading.current_thread(), 0)]
    assert len(world.times) == 2


def test_a_paused_world_does_its_jobs_and_stays_paused():
    _, world, pacer = paced()
    done = threading.Event()
    pacer.pause()
    pacer.start()
    pacer.between_steps(done.set)
    assert done.wait(DEADLINE)
    pacer.stop()
    assert world.times == []
