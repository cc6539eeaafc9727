"""The ready-made comparisons: the figures that the five documents draw, describe or owe, redrawn from the models."""

from . import axles, bicycles, swings, thesis, tracks
from .comparison import Comparison

__all__ = ["Comparison", "comparisons"]


def comparisons() -> tuple[Comparison, ...]:
    """All of them, in the documents' order."""
    return tuple(one for part in (tracks, swings, axles, thesis, bicycles) for one in part.COMPARISONS)
