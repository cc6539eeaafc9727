"""``motorpool run`` with the page: opens the port, serves the page, and builds the world that it shows.

The page is served while the first world is built, and shows its vehicles at rest while their kernels are compiled. An
instructor can then choose another scenario: one of the command line, or a built-in one. A world that is recorded, or
that takes part in an exercise, cannot be replaced.
"""

import contextlib
import functools
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..clock import Pacer
from ..errors import RecordingError
from ..scenario import load, shipped
from ..world import World
from .changes import Changes, Limits, Recording
from .dis.joining import joined
from .interruption import hangup_as_request
from .partitioning import SHOWN_STEPS, Partition, connection, partitioned, refuse_exercise
from .precompilation import (
    Compiling,
    compiling_ahead,
    compiling_beside,
    compiling_in_first_step,
    head_start,
    precompiling,
)
from .robots import NO_ROBOTS, Robots, served
from .running import AnyRecorder, built, changed, check_numbers, recorded, recorder_of, tell_recording
from .second_process import Claims

if TYPE_CHECKING:
    from ..learning.driving import Driven
    from ..scenario.loader import Scenario
    from ..viewer import Viewer
    from ..viewer.scenario_choice import Built, Stand
    from ..viewer.schema.session import ScenarioDescription


class Address(NamedTuple):
    """Address at which the page is served."""

    host: str  # 0.0.0.0 accepts other machines
    port: int  # 0 takes a free one
    open_browser: bool  # on this machine


def run_live(
    scenarios: Sequence[str],
    changes: Changes,
    recording: Recording,
    address: Address,
    *,
    trusted: Callable[[], object],
    limits: Limits,
    partition: Partition | None = None,
    claims: Claims | None = None,
    driven: "Driven | None" = None,
    robots: Robots = NO_ROBOTS,
) -> int:
    """Run in real time with the page, until Ctrl-C or for a limited time, and return the exit code.

    Args:
        scenarios: names of scenarios, or paths of their files: the first one runs, the others may be chosen.
        limits: by default a world never ends.
        driven: vehicles of a task that a policy drives, in place of a scenario.

    Raises:
        MotorpoolError: a value is out of its range, or a scenario cannot be run.
    """
    check_numbers(changes, limits.seconds, limits.threads)
    offered = OfferedScenarios(scenarios, changes, driven)
    with contextlib.ExitStack() as lasting:
        if scenarios[0] in shipped.names():  # it names no code, so no consent is needed
            offered.compiling = lasting.enter_context(head_start(scenarios[0], changes._asdict(), begun=claims))
        from ..viewer.server import Viewer, run_viewer

        viewer = Viewer(host=address.host, port=address.port).offer(offered, first=scenarios[0])
        lasting.enter_context(contextlib.closing(viewer))
        offered.check()
        trusted()
        recorder = recorder_of(recording)
        lasting.enter_context(hangup_as_request())
        lasting.enter_context(recorded(recorder))
        offered.stays_because = reason_to_stay(
            recorder, offered.first, is_driven=driven is not None, has_robots=robots.are_served
        )
        offered.begin = lambda world, pacer: _begin(world, pacer, offered.first, recorder, lasting, robots)
        offered.shows_standing = partition is None and offered.first.content.exercise is None
        if partition is not None:
            refuse_exercise(offered.first.content.exercise is not None)
            offered.stays_because = "this world is divided into regions; end the server and start the other scenario"
            every = SHOWN_STEPS if recorder is None else recording.every
            offered.begin = lambda world, _: _begin_regions(world, partition, every, recorder, lasting)
            lasting.enter_context(connection(partition))  # in this thread: Ray's processes end with their thread
        if limits.seconds is not None:
            offered.end = _End(viewer, limits.seconds)
        run_viewer(viewer, open_browser=address.open_browser, on_ready=lambda viewer: _print_address(viewer, partition))
    tell_recording(recorder)
    return 0


class OfferedScenarios:
    """Scenarios that a server offers; builds their worlds.

    Args:
        scenarios: scenarios of the command line.
        changes: changes of the first one.
        driven: vehicles of a task that a policy drives, whose scenario is the first one.

    Attributes:
        stays_because: reason why the running world cannot be replaced; None if it can.
        begin: called with the first world and its pacer before it runs; returns the pacer to use.
        end: observer that every world gets before it runs.
        compiling: compiles for the first world.
        shows_standing: whether the first world is shown before its kernels are compiled.
    """

    def __init__(self, scenarios: Sequence[str], changes: Changes, driven: "Driven | None" = None) -> None:
        self.stays_because: str | None = None
        self.begin: Callable[[World, Pacer], Pacer] = lambda _, pacer: pacer
        self.end: _End | None = None
        self.compiling: Compiling = compiling_ahead if driven is None else compiling_in_first_step
        self.shows_standing = True
        self._names = [*dict.fromkeys([*scenarios, *shipped.names()])]
        self._given, self._changes = list(scenarios), changes
        self._has_begun = False
        self._driven = driven

    @functools.cached_property
    def first(self) -> "Scenario":
        """First scenario with the changes of the options; read once."""
        return changed(load(self._given[0]), self._changes) if self._driven is None else self._driven.scenario

    def check(self) -> None:
        """Read the scenarios of the command line.

        Raises:
            ScenarioError: one of them is wrong.
        """
        for name in self._given:
            _ = self.first if name == self._given[0] else self._scenario(name)

    def scenarios(self) -> "list[ScenarioDescription]":
        """Return the scenarios that can be chosen, those of the command line first."""
        return [self._description(name) for name in self._names]

    def offers(self, name: str) -> bool:
        """Return whether a scenario can be chosen."""
        return name in self._names

    def refusal(self) -> str | None:
        """Return the reason why the running world cannot be replaced; None if it can."""
        return self.stays_because

    def build(self, name: str, stand: "Stand") -> "Built":
        """Build a world: the first one with the options of the command line, any other without its exercise.

        Args:
            stand: called with the first world before its kernels are compiled, if ``shows_standing``.

        Raises:
            MotorpoolError: it cannot be built.
        """
        from ..viewer.scenario_choice import Built

        changes = self._changes_of(name)
        if self._has_begun:
            world = built(name, changes._replace(exercise=False), compiling_with=compiling_beside)
            ready = Built(name, world, Pacer(world))
        else:
            self._has_begun = True
            ready = self._build_first(name, changes, stand)
            if self._driven is not None:
                self._driven.begin(ready.world)
        if self.end is not None:
            ready.world.observers.append(self.end)
        return ready

    def _build_first(self, name: str, changes: Changes, stand: "Stand") -> "Built":
        from ..viewer.scenario_choice import Built

        standing: list[Built] = []

        def show(world: World) -> None:
            standing.append(Built(name, world, Pacer(world)))
            stand(standing[0])

        found, show_it = self.first if name == self._given[0] else None, show if self.shows_standing else None
        world = built(name, changes, found=found, compiling_with=self.compiling, stand=show_it)
        if not standing:
            return Built(name, world, self.begin(world, Pacer(world)))
        assert standing[0].pacer is not None
        self.begin(world, standing[0].pacer)
        return standing[0]

    def _changes_of(self, name: str) -> Changes:
        return self._changes if name == self._given[0] else Changes()

    def _scenario(self, name: str) -> "Scenario":
        return self.first if name == self._given[0] else changed(load(name), self._changes_of(name))

    def _description(self, name: str) -> "ScenarioDescription":
        if name not in self._given:  # built-in; reading all of them completely takes half a second
            _, title, description, count = shipped.outline(name)
        else:
            scenario = self._scenario(name)
            title, description, count = scenario.name, scenario.description, scenario.vehicle_count
        return {"name": name, "title": title, "description": description, "vehicles": count}


def _begin(
    world: World,
    pacer: Pacer,
    scenario: "Scenario",
    recorder: AnyRecorder | None,
    lasting: contextlib.ExitStack,
    robots: Robots,
) -> Pacer:
    """Record the first world, join its exercise and serve robot programs until ``lasting`` is closed."""
    lasting.enter_context(joined(world, scenario.content.exercise, pacer))
    lasting.enter_context(served(world, robots))
    lasting.enter_context(precompiling())
    if recorder is not None:
        world.observers.append(_WhileItLasts(recorder))
    return pacer


def _begin_regions(
    world: World, partition: Partition, gather_steps: int, recorder: AnyRecorder | None, lasting: contextlib.ExitStack
) -> Pacer:
    """Divide the first world into regions, which step it until the server ends, and return their pacer."""
    divided = lasting.enter_context(partitioned(world, partition, gather_steps=gather_steps))
    if recorder is not None:
        world.observers.append(_WhileItLasts(recorder))
    return Pacer(divided)


def reason_to_stay(
    recorder: AnyRecorder | None, scenario: "Scenario", *, is_driven: bool = False, has_robots: bool = False
) -> str | None:
    """Return the reason why a world cannot be replaced: its recording, exercise, policy or robots; None if it can."""
    advice = "end the server and start the other scenario"
    if recorder is not None:
        return f"this world is recorded to {recorder.path.name}; {advice}"
    if scenario.content.exercise is not None:
        return f"this world takes part in a distributed exercise; {advice}"
    if is_driven:
        return f"a policy drives in this world; {advice}"
    if has_robots:
        return f"robot programs are connected to this world; {advice}"
    return None


def _print_address(viewer: "Viewer", partition: Partition | None) -> None:
    watched = "" if partition is None else "; it shows the world of the regions, and vehicles cannot be driven from it"
    print(f"The page is at {viewer.url} (Ctrl-C ends it){watched}", flush=True)
    viewer.links.print_way_in()


class _WhileItLasts:
    """Recorder whose failure does not end the live world; the error is printed at once, and raised at the end."""

    def __init__(self, recorder: AnyRecorder):
        self._recorder: AnyRecorder | None = recorder

    @property
    def is_recording(self) -> bool:
        return self._recorder is not None

    def observe(self, world: World) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.observe(world)
        except RecordingError as error:
            print(f"motorpool: {error}; the world goes on", file=sys.stderr, flush=True)
            self._recorder = None


class _End:
    """Observer that ends the server at a simulated time [s]."""

    def __init__(self, viewer: "Viewer", seconds: float):
        self._viewer, self._seconds = viewer, seconds

    def observe(self, world: World) -> None:
        if world.time >= self._seconds - 0.5 * world.dt:
            self._viewer.stop()
