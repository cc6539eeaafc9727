"""Footprint of two tracks: their distance, and the length of each on the ground."""

from typing import NamedTuple

from ..fields import Positive


class Params(NamedTuple):
    """Footprint of both tracks; those of a main battle tank by default."""

    track_gauge: Positive = 2.845  # between track centre lines [m]
    contact_length: Positive = 4.575  # of each track on the ground [m]
