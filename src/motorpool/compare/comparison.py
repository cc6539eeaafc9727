"""Structure of a ready-made comparison."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Comparison(NamedTuple):
    """Named figure."""

    name: str  # lower-case words joined by dashes; differs from the names of models
    document: str  # "000" to "004"
    title: str  # content of the figure, one line
    draw: Callable[[], Any]  # makes the figure
