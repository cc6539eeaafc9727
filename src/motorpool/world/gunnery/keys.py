"""Keys of a fleet in a scenario file: its guns."""

from typing import Annotated

from pydantic import Field

from ...keys import Fraction, Part
from .guns import Armament

Elevation = Annotated[float, Field(ge=-1.57, le=1.57)]


class ArmamentPart(Part):
    """The gun of a fleet's vehicles, on a turret; by default that of a tank."""

    muzzle_speed: Annotated[float, Field(gt=0.0, le=3000.0)] = Field(
        default=Armament().muzzle_speed, description="speed of a round at the muzzle [m/s]"
    )
    reload_duration: Annotated[float, Field(ge=0.05, le=3600.0)] = Field(
        default=Armament().reload_duration, description="time between two shots [s]"
    )
    slew_rate: Annotated[float, Field(ge=0.0, le=100.0)] = Field(
        default=Armament().slew_rate, description="greatest rate of turret and barrel [rad/s]"
    )
    round_damage: Fraction = Field(
        default=Armament().round_damage, description="damage of one hit; 1 destroys an undamaged vehicle"
    )
    round_drag: Fraction = Field(
        default=Armament().round_drag, description="deceleration of a round by the air over its speed squared [1/m]"
    )
    barrel_length: Annotated[float, Field(ge=0.0, le=50.0)] = Field(
        default=Armament().barrel_length, description="distance from the turret's axis to the muzzle [m]"
    )
    min_elevation: Elevation = Field(
        default=Armament().min_elevation, description="lowest elevation of the barrel [rad]"
    )
    max_elevation: Elevation = Field(
        default=Armament().max_elevation, description="highest elevation of the barrel [rad]"
    )

    @property
    def gun(self) -> Armament:
        """The gun as a world takes it."""
        return Armament(**dict(self))


class GunneryKeys(Part):
    """Guns of a fleet."""

    armament: ArmamentPart | None = Field(
        default=None, description="its gun, such as {muzzle_speed: 800}; none by default"
    )
    side: Annotated[str, Field(min_length=1, max_length=24)] | None = Field(
        default=None, description="its side, for the score and the map; none by default"
    )
