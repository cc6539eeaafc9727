"""The structure of a ready-made comparison."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Comparison(NamedTuple):
    """A figure that can be asked for by name."""

    name: str  # lower-case words joined by dashes; no model has it
    document: str  # "000" to "004"
    title: str  # one line: what it shows
    draw: Callable[[], Any]  # makes the figure
