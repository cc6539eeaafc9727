"""Keys of a fleet in a scenario file: its gun and its side."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from ...base.keys import Fraction, Part
from ...base.wording import shown_path
from ...vehicles.fleet import Fleet
from ..scenario_keys import Building, Problem, ScenarioKeys
from .guns import Armament

Elevation = Annotated[float, Field(ge=-1.57, le=1.57)]


class ArmamentPart(Part):
    """The gun of a fleet's vehicles, on a turret; by default that of a tank."""

    example: ClassVar[str] = """
        vehicles:
          - {model: M1A1, armament: {muzzle_speed: 1500, reload_duration: 6}}
    """

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
        """Return the gun for ``World(armament=...)``."""
        return Armament(**dict(self))


class GunneryFleetKeys(Part):
    """Gun and side of a fleet."""

    armament: ArmamentPart | None = Field(
        default=None, description="its gun, such as {muzzle_speed: 800}; none by default"
    )
    side: Annotated[str, Field(min_length=1, max_length=24)] | None = Field(
        default=None, description="its side, for the score and the map; none by default"
    )


class GunneryKeys(ScenarioKeys):
    """Keys of the gunnery component."""

    fleet = GunneryFleetKeys

    def problems(self, scenario: Any) -> Iterator[Problem]:
        """Yield guns whose lowest elevation is above the highest.

        Args:
            scenario: the checked keys of the file.
        """
        for index, fleet in enumerate(scenario.vehicles):
            gun, path = fleet.armament, ("vehicles", index, "armament")
            if gun is not None and gun.min_elevation > gun.max_elevation:
                sentence = f"{shown_path(path)} has a min_elevation above its max_elevation; swap them"
                yield Problem((*path, "min_elevation"), sentence)

    def is_repeatable(self, scenario: Any) -> bool:
        """Return whether the vehicle has no gun, whose rounds could hit the others."""
        return all(fleet.armament is None for fleet in scenario.vehicles)

    def fleet_settings(self, part: GunneryFleetKeys, fleet: Fleet, folder: Path) -> Mapping[str, Any]:
        """Return the gun of a fleet.

        Args:
            part: keys of the fleet.
            fleet: not used.
            folder: not used.
        """
        return {} if part.armament is None else {"armament": part.armament.gun}

    def apply(self, building: Building) -> None:
        """Set the names of the fleets' sides."""
        world = building.world
        world.sides = {world.fleets[index].name: part.side for index, part, _ in building.fleets() if part.side}


KEYS = GunneryKeys()
