"""Gain from each hint on a model's loops: its kernel with both hints and without one of them, in turns.

`python benchmarks/loop_hints.py` checks that all give the same to the bit, then prints the median of the ratios of
neighbouring samples, 10 240 vehicles, one thread. Name models to measure others: `... loop_hints.py skid-steer`.
"""

import statistics
import sys
import time
from typing import Any
from unittest.mock import patch

import numpy as np

import motorpool as mp
from motorpool.compile import columns, flat, ground
from motorpool.compile.address_table import AddressTable
from motorpool.compile.native import machine, module
from motorpool.models import find

VEHICLES = 10_240  # whole vectors: the rest of a block is not vectorised, and may round otherwise
SECONDS, PAIRS = 0.02, 31  # of a sample; samples
DEFAULT = ("bicycle/arc", "tracked/arc", "single-track", "double-track", "skid-steer", "tractor-trailer")
VARIANTS = {"both": (0, 512), "256 bits": (0, 256), "one vector at a time": (1, 512)}  # vectors (0: as always), bits


def kernel(model: Any, float_type: str, vectors: int, width: int) -> Any:
    """A kernel compiled with these hints for its loops, kept nowhere."""
    program = columns.advance_program(model, model.module.step, float_type)
    if vectors:
        program = program._replace(interleave=dict.fromkeys(program.interleave, vectors))
    with patch.object(module, "WIDTH", width):
        code = machine.object_of(flat.llvm_of(program), in_vectors=True)
    return machine.loaded(code, program.name)


def columns_of(model: Any, float_type: str) -> list[Any]:
    """A fleet's columns, its controls random, and its status."""
    fleet = mp.Fleet(model, VEHICLES, dtype=float_type)
    random = np.random.default_rng(1)
    for column in fleet.control:
        column[:] = random.uniform(-0.4, 0.4, VEHICLES)
    return [*map(np.array, fleet.snapshot().columns), np.zeros(VEHICLES, np.uint32)]


def seconds(made: Any, given: list[Any], rasters: Any, steps: int) -> float:
    """Processor time of one call."""
    entries = AddressTable([given]).entries
    began = time.thread_time()
    made(entries, 0.01, steps, *rasters)
    return time.thread_time() - began


def main() -> None:
    print(f"{machine.processor()[0]}; times as fast with both hints as with")
    print("| model | dtype | M steps/s | 256 bits | one vector at a time |")
    print("|---|---|---:|---:|---:|")
    for name in sys.argv[1:] or DEFAULT:
        for float_type in ("float64", "float32"):
            model = find(name)
            rasters = ground.NOWHERE if ground.takes_rasters(model) else ()
            kernels = [kernel(model, float_type, *hints) for hints in VARIANTS.values()]
            once = seconds(kernels[0], columns_of(model, float_type), rasters, steps=10) / 10
            steps = max(1, round(SECONDS / once))
            fleets = [columns_of(model, float_type) for _ in kernels]
            samples = [
                [seconds(k, f, rasters, steps) for k, f in zip(kernels, fleets, strict=True)] for _ in range(PAIRS)
            ]
            for other in fleets[1:]:
                same = (np.array_equal(a, b, equal_nan=True) for a, b in zip(fleets[0], other, strict=True))
                assert all(same), "a hint changed a result"
            rate = VEHICLES * steps / min(sample[0] for sample in samples) / 1e6
            gains = (statistics.median(sample[n] / sample[0] for sample in samples) for n in (1, 2))
            print(f"| {name} | {float_type} | {rate:.0f} | {' | '.join(f'{gain:.2f}' for gain in gains)} |", flush=True)


if __name__ == "__main__":
    main()
