"""Governor: the speeds beyond which the engine drives no further."""

from typing import NamedTuple

from ..fields import Positive


class Params(NamedTuple):
    """Greatest speeds."""

    max_speed: Positive = 50.0  # forward [m/s]
    max_reverse_speed: Positive = 8.0  # backward [m/s]
