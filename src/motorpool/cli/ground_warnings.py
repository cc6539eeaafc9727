"""Warnings of a world's ground on stderr."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..world import World


def tell_warnings(world: "World") -> None:
    """Print the warnings of a world's terrain, a line each."""
    for sentence in world.terrain.warnings:
        print(f"motorpool: {sentence}", file=sys.stderr)
