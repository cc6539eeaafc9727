"""Fleets: many vehicles of one model in columns, the recorded history of a fleet, and arrays of other libraries."""

from .fleet import CACHE_LINE, OF_VALUES, Body, Fleet, Snapshot, aligned_columns, body_of
from .outline import most_trailers, outline_of, outlines_of, radius_of, shape_of_fleet, trailer_counts

__all__ = [
    "CACHE_LINE",
    "OF_VALUES",
    "Body",
    "Fleet",
    "Snapshot",
    "aligned_columns",
    "body_of",
    "most_trailers",
    "outline_of",
    "outlines_of",
    "radius_of",
    "shape_of_fleet",
    "trailer_counts",
]
