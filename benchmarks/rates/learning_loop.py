"""A hand-written loop in C of one task beside the same task in a batch: ``back_trailer.c``, on one thread.

Such loops, an array of structures with all of an environment in one function, are how the fastest environments for
learning are written (PufferLib's). It is compiled by each compiler and set of flags of the C reference that works, and
compared with the batch before it is timed.
"""

import ctypes
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorpool.base.errors import ModelError
from motorpool.compile.translation.exporting import export
from motorpool.learning import Batch

from .c_reference import LIKE_KERNELS, PROCESSOR, find_compilers

TASK, MODEL = "BackTrailer-v0", "tractor-trailer/unguided"
SOURCE = Path(__file__).with_name("back_trailer.c")
ENTRIES = 9
CHECKED, DECISIONS = 200, 100  # environments and decisions that are compared with a batch
TOLERANCE = 1e-6  # of observations, which are float32, and of rewards [1]


class CLoop:
    """Environments of the loop in C.

    Args:
        library: from ``compiled``.
        count: number of environments.
    """

    def __init__(self, library: Any, count: int):
        self._library, self._count = library, count
        self._environments = np.zeros(count * library.environment_size(), np.uint8)
        self.observations = np.zeros((count, ENTRIES), np.float32)
        self.rewards, self.causes = np.zeros(count), np.zeros(count, np.int8)

    def begin(self, starts: NDArray[np.float64] | None = None) -> None:
        """Begin an episode of each.

        Args:
            starts: (5, count): x, y [m], yaw, hitch angle [rad], trailer length [m]; random ones by default.
        """
        given = None if starts is None else _address(starts)
        self._library.begin_all(_address(self._environments), given, _address(self.observations), self._count)

    def step(self, actions: NDArray[np.float32]) -> None:
        """Make a decision in each, for actions (count,)."""
        self._library.step_all(
            _address(self._environments), _address(actions), _address(self.observations), _address(self.rewards),
            _address(self.causes), self._count,
        )  # fmt: skip


def compiled() -> Any | None:
    """Return the loop as a library; None where no compiler is found, or none builds it.

    Raises:
        ModelError: it differs from the batch.
    """
    with tempfile.TemporaryDirectory(prefix="motorpool-loop-") as name:
        folder = Path(name)
        (folder / "model.h").write_text(export(MODEL, to="c"), encoding="utf-8")
        for number, compiler in enumerate(find_compilers()):
            file = folder / f"loop-{number}.so"
            command = [compiler, *PROCESSOR.split(), *LIKE_KERNELS.split(), "-shared", "-fPIC", f"-I{folder}"]
            done = subprocess.run([*command, str(SOURCE), "-o", str(file), "-lm"], capture_output=True, check=False)
            if done.returncode == 0:
                library: Any = ctypes.CDLL(str(file))
                pointer, integer = ctypes.c_void_p, ctypes.c_int64
                library.environment_size.restype = integer
                library.begin_all.argtypes = [pointer, pointer, pointer, integer]
                library.step_all.argtypes = [pointer, pointer, pointer, pointer, pointer, integer]
                check(CLoop(library, CHECKED))
                return library
    return None


def check(loop: CLoop) -> None:
    """Compare the loop with a batch from the same starts, each environment until its first end.

    Args:
        loop: loop with ``CHECKED`` environments.

    Raises:
        ModelError: observations, rewards or ends differ.
    """
    batch = Batch(TASK, CHECKED)
    batch.reset(seed=0)
    pose, fleet = batch.world.vehicles.pose, batch.world.fleets[0]
    loop.begin(np.array([pose.x, pose.y, pose.yaw, fleet.state.hitch_angle, fleet.params.trailer_length]))
    random, goes_on = np.random.default_rng(0), np.ones(CHECKED, np.bool_)
    _compare("observations", loop.observations, batch.entries)
    for _ in range(DECISIONS):
        actions = random.uniform(-1.0, 1.0, CHECKED).astype(np.float32)
        result = batch.step(actions[:, None])
        loop.step(actions)
        _compare("ends", loop.causes[goes_on], batch.causes[goes_on])
        _compare("rewards", loop.rewards[goes_on], result.reward[goes_on])
        goes_on &= ~(result.is_over | result.is_cut)
        _compare("observations", loop.observations[goes_on], result.observation[goes_on])


def _compare(what: str, theirs: NDArray[Any], ours: NDArray[Any]) -> None:
    worst = float(np.abs(theirs.astype(np.float64) - ours).max(initial=0.0))
    if not worst <= TOLERANCE:
        raise ModelError(f"back_trailer.c differs from {TASK} by {worst:g} in {what}, so nothing is timed; report it")


def _address(column: NDArray[Any]) -> int:
    return column.ctypes.data
