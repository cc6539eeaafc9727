"""Vehicles on two tracks, steered by the difference of the track speeds."""
