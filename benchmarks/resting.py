"""Rates of vehicles in float32 that drive and that rest, with and without subnormal numbers.

The speed of a vehicle that comes to rest decays without end. Below 1.2e-38 float32 numbers are subnormal, and some
processors compute slowly with them, so kernels in float32 let the processor take them for zero.
`python benchmarks/resting.py` steps each model's kernel as it is, and compiled without that mode, in turns: vehicles
that drive, and vehicles that have stood for a minute. It checks that vehicles that drive have the same columns to the
bit, and prints the median of the rates, 10 240 vehicles, one thread. Name models to measure others:
`... resting.py four-axles`.
"""

import statistics
import sys
from typing import Any

import numpy as np
from loop_hints import VEHICLES, columns_of, seconds

from motorpool.compile import columns, flat, ground
from motorpool.compile.native import machine
from motorpool.models import find

DEFAULT = ("single-track", "double-track", "skid-steer")
DT, REST, STEPS, ROUNDS = 0.01, 6000, 20, 15  # [s]; steps to come to rest; of a sample; samples
SPEED = 5.0  # at the beginning [m/s]


def kernel(model: Any, *, flushes: bool) -> Any:
    """A kernel in float32, kept nowhere."""
    program = columns.advance_program(model, model.module.step, "float32")._replace(flushes=flushes)
    return machine.loaded(machine.object_of(flat.llvm_of(program), in_vectors=True), program.name)


def fleet_of(model: Any, *, drives: bool) -> list[Any]:
    """Columns of vehicles that have a speed, and controls or none."""
    names = columns.column_names(model, "float32")
    given = columns_of(model, "float32")
    for name, column in zip(names, given, strict=False):
        if name.startswith("control_") and not drives:
            column[:] = 0.0
        if name in ("state_speed", "state_forward_speed"):
            column[:] = SPEED
    return given


def main() -> None:
    print(f"{machine.processor()[0]}, float32, million vehicle-steps a second")
    print("| model | vehicles | subnormals are zero | subnormals are kept | times as fast | subnormal numbers |")
    print("|---|---|---:|---:|---:|---:|")
    for name in sys.argv[1:] or DEFAULT:
        model = find(name)
        rasters = ground.NOWHERE if ground.takes_rasters(model) else ()
        kernels = [kernel(model, flushes=flushes) for flushes in (True, False)]
        for drives in (True, False):
            fleets = [fleet_of(model, drives=drives) for _ in kernels]
            for made, fleet in zip(kernels, fleets, strict=True):
                seconds(made, fleet, rasters, 200 if drives else REST)
            samples = [
                [seconds(made, fleet, rasters, STEPS) for made, fleet in zip(kernels, fleets, strict=True)]
                for _ in range(ROUNDS)
            ]
            rates = [1e-6 * VEHICLES * STEPS / statistics.median(times) for times in zip(*samples, strict=True)]
            if drives:
                assert all(np.array_equal(*pair, equal_nan=True) for pair in zip(*fleets, strict=True))
            tiny = np.finfo(np.float32).tiny
            small = [
                sum(int(np.count_nonzero((column != 0.0) & (abs(column) < tiny))) for column in fleet[:-1])
                for fleet in fleets
            ]
            print(
                f"| {name} | {'drive' if drives else 'rest'} | {rates[0]:.1f} | {rates[1]:.1f} "
                f"| {rates[0] / rates[1]:.2f} | {small[0]}, {small[1]} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
