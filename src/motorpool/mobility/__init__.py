"""Mobility maps: where a vehicle can go, how fast, and what limits it."""

from .maps import REASONS, SEASONS, MobilityMap, Season

__all__ = ["REASONS", "SEASONS", "MobilityMap", "Season"]
