"""Compilation of a world's kernels in a second process: those of its first step, then those that it needs later.

If the cache of kernels is empty, ``head_start`` starts a process that compiles kernels of the first step while this
process imports, opens its port, and makes the landscape and the world; then both share the rest. ``precompiling``
starts a process that compiles the kernels of the first contact, shot, slide and recovery by stepping a small world in
which these happen, so that the live world does not stop for them. Machine code is exchanged through the cache. Files
are written whole or not at all, so either process may be killed at any time; if one fails, the live world compiles for
itself.
"""

import contextlib
import functools
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...base.errors import ScenarioError
from ...base.operating_system import lower_priority
from ...base.trust import grant
from ...compile.array_cache import cached
from ...ground.objects.objects import place_objects
from ...ground.terrain.heightfield import Terrain
from ...vehicles.fleet import Fleet
from ...world import World
from ...world.contact import candidates
from ...world.contact import stages as contact
from ...world.drivers import stages as drivers
from ...world.drivers.kinds import PLAYER
from ...world.guidance.component import LOOK_AND_WANDER
from ...world.gunnery import stages as gunnery
from ...world.gunnery.guns import Armament
from ...world.recovery import backing, phases, towing, ways
from ...world.recovery import stages as recovery
from ...world.scenario import load
from ...world.scenario.landscape import PlainLandscapes
from .second_process import Claims, beside, claiming, request

if TYPE_CHECKING:
    from ...compile.ahead import Job

FIRST = (LOOK_AND_WANDER,)  # in the first step of every world
LATER = (
    candidates.list_pairs, candidates.mark_touching_pairs, candidates.mark_touching_objects,
    contact.resolve_contacts, contact.move_residually, gunnery.work_guns, gunnery.fly_rounds, drivers.command_others,
    recovery.feel_around, recovery.lead_other_ways, recovery.override_decisions, backing.try_manoeuvres,
    ways.look_along, towing.pull_towed,
)  # fmt: skip
FEW_VEHICLES = 500  # enough for convoys, routes and every fleet, so that all kernels of a larger world are listed
SECONDS_A_KERNEL, SECONDS_A_BYTE = 0.02, 4e-5  # compile time per kernel and per byte of byte code, one CPU of 2023 [s]
BEGAN, ENDED = "began", "ended"  # lines of the output of the second process
LONG = 1e3  # time longer than any phase of recovery [s]
SHARED = 0.7  # duration with two processes per duration with one [1]


CompileStep = Callable[[], None]  # compiles the remaining kernels of a first step, or waits for another process
ListStep = Callable[[World], CompileStep]  # lists the kernels of a world's first step


class Compiling(Protocol):
    """Context that compiles the kernels of a scenario's first step while its world is built."""

    def __call__(
        self,
        scenario: str,
        changes: Mapping[str, Any],
        *,
        expect: Callable[[float], None],
        progress: Callable[[str], None],
    ) -> contextlib.AbstractContextManager[ListStep]:
        """Begin to compile; yields the function to call with the world when it is built."""
        ...


@contextlib.contextmanager
def compiling_ahead(
    scenario: str, changes: Mapping[str, Any], *, expect: Callable[[float], None], progress: Callable[[str], None]
) -> Generator[ListStep, None, None]:
    """Compile the kernels of a scenario's first step if the cache is empty, on two processors if there are two."""
    functions: Any = {"expect": expect, "progress": progress}
    with head_start(scenario, changes) as compiling, compiling(scenario, changes, **functions) as list_step:
        yield list_step


@contextlib.contextmanager
def head_start(
    scenario: str, changes: Mapping[str, Any], *, begun: Claims | None = None
) -> Generator[Compiling, None, None]:
    """Start the other process of ``compiling_ahead``, which compiles while this one imports and opens its port.

    Args:
        begun: claims of a process that ``early_start`` has started.
    """
    from ...compile.columns import cpu_count

    if begun is not None:
        yield functools.partial(_sharing, begun)
    elif _are_compiled(FIRST):
        yield compiling_in_first_step
    else:
        with claiming(scenario, changes, is_alone=cpu_count() < 2) as claims:
            yield functools.partial(_sharing, claims)


@contextlib.contextmanager
def compiling_in_first_step(
    scenario: str,
    changes: Mapping[str, Any],
    *,
    expect: Callable[[float], None],
    progress: Callable[[str], None],
) -> Generator[ListStep, None, None]:
    """Compile nothing before the first step: all kernels are compiled, or no other process can build the world."""
    yield lambda _: lambda: None


@contextlib.contextmanager
def _sharing(
    claims: Claims,
    scenario: str,
    changes: Mapping[str, Any],
    *,
    expect: Callable[[float], None],
    progress: Callable[[str], None],
) -> Generator[ListStep, None, None]:
    """Compile the kernels that another process has not claimed; see ``compiling_ahead``.

    ``scenario`` and ``changes`` are not used, because the kernels are listed from the world.
    """
    from ...compile import ahead

    folder = claims.folder

    def list_step(world: World) -> CompileStep:
        jobs = kernels_of(world)
        share = SHARED if claims.has_other() else 1.0
        expect(share * _duration(jobs))

        def compile_step() -> None:
            ahead.work(jobs, folder, progress=lambda number: progress(jobs[number].name))
            ahead.wait(jobs, folder, is_alive=claims.has_other)

        return compile_step

    yield list_step


def kernels_of(world: World) -> "list[Job]":
    """Return the kernels that a world's next step would compile or load, greatest first.

    The world makes a step in which new kernels do nothing, and is then restored.
    """
    from ...compile import ahead

    before = world.snapshot()
    try:
        with (
            ahead.listed() as jobs,
            contextlib.suppress(Exception),
        ):  # a stage may need results that a kernel did not write
            world.step()
    finally:
        world.restore(before)
    return jobs


def jobs_of(scenario: str, changes: Mapping[str, Any]) -> "list[Job]":
    """Return the kernels of a scenario's first step, greatest first, from a smaller world on plain ground."""
    from ...compile import ahead

    found = load(scenario).changed(**changes)
    with contextlib.suppress(ScenarioError):  # its vehicles may have fixed positions, so their number is fixed
        found = found.changed(vehicles=min(found.vehicle_count, FEW_VEHICLES))
    with ahead.listed() as jobs, contextlib.suppress(Exception):  # a stage may need results that a kernel did not write
        found.build(landscapes=PlainLandscapes(cached)).step()
    return jobs


@contextlib.contextmanager
def compiling_beside(
    scenario: str, changes: Mapping[str, Any], *, expect: Callable[[float], None], progress: Callable[[str], None]
) -> Generator[ListStep, None, None]:
    """Compile the kernels of a scenario's first step in another process, while a world runs in this one.

    A compiler in this process would block that world's interpreter, and listing kernels would stop it. ``expect`` and
    ``progress`` are not called, because the missing kernels are known only in the other process.
    """
    from ...compile.notices import compiling, tell_progress

    with beside(*request(scenario, changes), output=subprocess.PIPE) as process, contextlib.ExitStack() as notice:
        for line in process.stdout or ():
            match line.decode().split():
                case [word] if word == BEGAN:
                    notice.enter_context(compiling())
                case [done, total]:
                    tell_progress(int(done), int(total))
                case _:
                    notice.close()
    yield lambda _: lambda: None


def _duration(jobs: "list[Job]") -> float:
    """Return the estimated compile time on one processor [s]."""
    return sum(SECONDS_A_KERNEL + SECONDS_A_BYTE * job.size for job in jobs)


@contextlib.contextmanager
def precompiling() -> Generator[None, None, None]:
    """Run `rehearse` in another process that ends with the block; in none if all kernels are compiled."""
    if _are_compiled(LATER):
        yield
        return
    with beside():
        yield


def rehearse() -> None:
    """Step a world in which two vehicles collide with each other and an object, one fires, and one recovers."""
    terrain = Terrain.flat(size=500.0, spacing=50.0)
    stone = place_objects(terrain, x=[104.0], y=[3.0], radius=1.0)
    world = World(fleets=[Fleet("tracked", 2)], terrain=terrain, objects=stone, armament={"tracked/arc": Armament()})
    world.place_vehicles(slice(None), [100.0, 103.0], [0.0, 1.0], [0.0, 2.0])
    world.vehicles.speed[:] = 5.0
    world.vehicles.trigger[:] = 1
    world.vehicles.driver[1] = PLAYER
    for _ in range(4):
        world.step()
    let_free_itself(world, vehicle=0)


def let_free_itself(world: World, *, vehicle: int) -> None:
    """Step a world while a vehicle with an autopilot backs out, tries another way, and is towed.

    It is towed to its track, or to the origin if it has none.
    """
    vehicles = world.vehicles
    for phase, time in ((phases.BACKING, LONG), (phases.TOWED, 0.0)):
        vehicles.recovery_phase[vehicle], vehicles.phase_time[vehicle] = phase, time
        vehicles.headway_time[vehicle] = 0.0
        for _ in range(round(1.0 / world.dt)):
            world.step()


def _are_compiled(stages: tuple[Any, ...]) -> bool:
    from ...compile.rows import is_compiled

    return all(map(is_compiled, stages))


class _Report:
    """Listener that prints the progress of compilation for the other process, one line per event."""

    def began(self) -> None:
        print(BEGAN, flush=True)

    def ended(self, seconds: float) -> None:
        print(ENDED, flush=True)

    def progressed(self, done: int, total: int) -> None:
        print(done, total, flush=True)


def main(arguments: list[str]) -> None:
    """Compile a share of a scenario's kernels, or all of them, or run `rehearse`."""
    if len(arguments) < 4:
        lower_priority()  # the live world has priority
    match arguments:
        case [scenario, changes, trusted, folder]:
            _work(scenario, changes, trusted, folder)
        case [scenario, changes, trusted]:
            from ...compile.notices import listening

            with tempfile.TemporaryDirectory() as folder, listening(_Report()):
                _work(scenario, changes, trusted, folder)
        case _:
            rehearse()


def _work(scenario: str, changes: str, trusted: str, folder: str) -> None:
    from ...compile import ahead

    grant(json.loads(trusted))
    ahead.work(jobs_of(scenario, json.loads(changes)), Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
