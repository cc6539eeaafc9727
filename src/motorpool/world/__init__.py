"""World: vehicles of several models on one ground, among objects; a folder for each line of ``World.step``."""

from .world import Observer, Snapshot, Source, World

__all__ = ["Observer", "Snapshot", "Source", "World"]
