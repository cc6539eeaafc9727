"""Observers: who wants to know what happened. Each has ``observe(world)``, called after every step."""
