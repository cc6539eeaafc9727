"""Building of a scenario's world, and compilation of the functions of its steps."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...base.command_line.simulating import few_collections, status_line, warm_up
from ...compile.lines import LINES
from ...world import World
from ...world.scenario.ground_warnings import tell_warnings
from ..cli.precompilation import Compiling, compiling_ahead

if TYPE_CHECKING:
    from ...world.scenario.loader import Scenario


def built(
    scenario: str,
    changes: Mapping[str, Any],
    *,
    found: "Scenario",
    compiling_with: Compiling = compiling_ahead,
    stand: Callable[[World], None] | None = None,
) -> World:
    """Build a scenario's world and compile the kernels of its steps.

    Args:
        changes: those that ``found``, the scenario, has.
        compiling_with: context that compiles while the world is built.
        stand: called with the world as soon as it is built; the world must not be stepped before this function returns.
            Its first step then loads the kernels; without ``stand`` they are loaded here.

    Raises:
        MotorpoolError: the scenario is wrong, or its world cannot be built.
    """
    found.refuse_untrusted()  # before another process compiles for it
    with (
        few_collections(),
        status_line("building the world") as show,
        compiling_with(
            scenario,
            changes,
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
