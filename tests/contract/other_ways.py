"""A program: steps models in the way that its environment asks for, and writes the states to a file.

    MOTORPOOL_COMPILE=0 python other_ways.py out.npz cpu arc tracked/arc
    NUMBA_ENABLE_CUDASIM=1 python other_ways.py out.npz cuda arc

Kernels are loaded once in a process, and Numba reads its variable when it is imported; so a test that wants another way
starts this.
"""

import importlib
import sys

import numpy as np
from model_inputs import DT, draw, fleet_of

from motorpool.models import find, names

COUNT, STEPS, SEED = 9, 3, 5


def inputs_of(model, float_type):
    """Return the inputs that the program steps, the same in each process."""
    return draw(model, COUNT, seed=SEED, float_type=float_type)


def main(path, device, *wanted):
    """Step each model in both float types."""
    results = {}
    for name in wanted:
        model = find(name if name in names() else importlib.import_module(name))
        for float_type in ("float64", "float32"):
            fleet = fleet_of(model, inputs_of(model, float_type), device=device)
            fleet.step(DT, STEPS)
            assert not np.any(np.asarray(fleet.status))
            for field in model.module.State._fields:
                results[f"{name} {float_type} {field}"] = np.asarray(getattr(fleet.state, field))
    np.savez(path, **results)


if __name__ == "__main__":
    main(*sys.argv[1:])
