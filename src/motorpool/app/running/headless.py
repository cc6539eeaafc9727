"""``motorpool run --headless``: runs a world as fast as the machine can, or in real time with programs of others."""

import math
import time
from collections.abc import Callable, Sequence

import numpy as np

from ...base.command_line.command import Service
from ...base.command_line.interruption import Interruption, interruptible
from ...base.command_line.simulating import progress_bar
from ...base.errors import ClusterError, ScenarioError, Status
from ...world import World
from ...world.part import Participant
from ...world.recovery.component import STANDING
from ..cli.precompilation import compiling_ahead, compiling_in_first_step
from .building import built
from .options import RunOptions
from .run import Run
from .standing_count import StandingCount

HEADLESS_SECONDS = 60.0  # default simulated time [s]
REFRESH = 0.1  # interval between updates of the progress in real time [s]


def run_headless(run: Run) -> int:
    """Run until the end of the simulated time, or an interruption, and return the exit code.

    Raises:
        MotorpoolError: the world cannot be built, or a part cannot enter it.
    """
    if len(run.names) > 1:
        raise ScenarioError(f"--headless runs one scenario, not {len(run.names)}; without it, the page offers them all")
    run.limit_threads()
    run.trust()
    is_real_time = any(part.is_real_time for part in run.parts)
    default = math.inf if is_real_time else HEADLESS_SECONDS
    duration = default if run.options.seconds is None else run.options.seconds
    standing, exit_code, elapsed = StandingCount(), 0, 0.0
    with run.begun():
        compiling = compiling_ahead if run.is_named else compiling_in_first_step
        world = built(run.names[0], run.changes, found=run.scenario, compiling_with=compiling)
        run.stand(world)
        run.enter()
        world.observers.append(standing)
        with interruptible() as raise_if_interrupted, progress_bar(duration) as show:

            def progress(done: float) -> None:
                show(done)
                raise_if_interrupted()

            start = time.perf_counter()
            try:
                if is_real_time:
                    _run_in_real_time(run, duration, progress)
                else:
                    run.stepped.run(seconds=duration, progress=progress)
            except Interruption as interruption:
                exit_code = interruption.exit_code
            except ClusterError as error:
                raise run.failed(error) from error
            elapsed = time.perf_counter() - start
    _summarise(world, elapsed, was_interrupted=exit_code != 0)
    if world.time > STANDING and world.recovery.mode != "off" and run.stepped is world:
        print(standing.sentence(world))
    run.report()
    return exit_code


class End:
    """Observer that calls a function at the end of a simulated time [s]."""

    def __init__(self, seconds: float, stop: Callable[[], None]):
        self._seconds, self._stop = seconds, stop
        self.is_over = False

    def observe(self, world: World) -> None:
        """Stop at the end."""
        if world.time >= self._seconds - 0.5 * world.dt:
            self.is_over = True
            self._stop()


def _run_in_real_time(run: Run, seconds: float, progress: Callable[[float], None]) -> None:
    """Run for simulated ``seconds`` [s]; an exception that ``progress`` raises ends the run."""
    world, pacer = run.world, run.pacer
    if not world.time < seconds - 0.5 * world.dt:
        return
    end = End(seconds, pacer.stop)
    world.observers.append(end)
    pacer.start()
    try:
        while not end.is_over and pacer.error is None:
            progress(world.time)
            time.sleep(REFRESH)
    finally:
        pacer.stop()
        world.observers.remove(end)
    if pacer.error is not None:
        raise pacer.error


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


def run_scenario(scenario: str, parts: Sequence[Participant], *, seconds: float | None = None) -> int:
    """Run a scenario without the page, for another command, and return the exit code."""
    return run_headless(Run(RunOptions(scenario=[scenario], headless=True, seconds=seconds), parts))


SERVICE = Service("run a scenario", run_scenario)
