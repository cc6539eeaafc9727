"""Warnings about a world's terrain on stderr."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..world import World


def tell_warnings(world: "World") -> None:
    """Print the warnings about a world's terrain, one per line."""
    for sentence in world.terrain.warnings:
        print(f"motorpool: {sentence}", file=sys.stderr)
