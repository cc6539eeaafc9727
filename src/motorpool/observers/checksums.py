"""Checksums of all columns that a world's next step depends on, one for each, so that a difference has a name."""

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np

if TYPE_CHECKING:
    from ..world import World

APART = ("motion", "model_switching")  # components whose snapshots are fleets, which are named column by column here


def checksums(world: "World") -> dict[str, int]:
    """Return the CRC-32 of each column, by its name."""
    return {name: zlib.crc32(np.ascontiguousarray(column).data) for name, column in state_of(world)}


def state_of(world: "World") -> Iterator[tuple[str, Any]]:
    """Yield the name and the values of each column that the next step depends on."""
    yield "tick", np.array(world.tick)
    for name in world.vehicles.names:
        yield f"vehicles.{name}", getattr(world.vehicles, name)
    for fleet in world.fleets:
        for name, column in fleet.named_columns().items():
            yield f"{fleet.name}.{name}", column
    for fleet, rows in world.model_switching.alternates_in_use():
        for name, column in fleet.named_columns().items():
            yield f"{fleet.name}.alternate.{name}", column[rows]
    for component in world.components:
        if component.name not in APART:
            yield from _parts(component.name, component.snapshot())


def _parts(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if value is None:
        return
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        for part, inner in zip(getattr(parts, "_fields", range(len(parts))), parts, strict=True):
            yield from _parts(f"{name}.{part}", inner)
    else:
        yield name, np.frombuffer(value.encode(), np.uint8) if isinstance(value, str) else np.asarray(value)
