"""``motorpool run``: a scenario, live in the browser or headless, recorded or not."""

import contextlib
import gc
import math
import os
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ..clock import Pacer
from ..errors import MotorpoolError, RecordingError, Status, WorldError
from ..observers.recorder import Recorder
from ..scenario import load
from ..world import World
from .compilation import LINES
from .dis.joining import joined, run_in_real_time
from .interruption import Interruption, hangup_as_request, interruptible
from .precompilation import compiling_ahead, precompiling

if TYPE_CHECKING:
    from ..scenario.exercise import ExercisePart
    from ..scenario.loader import Scenario
    from ..viewer import Viewer

HEADLESS_SECONDS = 60.0


class Changes(NamedTuple):
    """Changes that the options make to the scenario; None leaves a value."""

    vehicles: int | None = None
    objects: int | None = None
    terrain: str | None = None
    seed: int | None = None
    exercise: dict[str, Any] | Literal[False] | None = None


class Recording(NamedTuple):
    """A recording that is asked for."""

    path: Path | None  # .parquet; None for none
    every: int = 1  # steps between two that are recorded
    overwrite: bool = False  # a file that exists


class Plan(NamedTuple):
    """A world that is ready to run."""

    world: World
    recorder: Recorder | None
    seconds: float | None
    exercise: "ExercisePart | None" = None  # that the world takes part in


def prepare(
    scenario: str, changes: Changes, recording: Recording, *, seconds: float | None, threads: int | None
) -> Plan:
    """Check everything, build the world and compile its kernels.

    Args:
        scenario: name of a scenario, or path of its file.
        changes: what differs from the scenario's file.
        recording: of it, or none.
        seconds: simulated time to run for [s]; None for 60 headless, and without end with the page.
        threads: greatest number of processors to use; None for all.

    Raises:
        MotorpoolError: something of it is not possible.
    """
    _check_numbers(changes, seconds, threads)
    if threads is not None:
        os.environ["MOTORPOOL_THREADS"] = str(threads)
    found = _changed(load(scenario), changes)
    recorder = _recorder_of(recording)
    try:
        with (
            few_collections(),
            status_line("compiling") as tell,
            compiling_ahead(scenario, changes._asdict(), expect=LINES.expect, progress=tell) as wait,
        ):
            world = found.build()
            wait()
            warm_up(world)
            LINES.finish()
    except BaseException:
        if recorder is not None:
            recorder.close()  # it saw nothing, so it leaves nothing
        raise
    tell_warnings(world)
    return Plan(world, recorder, seconds, found.content.exercise)


def _changed(scenario: "Scenario", changes: Changes) -> "Scenario":
    return scenario.changed(**changes._asdict()) if any(change is not None for change in changes) else scenario


def _recorder_of(recording: Recording) -> Recorder | None:
    if recording.path is None:
        return None
    return Recorder(recording.path, every=recording.every, overwrite=recording.overwrite)


def tell_warnings(world: World) -> None:
    """Print what a user should know of the ground, a line each."""
    for sentence in world.terrain.warnings:
        print(f"motorpool: {sentence}", file=sys.stderr)


def run_headless(plan: Plan) -> int:
    """Run as fast as the machine can, or in real time in an exercise, with a progress bar; returns the exit code."""
    world, recorder, seconds = plan.world, plan.recorder, plan.seconds
    duration = seconds if seconds is not None else HEADLESS_SECONDS if plan.exercise is None else math.inf
    observers = [recorder] if recorder else []
    exit_code = 0
    with interruptible() as raise_if_interrupted, progress_bar(duration) as show, _recording(recorder):

        def progress(done: float) -> None:
            show(done)
            raise_if_interrupted()

        start = time.perf_counter()
        try:
            if plan.exercise is None:
                world.run(seconds=duration, observers=observers, progress=progress)
            else:
                world.observers.extend(observers)
                pacer = Pacer(world)
                with joined(world, plan.exercise, pacer):
                    run_in_real_time(pacer, duration, progress)
        except Interruption as interruption:
            exit_code = interruption.exit_code
        elapsed = time.perf_counter() - start
    _summarise(world, elapsed, was_interrupted=exit_code != 0)
    _tell_recording(recorder)
    return exit_code


def run_live(plan: Plan, *, host: str, port: int, open_browser: bool) -> int:
    """Run in real time with the page, until Ctrl-C or for the time that was asked for; returns the exit code.

    Args:
        plan: world to run, with its recorder and its time.
        host: address to serve the page at; 0.0.0.0 accepts other machines.
        port: port to serve the page at; 0 takes a free one.
        open_browser: open the page in a browser.

    Raises:
        ViewerError: the page cannot be served there.
    """
    from ..viewer import serve

    world, recorder, seconds = plan.world, plan.recorder, plan.seconds

    def when_ready(viewer: "Viewer") -> None:
        from ..viewer.server import print_links

        print_links(viewer)
        if seconds is not None:
            world.observers.append(_End(viewer, seconds))

    pacer = Pacer(world)
    with _recording(recorder), joined(world, plan.exercise, pacer), precompiling(), hangup_as_request():
        if recorder is not None:
            world.observers.append(_WhileItLasts(recorder))
        serve(world, host=host, port=port, pacer=pacer, open_browser=open_browser, on_ready=when_ready)
    _tell_recording(recorder)
    return 0


class _WhileItLasts:
    """A recorder whose failure does not end the live world; it is told at once, and again at the end."""

    def __init__(self, recorder: Recorder):
        self._recorder: Recorder | None = recorder

    def observe(self, world: World) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.observe(world)
        except RecordingError as error:
            print(f"motorpool: {error}; the world goes on", file=sys.stderr, flush=True)
            self._recorder = None


class _End:
    """An observer that ends the service when the time is over."""

    def __init__(self, viewer: "Viewer", seconds: float):
        self._viewer, self._seconds = viewer, seconds

    def observe(self, world: World) -> None:
        if world.time >= self._seconds - 0.5 * world.dt:
            self._viewer.stop()


def _check_numbers(changes: Changes, seconds: float | None, threads: int | None) -> None:
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0.0):
        raise WorldError(f"--seconds is {seconds:g}; it must be zero or positive")
    smallest = {"threads": 1, "vehicles": 1, "objects": 0, "seed": 0}
    given = {"threads": threads, "vehicles": changes.vehicles, "objects": changes.objects, "seed": changes.seed}
    for name, value in given.items():
        if value is not None and value < smallest[name]:
            raise WorldError(f"--{name} is {value}; it must be {smallest[name]} or more")


def warm_up(world: World) -> None:
    """Make a step and take it back: the kernels are compiled, or found in their cache, before the clock starts."""
    before = world.snapshot()
    world.step()
    world.restore(before)


@contextlib.contextmanager
def few_collections() -> Generator[None, None, None]:
    """Let Python look for garbage seldom: a compiler makes many objects and little garbage, and it took an eighth."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.freeze()  # what is there now stays


# ---- what is shown meanwhile


@contextlib.contextmanager
def status_line(text: str) -> Generator[Callable[[str], None], None, None]:
    """Show a line on stderr, where that is a terminal; yields what tells more in it."""
    from rich.console import Console

    with Console(stderr=True).status(text) as line:
        yield lambda words: line.update(f"{text} {words}")


@contextlib.contextmanager
def progress_bar(duration: float) -> Generator[Callable[[float], None], None, None]:
    """A bar on stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[speed]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=duration if math.isfinite(duration) else None, speed="")
        whole = f" of {duration:g}" if math.isfinite(duration) else ""
        start = time.perf_counter()

        def show(done: float) -> None:
            pace = done / max(time.perf_counter() - start, 1e-9)
            text = f"{done:.0f}{whole} s simulated"
            bar.update(task, completed=done, description=text, speed=f"{pace:.0f} x real time")

        yield show


def _summarise(world: World, elapsed: float, *, was_interrupted: bool) -> None:
    steps = world.tick
    pace = world.time / max(elapsed, 1e-9)
    rate = steps / max(elapsed, 1e-9)
    verb = "interrupted after" if was_interrupted else "simulated"
    print(
        f"{verb} {world.time:.1f} s of {world.count} vehicles in {elapsed:.1f} s: {pace:.0f} times real time, "
        f"{rate:.0f} steps/s, {rate * world.count / 1e6:.2f} million vehicle-steps/s"
    )
    if np.any(world.vehicles.status & Status.NOT_FINITE):
        print("\n".join(world.problems()))


def _tell_recording(recorder: Recorder | None) -> None:
    if recorder is None:
        return
    if recorder.path.exists():
        print(f"recorded to {recorder.path} ({recorder.path.stat().st_size / 1e6:.1f} MB)")
    else:
        print(f"no step was made, so {recorder.path} was not written")


# ---- how it ends


@contextlib.contextmanager
def _recording(recorder: Recorder | None) -> Generator[None, None, None]:
    """Close the recorder whatever happens; the first error is the one that is told."""
    try:
        yield
    except BaseException:
        if recorder is not None:
            with contextlib.suppress(MotorpoolError):
                recorder.close()
        raise
    if recorder is not None:
        recorder.close()
