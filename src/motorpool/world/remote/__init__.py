"""Vehicles that other programs move.

``component`` moves them by their senders' poses, ``guests`` are the free rows for further ones, ``exercise`` the keys
of a scenario's exercise.
"""
