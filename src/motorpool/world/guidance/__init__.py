"""Guidance: where autopilots go, and the heading and speed that lead them there."""
