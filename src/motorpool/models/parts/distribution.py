"""Distribution of drive and brake force over two axles."""

from typing import NamedTuple

from ..fields import Fraction


class Params(NamedTuple):
    """Shares of the front axle; the rear axle has the rest."""

    front_drive_share: Fraction = 1.0  # of the drive force: 1 front, 0 rear [1]
    front_brake_share: Fraction = 0.6  # of the brake force [1]
