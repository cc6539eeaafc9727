"""The C reference: ``c_reference.c``, built by each compiler and set of flags here; the fastest is taken."""

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motorpool.base.environment_variables import processor_name
from motorpool.compile.columns import BLOCK, parts_of, run_parts
from motorpool.vehicles.fleet import Fleet

SOURCE = Path(__file__).with_name("c_reference.c")
FUNCTIONS = {"bicycle/arc": "bicycle_arc", "tracked/arc": "tracked_arc"}

# The processor that the kernels are compiled for: this one, or the one that ``MOTORPOOL_CPU`` names.
PROCESSOR = f"-O3 -march={processor_name() or 'native'}"
# What the kernels are compiled with, in C's words: no errno, no traps, contraction, no signed zeros.
LIKE_KERNELS = "-fno-math-errno -fno-trapping-math -ffp-contract=fast -fno-signed-zeros"
FLAGS = (
    PROCESSOR,
    f"{PROCESSOR} {LIKE_KERNELS}",
    f"{PROCESSOR} -mprefer-vector-width=512 {LIKE_KERNELS}",
)
CLANG_FLAGS = (f"{PROCESSOR} -mprefer-vector-width=512 -DINTERLEAVE=4 {LIKE_KERNELS}",)

Step = Callable[[float, int, int | None], None]  # (dt, steps, threads), like Fleet.step


class Build(NamedTuple):
    """One compilation of the c_reference for one float type."""

    words: str  # the compiler and its flags
    library: Any

    def stepper(self, fleet: Fleet) -> Step:
        """A function that steps ``fleet``'s own columns, in the same blocks and on the same threads as the kernels."""
        function: Any = getattr(self.library, FUNCTIONS[fleet.model.name])
        integer, pointer = ctypes.c_int64, ctypes.c_void_p
        function.argtypes = [pointer, pointer, pointer, pointer, integer, integer, ctypes.c_double, integer]
        function.restype = None
        columns = [*fleet.state, *fleet.control, *fleet.params]
        low_parts = np.zeros((2, fleet.count), fleet.dtype)  # of positions; they live as long as ``step``
        addresses = (pointer * len(columns))(*[column.ctypes.data for column in columns])
        others = *(part.ctypes.data for part in low_parts), fleet.status.ctypes.data

        def step(dt: float, steps: int, threads: int | None) -> None:
            parts = parts_of(low_parts.shape[1], steps, threads)
            if len(parts) == 1:
                function(addresses, *others, 0, fleet.count, dt, steps)
            else:
                run_parts(lambda rows: function(addresses, *others, rows.start, rows.stop, dt, steps), parts)

        return step


class CReference:
    """The c_reference's builds; use it as a context manager, the compiled files go away with it.

    Attributes:
        compilers: the version line of each compiler, none where there is no compiler.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="motorpool-c_reference-")
        found = find_compilers()
        self.compilers = [version_of(path) for path in found]
        self._builds = {
            float_type: list(_builds(Path(self._folder.name), found, float_type))
            for float_type in ("float64", "float32")
        }

    def __enter__(self) -> "CReference":
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def builds(self, model: str, float_type: str) -> list[Build]:
        """Builds to compare ``model`` with; empty where there is no compiler or no C text."""
        return self._builds[float_type] if model in FUNCTIONS else []


def find_compilers() -> list[str]:
    """Paths of the C compilers on this machine: ``$CC``, cc, gcc, clang; each once. ``CC=none`` hides them all."""
    chosen = os.environ.get("CC")
    if chosen == "none":
        return []
    found = [path for name in (chosen, "cc", "gcc", "clang") if name and (path := shutil.which(name))]
    return list({str(Path(path).resolve()): path for path in found}.values())


def version_of(compiler: str) -> str:
    """Return the compiler's own first line about itself."""
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return (said.stdout or said.stderr).partition("\n")[0].strip() or compiler


def _builds(folder: Path, compilers: list[str], float_type: str) -> Iterator[Build]:
    single = ["-DSINGLE"] if float_type == "float32" else []
    for number, compiler in enumerate(compilers):
        is_clang = "clang" in version_of(compiler)
        for choice, flags in enumerate(FLAGS + CLANG_FLAGS * is_clang):
            file = folder / f"{float_type}-{number}-{choice}.so"
            settings = [f"-DBLOCK={BLOCK}", "-shared", "-fPIC"]
            command = [compiler, *flags.split(), *single, *settings, str(SOURCE), "-o", str(file), "-lm"]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                yield Build(f"{Path(compiler).name} {flags}", ctypes.CDLL(str(file)))
