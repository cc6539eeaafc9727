"""Warnings about a world's terrain and roads on stderr."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .. import World


def tell_warnings(world: "World") -> None:
    """Print the warnings about a world's terrain and the remarks about its roads, one per line."""
    for sentence in (*world.terrain.warnings, *world.traffic.remarks()):
        print(f"motorpool: {sentence}", file=sys.stderr)
