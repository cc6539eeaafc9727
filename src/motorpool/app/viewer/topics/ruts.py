"""Ruts for browsers: tiles of the table of ruts around each camera, in small binary messages.

A tile is sent when it has changed since it was sent last, the nearest ones first, at most ``MOST_TILES`` in a message
and four messages a second: 25 kB a second for each browser. The simulation's thread packs a message only when the one
before has been taken, so that a slow browser gets newer tiles and no queue grows.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ....ground.terrain.repeated_passes import DEEPEST
from ....world.ruts.table import SIDE, TILE, UNIT, USED, RutTable, centres_of, depths_of
from ..schema import binary
from ..schema.world import RutsDescription
from .topic import Stream, Topic

if TYPE_CHECKING:
    from ....world import World
    from ..client import Client
    from ..frames.interest import Viewpoint

PERIOD = 0.25  # between two messages to a browser [s]
REACH = 15  # tiles around that of the camera, in both directions
MOST_TILES = 24  # of a message


def describe_ruts(world: "World") -> RutsDescription | None:
    """Return the grid of the ruts for the page; None in a world without ruts."""
    if not world.ruts.is_on:
        return None
    table = world.ruts.table
    return {
        "x_west": table.x_west,
        "y_south": table.y_south,
        "cell": table.cell,
        "side": SIDE,
        "reach": REACH,
    }


class RutStream(Stream):
    """Tiles for one browser: the server's thread sets the camera and takes messages, the simulation's packs them."""

    def __init__(self) -> None:
        self._camera: tuple[float, float] | None = None
        self._sent: NDArray[np.int32] = np.zeros(0, np.int32)  # by tile: tick of the change that was sent
        self._waiting: bytes | None = None
        self._is_to_clear = False

    def look(self, viewpoint: "Viewpoint") -> None:
        """Set the position of the camera."""
        self._camera = viewpoint.x, viewpoint.y

    def take(self) -> bytes | None:
        """Return the message that waits, once; None if there is none."""
        message, self._waiting = self._waiting, None
        return message

    def clear(self) -> None:
        """Make the next message remove all tiles, because the world was set back."""
        self._is_to_clear = True

    def pack(self, table: RutTable) -> None:
        """Pack a message if the last one has been taken and a tile around the camera has changed."""
        if self._waiting is not None or self._camera is None:
            return
        if self._is_to_clear:
            self._is_to_clear, self._sent = False, np.zeros(0, np.int32)
            self._waiting = message_of(table, np.zeros(0, np.int64))
            return
        if self._sent.size < table.places.size:
            self._sent = np.concatenate([self._sent, np.zeros(table.places.size - self._sent.size, np.int32)])
        tiles = self._changed_tiles(table)
        if tiles.size:
            self._sent[tiles] = table.changed[tiles]
            self._waiting = message_of(table, tiles)

    def _changed_tiles(self, table: RutTable) -> NDArray[np.int64]:
        """Return the numbers of the tiles around the camera that have changed, the nearest first."""
        assert self._camera is not None
        side = SIDE * table.cell
        column, row = (int((at - low) // side) for at, low in zip(self._camera, table[:2], strict=True))
        rows = slice(max(row - REACH, 0), max(row + REACH + 1, 0))
        columns = slice(max(column - REACH, 0), max(column + REACH + 1, 0))
        tiles = table.tile_of.reshape(table.tile_rows, table.tile_columns)[rows, columns].astype(np.int64)
        tiles = tiles[tiles > 0] - 1
        tiles = tiles[table.changed[tiles] > self._sent[tiles]]
        places = table.places[tiles]
        distance = np.hypot(places % table.tile_columns - column, places // table.tile_columns - row)
        return tiles[np.argsort(distance, kind="stable")[:MOST_TILES]]


class RutsTopic(Topic):
    """Ruts around the camera of each client, packed in turns of ``PERIOD``."""

    name = "ruts"
    _streams: Sequence[RutStream] = ()  # replaced, never changed
    _due, _tick = 0.0, 0

    def attend(self, clients: Sequence["Client"]) -> None:
        """Set the streams of the clients."""
        self._streams = [stream for client in clients for stream in client.streams if isinstance(stream, RutStream)]

    def stream(self) -> RutStream | None:
        """Return the tiles for a new client of a world with ruts."""
        return RutStream() if self.world.ruts.is_on else None

    def observe(self, world: "World") -> None:
        """Pack messages if they are due."""
        if world.tick < self._tick:
            for stream in self._streams:
                stream.clear()
        self._tick = world.tick
        if self._streams and world.ruts.is_on and self.clock() >= self._due:
            self._due = self.clock() + PERIOD
            for stream in self._streams:
                stream.pack(world.ruts.table)

    look = observe


def message_of(table: RutTable, tiles: NDArray[np.int64]) -> bytes:
    """Return the message with some tiles; one without tiles removes all.

    Args:
        tiles: (tiles,) numbers.
    """
    assert tiles.size == 0 or tiles.max() < table.progress[USED], "a tile that is not in use"
    head = np.zeros((), binary.RUTS.dtype)
    head["kind"], head["version"], head["count"] = binary.RUTS_KIND, binary.VERSION, tiles.size
    places = np.zeros(tiles.size, binary.RUT_TILE.dtype)
    places["column"] = table.places[tiles] % table.tile_columns
    places["row"] = table.places[tiles] // table.tile_columns
    depths = depths_of(table, tiles)[:, _by_rows(table)]
    shown = np.ceil(np.sqrt(depths * (UNIT / DEEPEST)) / binary.DEPTH_ROOT_UNIT)
    return head.tobytes() + places.tobytes() + np.minimum(shown, 255.0).astype(np.uint8).tobytes()


def _by_rows(table: RutTable) -> NDArray[np.intp]:
    """Return the places in a tile of its cells row by row, from the south-west."""
    x, y = centres_of(table, np.arange(TILE))
    return np.lexsort((x, y))
