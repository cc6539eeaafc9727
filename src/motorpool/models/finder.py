"""Finder of named vehicles, which the registry asks for a name that is no model's."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from ..base import extensions


class Named(Protocol):
    """A vehicle: a model with other values."""

    @property
    def name(self) -> str:
        """Its name, or the path of its file."""
        ...

    @property
    def model(self) -> str:
        """Name of its model."""
        ...

    @property
    def model_place(self) -> str:
        """The line of its file that names the model."""
        ...

    @property
    def params(self) -> Mapping[str, float]:
        """Values of the model's parameters."""
        ...


class Finder(Protocol):
    """A source of vehicles by name."""

    def names(self) -> list[str]:
        """Return the names of all vehicles."""
        ...

    def file_of(self, name: str, /) -> Path | None:
        """Return the file of a vehicle; None if there is none of that name."""
        ...

    def names_of_word(self, word: str, /, keys: Sequence[str]) -> list[str]:
        """Return the names of the vehicles with a word in these texts of their files."""
        ...

    def names_in_table(self, words: str, /) -> list[str]:
        """Return the names of the real cars with each of some words in their names, or with a like name."""
        ...

    def read_vehicle(self, path: Path, name: str, /, *, find_model: Callable[[str], Any]) -> Named:
        """Return the vehicle of a file."""
        ...


@cache
def finder() -> Finder:
    """Return the finder that an extension provides: the motor pool."""
    return extensions.load(extensions.shipped(extensions.FINDERS)["motor pool"])
