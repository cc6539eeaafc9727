"""``motorpool run --headless``: runs a scenario as fast as the machine can; with functions for ``live``."""

import contextlib
import gc
import math
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ..clock import Pacer
from ..errors import MotorpoolError, Status, WorldError
from ..observers.recorder import Recorder
from ..observers.standing_count import StandingCount
from ..scenario import load
from ..world import World
from ..world.recovery.component import STANDING
from .changes import Changes, Recording
from .compilation import LINES
from .dis.joining import joined, run_in_real_time
from .ground_warnings import tell_warnings
from .interruption import Interruption, interruptible
from .partitioning import Partition, partitioned, refuse_exercise
from .precompilation import Compiling, compiling_ahead, compiling_in_first_step
from .robots import NO_ROBOTS, Robots, served
from .waiting import waiting

if TYPE_CHECKING:
    from ..distributed.regions import PartitionedWorld
    from ..learning.driving import Driven
    from ..scenario.loader import Scenario
    from ..world.remote.exercise import ExercisePart

HEADLESS_SECONDS = 60.0  # default simulated time [s]


class AnyRecorder(Protocol):
    """Recorder of a run: ``Recorder``, or ``ros.bag.BagRecorder``."""

    path: Path

    def observe(self, world: World) -> None:
        """Record a step."""
        ...

    def close(self) -> None:
        """Complete the file."""
        ...


class Plan(NamedTuple):
    """A world that is ready to run, and the options of the run."""

    world: World
    recorder: AnyRecorder | None
    seconds: float | None
    exercise: "ExercisePart | None" = None
    partition: Partition | None = None
    gather_steps: int = 1  # number of steps between two calls of the observers, if the world is partitioned
    robots: Robots = NO_ROBOTS


def prepare(
    scenario: str,
    changes: Changes,
    recording: Recording,
    *,
    seconds: float | None,
    threads: int | None,
    found: "Scenario | None" = None,
    driven: "Driven | None" = None,
) -> Plan:
    """Check the options, build the world and compile its kernels.

    Args:
        seconds: simulated time to run for [s]; None for 60, and without end in an exercise.
        found: the scenario, if it has been read before.
        driven: vehicles of a task that a policy drives, in place of a scenario.

    Raises:
        MotorpoolError: a value is out of its range, or the world cannot be built.
    """
    check_numbers(changes, seconds, threads)
    found = changed(found or load(scenario), changes) if driven is None else driven.scenario
    compiling = compiling_ahead if driven is None else compiling_in_first_step
    recorder = recorder_of(recording)
    try:
        world = built(scenario, changes, found=found, compiling_with=compiling)
        if driven is not None:
            driven.begin(world)
    except BaseException:
        if recorder is not None:
            recorder.close()  # it has recorded no step, so it deletes its file
        raise
    return Plan(world, recorder, seconds, found.content.exercise)


def built(
    scenario: str,
    changes: Changes,
    *,
    found: "Scenario | None" = None,
    compiling_with: Compiling = compiling_ahead,
    stand: Callable[[World], None] | None = None,
) -> World:
    """Build a scenario's world and compile the kernels of its steps.

    Args:
        compiling_with: context that compiles while the world is built.
        stand: called with the world as soon as it is built; the world must not be stepped before this function returns.
            Its first step then loads the kernels; without ``stand`` they are loaded here.

    Raises:
        MotorpoolError: the scenario is wrong, or its world cannot be built.
    """
    found = found or changed(load(scenario), changes)
    found.refuse_untrusted()  # before another process compiles for it
    with (
        few_collections(),
        status_line("building the world") as show,
        compiling_with(
            scenario,
            changes._asdict(),
            expect=LINES.expect,
            progress=lambda kernel: show(f"(compiling {kernel})"),
        ) as list_step,
    ):
        world = found.build()
        compile_step = list_step(world)
        if stand is not None:
            stand(world)
        compile_step()
        if stand is None:
            warm_up(world)
    LINES.finish()
    tell_warnings(world)
    return world


def changed(scenario: "Scenario", changes: Changes) -> "Scenario":
    """Return the scenario with the changes of the options."""
    return scenario.changed(**changes._asdict()) if any(change is not None for change in changes) else scenario


def recorder_of(recording: Recording) -> AnyRecorder | None:
    """Return a recorder, which creates its file at once; None if there is no recording."""
    if recording.path is None:
        return None
    if recording.profile is not None:
        from ..ros.bag import BagRecorder

        return BagRecorder(recording.path, every=recording.every, overwrite=recording.overwrite)
    return Recorder(recording.path, every=recording.every, overwrite=recording.overwrite, sensors=True)


def run_headless(plan: Plan) -> int:
    """Run as fast as the machine can, or in real time with others, and return the exit code.

    Others are programs of an exercise, and robot programs.
    """
    world, recorder, seconds = plan.world, plan.recorder, plan.seconds
    is_alone = plan.exercise is None and not plan.robots.are_served
    duration = seconds if seconds is not None else HEADLESS_SECONDS if is_alone else math.inf
    standing = StandingCount()
    observers = [standing, *([recorder] if recorder else [])]
    exit_code = 0
    with (
        recorded(recorder),
        stepping(plan) as steps,
        interruptible() as raise_if_interrupted,
        progress_bar(duration) as show,
    ):

        def progress(done: float) -> None:
            show(done)
            raise_if_interrupted()

        start = time.perf_counter()
        try:
            if is_alone:
                steps.run(seconds=duration, observers=observers, progress=progress)
            else:
                world.observers.extend(observers)
                pacer = Pacer(world)
                with joined(world, plan.exercise, pacer), served(world, plan.robots):
                    run_in_real_time(pacer, duration, progress)
        except Interruption as interruption:
            exit_code = interruption.exit_code
        elapsed = time.perf_counter() - start
    _summarise(world, elapsed, was_interrupted=exit_code != 0)
    if world.time > STANDING and world.recovery.mode != "off" and plan.partition is None:
        print(standing.sentence(world))
    tell_recording(recorder)
    return exit_code


@contextlib.contextmanager
def stepping(plan: Plan) -> "Generator[World | PartitionedWorld, None, None]":
    """Yield the object that makes the steps of a run: its world, or the world's regions."""
    if plan.partition is None:
        yield plan.world
        return
    refuse_exercise(plan.exercise is not None)
    with contextlib.ExitStack() as regions:
        with status_line("starting the regions"):
            divided = regions.enter_context(partitioned(plan.world, plan.partition, gather_steps=plan.gather_steps))
        yield divided


def check_numbers(changes: Changes, seconds: float | None, threads: int | None) -> None:
    """Check the numbers of the options, the simulated time [s] among them, and limit the threads of this process.

    Raises:
        WorldError: a number is out of its range.
    """
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0.0):
        raise WorldError(f"--seconds is {seconds:g}; it must be zero or positive")
    smallest = {"threads": 1, "vehicles": 1, "objects": 0, "seed": 0}
    given = {"threads": threads, "vehicles": changes.vehicles, "objects": changes.objects, "seed": changes.seed}
    for name, value in given.items():
        if value is not None and value < smallest[name]:
            raise WorldError(f"--{name} is {value}; it must be {smallest[name]} or more")
    if threads is not None:
        from ..compile.columns import limit_threads

        limit_threads(threads)


def warm_up(world: World) -> None:
    """Make a step and restore the world, so that all kernels are loaded before the clock starts."""
    before = world.snapshot()
    world.step()
    world.restore(before)


@contextlib.contextmanager
def few_collections() -> Generator[None, None, None]:
    """Collect garbage rarely while the block runs: most objects of a compiler last, and collection took 1/8 of it."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.freeze()  # present objects are excluded from collection


# ---- progress


@contextlib.contextmanager
def status_line(text: str) -> Generator[Callable[[str], None], None, None]:
    """Show a line on stderr if that is a terminal; yields a function that appends words to it."""
    from ..console import status

    with status(text) as show:
        yield lambda words: show(f"{text} {words}")


@contextlib.contextmanager
def progress_bar(duration: float) -> Generator[Callable[[float], None], None, None]:
    """Show how much is simulated; yields a function to call with the simulated time [s]."""
    whole = f" of {duration:.10g}" if math.isfinite(duration) else ""
    start = time.perf_counter()
    with waiting("simulating", total=duration if math.isfinite(duration) else None) as show:

        def progress(done: float) -> None:
            real_time_factor = done / max(time.perf_counter() - start, 1e-9)
            show(f"{done:.0f}{whole} s simulated, {real_time_factor:.0f} x real time", done=done)

        yield progress


def _summarise(world: World, elapsed: float, *, was_interrupted: bool) -> None:
    steps = world.tick
    factor = world.time / max(elapsed, 1e-9)
    rate = steps / max(elapsed, 1e-9)
    verb = "interrupted after" if was_interrupted else "simulated"
    print(
        f"{verb} {world.time:.1f} s of {world.present} vehicles in {elapsed:.1f} s: {factor:.0f} times real time, "
        f"{rate:.0f} steps/s, {rate * world.present / 1e6:.2f} million vehicle-steps/s"
    )
    if np.any(world.vehicles.status & Status.NOT_FINITE):
        print("\n".join(world.problems()))


def tell_recording(recorder: AnyRecorder | None) -> None:
    """Print the path and the size of the recording."""
    if recorder is None:
        return
    if recorder.path.exists():
        print(f"recorded to {recorder.path} ({recorder.path.stat().st_size / 1e6:.1f} MB)")
        if isinstance(recorder, Recorder) and (beside := recorder.sensors_path) is not None:
            print(f"sensors recorded to {beside} ({beside.stat().st_size / 1e6:.1f} MB)")
    else:
        print(f"no step was made, so {recorder.path} was not written")


# ---- the end


@contextlib.contextmanager
def recorded(recorder: AnyRecorder | None) -> Generator[None, None, None]:
    """Close the recorder at the end of the block; of several errors the first is raised."""
    try:
        yield
    except BaseException:
        if recorder is not None:
            with contextlib.suppress(MotorpoolError):
                recorder.close()
        raise
    if recorder is not None:
        recorder.close()
