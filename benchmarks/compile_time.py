"""Processor time to compile all kernels: of all models in both float types, and of the first steps of stock scenarios.

`python benchmarks/compile_time.py` compiles each into an empty cache, in this process, and prints the processor time
that reading the form, writing LLVM text, and LLVM itself take.
"""

import os
import tempfile
import time
from typing import Any
from unittest.mock import patch

FLOAT_TYPES = ("float64", "float32")


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        os.environ["MOTORPOOL_CACHE"] = cache
        from motorpool.compile import flat
        from motorpool.compile.native import machine

        spent = {"reading": 0.0, "LLVM": 0.0}
        counts = {"kernels": 0}

        def timed(what: str, function: Any) -> Any:
            def call(*arguments: Any, **named: Any) -> Any:
                began = time.process_time()
                result = function(*arguments, **named)
                spent[what] += time.process_time() - began
                counts["kernels"] += what == "LLVM"
                return result

            return call

        with (
            patch.object(flat, "llvm_of", timed("reading", flat.llvm_of)),
            patch.object(machine, "object_of", timed("LLVM", machine.object_of)),
        ):
            for title, compile_all in (("29 models, both float types", models), ("stock scenarios", scenarios)):
                before = dict(spent), counts["kernels"]
                compile_all()
                parts = {what: spent[what] - before[0][what] for what in spent}
                told = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in parts.items())
                print(f"{title}: {counts['kernels'] - before[1]} kernels, {told}", flush=True)
        print(f"together: {sum(spent.values()):.1f} s of processor time (20 s are wanted)")


def models() -> None:
    """Compile the steps of all models, and the loops that turn commands into controls."""
    import motorpool as mp
    from motorpool.models import registry

    for name in registry.names():
        for float_type in FLOAT_TYPES:
            fleet = mp.Fleet(name, 1, dtype=float_type)
            fleet.step(0.01)
            if registry.find(name).can_be_driven:
                fleet.drive(1.0, 0.0)


def scenarios() -> None:
    """Compile what the first step of each stock scenario needs, but the models, which are there already."""
    from motorpool.app.cli import precompilation
    from motorpool.world.scenario import names

    for name in names():
        for job in precompilation.jobs_of(name, {}):
            job.compile()


if __name__ == "__main__":
    main()
