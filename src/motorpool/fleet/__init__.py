"""Fleets: many vehicles of one model in columns, the recorded history of a fleet, and arrays of other libraries."""

from .fleet import CACHE_LINE, OF_VALUES, Body, Fleet, Snapshot, aligned_columns, body_of

__all__ = ["CACHE_LINE", "OF_VALUES", "Body", "Fleet", "Snapshot", "aligned_columns", "body_of"]
