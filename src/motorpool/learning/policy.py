"""Policy: a trained network that drives, read from the weights that ``examples/learning/ppo.py`` saves.

The file is an .npz of arrays: ``policy.0``, ``policy.0.bias``, ``policy.1`` and so on, and the name of the ``task``.
Layers but the last one end with tanh. Reading it runs no code: it holds arrays only.
"""

import itertools
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError, WorldError
from ..ground.terrain.archives import read_npz

MAX_BYTES = 100_000_000  # of the file, and of its arrays [bytes]
PREFIX = "motorpool/"  # of the names that Gymnasium knows tasks by


class Layer(NamedTuple):
    """A layer of a network."""

    weights: NDArray[np.float32]  # (inputs, outputs)
    bias: NDArray[np.float32]  # (outputs,)


class Policy(NamedTuple):
    """A trained network; it is called with observations and returns actions.

    Example:
        policy = learning.Policy.load("policy.npz")
        actions = policy(observations)  # (rows, entries) to (rows, actions)
    """

    task: str  # name of the task that it was trained for; empty if the file does not say
    layers: tuple[Layer, ...]
    where: str = "the policy"  # its file's name in messages

    @property
    def entries(self) -> int:
        """Number of entries of the observation."""
        return self.layers[0].weights.shape[0]

    @property
    def actions(self) -> int:
        """Number of actions."""
        return self.layers[-1].weights.shape[1]

    def __call__(self, observations: Any) -> NDArray[np.float32]:
        """Return actions (rows, actions) in -1..1 for observations (rows, entries); outputs beyond are clipped."""
        values = np.asarray(observations, np.float32)
        for number, layer in enumerate(self.layers, 1):
            values = values @ layer.weights + layer.bias
            values = np.tanh(values) if number < len(self.layers) else np.clip(values, -1.0, 1.0)
        return values

    def __repr__(self) -> str:
        sizes = " x ".join(str(size) for size in (self.entries, *(layer.bias.size for layer in self.layers)))
        return f"<Policy for {self.task or 'any task'} of {self.where}: {sizes}>"

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Policy":
        """Read weights.

        Raises:
            WorldError: the file does not exist, is too large, or holds no such weights.
        """
        where = Path(path).name
        arrays = _arrays(Path(path))
        task = arrays.pop("task", np.array(""))
        if task.ndim or task.dtype.kind != "U":
            raise WorldError(f"{where}: task is no name")
        return cls(str(task).removeprefix(PREFIX), _layers(arrays, where), where)


def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of an .npz file, each checked against its size before it is read."""
    try:
        return read_npz(path, None, max_bytes=MAX_BYTES)
    except TerrainError as error:
        raise WorldError(f"{path.name} is no file of weights (.npz): {error}") from error


def _layers(arrays: dict[str, NDArray[Any]], where: str) -> tuple[Layer, ...]:
    """Return the layers of the policy; arrays of other names, such as a value function's, are left out."""
    count = sum(bool(re.fullmatch(r"policy\.\d+", name)) for name in arrays)
    if not count:
        raise WorldError(f"{where} has no array policy.0; it has {', '.join(sorted(arrays)[:8]) or 'no arrays'}")
    layers: list[Layer] = []
    for number in range(count):
        names = f"policy.{number}", f"policy.{number}.bias"
        for name, axes in zip(names, (2, 1), strict=True):
            if name not in arrays:
                raise WorldError(f"{where} has {count} layers, but no array {name}")
            array = arrays[name]
            if array.ndim != axes or array.dtype.kind != "f" or not array.size:
                raise WorldError(
                    f"{where}: {name} is {array.dtype} of shape {array.shape}; it must be floats, {axes}-D"
                )
            with np.errstate(over="ignore"):
                array = array.astype(np.float32)
            if not np.isfinite(array).all():
                raise WorldError(f"{where}: {name} has a value that is not finite")
        layers.append(Layer(*(arrays[each].astype(np.float32) for each in names)))
    for number, layer in enumerate(layers):
        if layer.bias.size != layer.weights.shape[1]:
            raise WorldError(
                f"{where}: policy.{number} has {layer.weights.shape[1]} outputs, and its bias {layer.bias.size}"
            )
    for number, (layer, following) in enumerate(itertools.pairwise(layers), 1):
        if following.weights.shape[0] != layer.bias.size:
            raise WorldError(
                f"{where}: policy.{number} has {following.weights.shape[0]} inputs, and the layer before "
                f"{layer.bias.size} outputs"
            )
    return tuple(layers)
