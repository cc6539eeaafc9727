"""Dimensions that a look is built from."""

from typing import NamedTuple


class Axle(NamedTuple):
    """An axle."""

    offset: float  # ahead of the middle of the body [m]
    is_steered: bool = False


class Dimensions(NamedTuple):
    """Dimensions of a vehicle in the frame of its body."""

    length: float  # [m]
    width: float
    height: float
    axles: tuple[Axle, ...] = ()  # from the front
    track_gauge: float = 0.0  # between the middles of the tracks [m]
    wheel_radius: float = 0.0  # of road wheels on axles; 0: as usual for the look [m]
    wheel_count: int = 0  # on a side, road wheels of a track included; 0: as usual for the look
    muzzle: float = 0.0  # from the turret's axis to the end of the barrel; 0: as usual for the look [m]

    @property
    def wheelbase(self) -> float:
        """First to last axle [m]."""
        return self.axles[0].offset - self.axles[-1].offset
