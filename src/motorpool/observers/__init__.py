"""Observers: read the world after each step, by their method ``observe(world)``."""
