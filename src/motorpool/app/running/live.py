"""``motorpool run`` with the page: opens the port, serves the page, and builds the world that it shows.

The page is served while the first world is built, and shows its vehicles at rest while their kernels are compiled. An
instructor can then choose another scenario: one of the command line, or a built-in one. A world that is recorded, or
that takes part in an exercise, cannot be replaced.
"""

import contextlib
from typing import TYPE_CHECKING, Any

from ...base.command_line.interruption import hangup_as_request
from ...world import World
from ...world.scenario import load, shipped
from ..cli.precompilation import (
    Compiling,
    compiling_ahead,
    compiling_beside,
    compiling_in_first_step,
    head_start,
    precompiling,
)
from ..cli.second_process import Claims
from .building import built
from .headless import End
from .run import Run

if TYPE_CHECKING:
    from ...world.scenario.loader import Scenario
    from ..viewer import Viewer
    from ..viewer.scenario_choice import Built, Stand
    from ..viewer.schema.session import ScenarioDescription

_ELSEWHERE: dict[str, Any] = {"exercise": False}  # changes of scenarios that replace the first one


def run_live(run: Run, claims: Claims | None = None) -> int:
    """Run in real time with the page, until Ctrl-C or for a limited time, and return the exit code.

    Args:
        claims: claims of another process that compiles for the first scenario.

    Raises:
        MotorpoolError: a scenario cannot be run, or a part cannot begin.
    """
    run.limit_threads()
    options, first = run.options, run.names[0]
    with contextlib.ExitStack() as lasting:
        compiling: Compiling = compiling_ahead if run.is_named else compiling_in_first_step
        if run.is_built_in:
            compiling = lasting.enter_context(head_start(first, run.changes, begun=claims))
        from ..viewer.serving.server import Viewer, run_viewer

        viewer = lasting.enter_context(contextlib.closing(Viewer(host=options.host, port=options.port)))
        end = None if options.seconds is None else End(options.seconds, viewer.stop)
        offered = OfferedScenarios(run, compiling=compiling, lasting=lasting, end=end)
        viewer.offer(offered, first=first)
        offered.check()
        run.trust()
        lasting.enter_context(hangup_as_request())
        lasting.enter_context(run.begun())
        run_viewer(viewer, open_browser=options.browser, on_ready=lambda viewer: _print_address(viewer, run))
    run.report()
    return 0


class OfferedScenarios:
    """Scenarios that a server offers; builds their worlds.

    Args:
        compiling: compiles for the first world.
        lasting: closed at the end of the server.
        end: observer that every world gets before it runs.
    """

    def __init__(
        self,
        run: Run,
        *,
        compiling: Compiling = compiling_ahead,
        lasting: contextlib.ExitStack | None = None,
        end: End | None = None,
    ) -> None:
        self._run, self._compiling, self._lasting, self._end = run, compiling, lasting, end
        self._names = [*dict.fromkeys([*run.names, *shipped.names()])]
        self._has_begun = False

    def check(self) -> None:
        """Read the scenarios of the command line.

        Raises:
            ScenarioError: one of them is wrong.
        """
        for name in self._run.names:
            self._scenario(name)

    def scenarios(self) -> "list[ScenarioDescription]":
        """Return the scenarios that can be chosen, those of the command line first."""
        return [self._description(name) for name in self._names]

    def offers(self, name: str) -> bool:
        """Return whether a scenario can be chosen."""
        return name in self._names

    def refusal(self) -> str | None:
        """Return the reason why the running world cannot be replaced; None if it can."""
        return self._run.reason_to_stay

    def build(self, name: str, stand: "Stand") -> "Built":
        """Build a world: the first one with the options of the command line, any other without its exercise.

        Args:
            stand: called with the first world before its kernels are compiled, unless a part must enter it before.

        Raises:
            MotorpoolError: it cannot be built.
        """
        from ..viewer.scenario_choice import Built

        if self._has_begun:
            changes = (self._run.changes if name == self._run.names[0] else {}) | _ELSEWHERE
            found = load(name).changed(**changes)
            ready = Built(name, built(name, changes, found=found, compiling_with=compiling_beside))
        else:
            self._has_begun = True
            ready = self._build_first(name, stand)
        if self._end is not None:
            ready.world.observers.append(self._end)
        return ready

    def _build_first(self, name: str, stand: "Stand") -> "Built":
        from ..viewer.scenario_choice import Built

        run = self._run

        def show(world: World) -> None:
            stand(Built(name, world, run.stand(world)))

        found, is_late = self._scenario(name), any(part.is_late for part in run.parts)
        stand_it = None if is_late else show
        world = built(name, run.changes, found=found, compiling_with=self._compiling, stand=stand_it)
        if is_late:
            run.stand(world)
        run.enter()
        if self._lasting is not None and run.stepped is world:
            self._lasting.enter_context(precompiling())
        return Built(name, world, run.pacer)

    def _scenario(self, name: str) -> "Scenario":
        return self._run.scenario if name == self._run.names[0] else load(name).changed(**_ELSEWHERE)

    def _description(self, name: str) -> "ScenarioDescription":
        if name not in self._run.names:  # built-in; reading all of them completely takes half a second
            _, title, description, count = shipped.outline(name)
        else:
            scenario = self._scenario(name)
            title, description, count = scenario.name, scenario.description, scenario.vehicle_count
        return {"name": name, "title": title, "description": description, "vehicles": count}


def _print_address(viewer: "Viewer", run: Run) -> None:
    remarks = "".join(part.remark for part in run.parts)
    print(f"The page is at {viewer.url} (Ctrl-C ends it){remarks}", flush=True)
    viewer.links.print_way_in()
