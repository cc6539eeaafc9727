"""Attitude: height, pitch and roll from the ground and from suspensions."""
