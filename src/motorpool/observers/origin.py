"""Origin of a recording: what made its numbers, besides the scenario: version, machine, sources of inputs."""

import platform
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..sources.gunner import Gunner
from ..sources.instructor import Instructor
from ..sources.player import Player

if TYPE_CHECKING:
    from ..world import World

OUR_SOURCES = "motorpool.sources."
PEOPLE = (Player, Gunner, Instructor)  # whose actions are in the recording


def machine() -> dict[str, str]:
    """Return what the last bits of a computation depend on: the processor, and the versions of what computes."""
    from ..compile.processor import compiler_version, processor_name

    return {
        "processor": processor_name(),
        "system": platform.system(),
        "compiler": compiler_version(),
        "numpy": np.__version__,
    }


def other_sources(world: "World", *, scripts: bool = True) -> list[str]:
    """Return the classes of the world's sources besides people, in their order: scripts, the network, a user's own.

    Args:
        world: that they move.
        scripts: with those of scenarios, whose commands follow from the time and the world alone.
    """
    others = [source for source in world.sources if not isinstance(source, PEOPLE)]
    names = [f"{type(source).__module__}.{type(source).__qualname__}" for source in others]
    return [name for name in names if scripts or not name.startswith(OUR_SOURCES)]


def differences(recorded: Mapping[str, Any]) -> list[str]:
    """Return what differs here from what ``machine`` said where a recording was made, in words."""
    now = machine().items()
    return [f"{name} {recorded.get(name)} (here {value})" for name, value in now if recorded.get(name) != value]
