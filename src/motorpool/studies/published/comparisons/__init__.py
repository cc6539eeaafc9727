"""Ready-made comparisons: figures of the five documents, drawn, described or missing there, made with the models."""

from ...compare.ready_made import Comparison
from . import axles, bicycle_sketches, bicycles, polar_sketches, swings, thesis, thesis_sketches, tracks

__all__ = ["Comparison", "comparisons"]


def comparisons() -> tuple[Comparison, ...]:
    """Return all comparisons in the order of the documents."""
    parts = (tracks, polar_sketches, swings, axles, thesis_sketches, thesis, bicycle_sketches, bicycles)
    return tuple(one for part in parts for one in part.COMPARISONS)
