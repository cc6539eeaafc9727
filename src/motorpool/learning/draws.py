"""Random numbers by counters: each is a function of seed, episode and name, and of nothing that was drawn before.

Therefore an episode is the same in any row, in any order and with any number of threads, and a quantity that is no
longer drawn does not change the others. The generator is Threefry-2x32 with 20 rounds, which is also JAX's.

Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC11 (2011), section 3.3.
"""

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..world.sensors.draws import threefry as threefry

MOST_DRAWS = 256  # of one name in one episode


def stream_of(name: str) -> int:
    """Return the number of a drawn quantity; its lowest 8 bits are free for the number of the draw."""
    return zlib.crc32(name.encode()) & ~(MOST_DRAWS - 1)


def uniform(seeds: NDArray[np.uint64], episodes: NDArray[np.int64], names: Sequence[str], draw: int = 0) -> Any:
    """Return numbers in [0, 1) with 53 random bits, of shape (rows, names).

    Args:
        seeds: (rows,), any 64 bits.
        episodes: (rows,), number of each row's episode, from 0.
        names: names of the drawn quantities, such as "start.ahead".
        draw: number of the draw of these quantities, below ``MOST_DRAWS``.
    """
    streams = np.array([stream_of(name) | draw for name in names], np.uint32)[None, :]
    low, high = (seeds & np.uint64(0xFFFFFFFF)).astype(np.uint32), (seeds >> np.uint64(32)).astype(np.uint32)
    shape = (seeds.size, len(names))
    key = np.broadcast_to(low[:, None], shape), np.broadcast_to(high[:, None], shape)
    counter = np.broadcast_to(episodes.astype(np.uint32)[:, None], shape), np.broadcast_to(streams, shape)
    with np.errstate(over="ignore"):
        first, second = threefry(key, counter)
    return ((first >> np.uint32(5)).astype(np.float64) * 67108864.0 + (second >> np.uint32(6))) / 9007199254740992.0
