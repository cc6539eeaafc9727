"""The ready-made comparisons: the figures that the five documents draw, describe or owe, redrawn from the models."""

from ...compare.comparison import Comparison
from . import axles, bicycle_sketches, bicycles, polar_sketches, swings, thesis, thesis_sketches, tracks

__all__ = ["Comparison", "comparisons"]


def comparisons() -> tuple[Comparison, ...]:
    """All of them, in the documents' order."""
    parts = (tracks, polar_sketches, swings, axles, thesis_sketches, thesis, bicycle_sketches, bicycles)
    return tuple(one for part in parts for one in part.COMPARISONS)
