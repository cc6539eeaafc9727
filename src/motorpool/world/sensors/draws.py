"""Random numbers of sensors by counters: each is a function of seed, vehicle, sensor and reading.

Nothing that was drawn before matters. Therefore a reading is the same to the bit in any order of vehicles, for any
number of threads, and whatever other sensors there are. The generator is Threefry-2x32 with 20 rounds.

Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC11 (2011), section 3.3.
"""

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))  # by rounds, Threefry-2x32 (Salmon et al. 2011) [bit]
PARITY = 0x1BD11BDA  # of its key schedule
ONCE = 0xFFFFFFFF  # number of the reading of draws that are made once, such as constant biases
DRAW_BITS = 20  # of a counter word that count the draws of a stream

Floats = NDArray[np.float64]
Words32 = NDArray[np.uint32]


def threefry(key: tuple[Any, Any], counter: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return two random words for two words of a key and of a counter, elementwise.

    Args:
        key: arrays of uint32, of NumPy or JAX.
        counter: arrays of uint32 of the same shapes.
    """
    keys = (*key, key[0] ^ key[1] ^ np.uint32(PARITY))
    first, second = counter[0] + keys[0], counter[1] + keys[1]
    for group in range(5):
        for bits in ROTATIONS[group % 2]:
            first = first + second
            second = (second << np.uint32(bits)) | (second >> np.uint32(32 - bits))
            second = second ^ first
        first = first + keys[(group + 1) % 3]
        second = second + keys[(group + 2) % 3] + np.uint32(group + 1)
    return first, second


def keys_of(seed: int, name: str, vehicle_ids: NDArray[Any]) -> Words32:
    """Return the keys of a sensor's random numbers on each vehicle, shape (n, 2).

    Args:
        seed: seed of the world, of which 64 bits count.
        vehicle_ids: (n,).
    """
    ids = np.asarray(vehicle_ids).astype(np.uint32)
    key = np.full_like(ids, seed & 0xFFFFFFFF), np.full_like(ids, (seed >> 32) & 0xFFFFFFFF)
    return np.stack(threefry(key, (ids, np.full_like(ids, zlib.crc32(name.encode())))), axis=1)


def uniforms(keys: Words32, reading: int, stream: int, count: int) -> Floats:
    """Return numbers above 0 and below 1, shape (n, count).

    Args:
        keys: (n, 2), see ``keys_of``.
        reading: number of the reading; ``ONCE`` for a draw that is made once.
        stream: number of the quantity, below 4096.
        count: numbers for each key, at most 2**21.
    """
    pairs = (count + 1) // 2
    shape = (len(keys), pairs)
    counters = (np.uint32(stream << DRAW_BITS) + np.arange(pairs, dtype=np.uint32))[None, :]
    key = np.broadcast_to(keys[:, :1], shape), np.broadcast_to(keys[:, 1:], shape)
    counter = np.full(shape, reading & 0xFFFFFFFF, np.uint32), np.broadcast_to(counters, shape)
    words = np.stack(threefry(key, counter), axis=-1).reshape(len(keys), 2 * pairs)
    return ((words.astype(np.float64) + 0.5) * 2.0**-32)[:, :count]


def normals(keys: Words32, reading: int, stream: int, count: int) -> Floats:
    """Return normally distributed numbers with mean 0 and standard deviation 1, shape (n, count).

    They come in pairs of two uniform numbers (Box and Muller, 1958); arguments as of ``uniforms``.
    """
    pairs = (count + 1) // 2
    drawn = uniforms(keys, reading, stream, 2 * pairs).reshape(len(keys), pairs, 2)
    first, second = (np.ascontiguousarray(drawn[:, :, k]) for k in range(2))  # one code path of NumPy for any stride
    radius, angle = np.sqrt(-2.0 * np.log(first)), 2.0 * np.pi * second
    return np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=-1).reshape(len(keys), 2 * pairs)[:, :count]
