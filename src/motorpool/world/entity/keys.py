"""Keys of a fleet in a scenario file: limits of its drivers."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field

from ...base.keys import NonNegative, Part, Positive
from ...vehicles.fleet import Fleet
from ..drivers.manual_control import Handling, handling_of
from ..scenario_keys import Problem, ScenarioKeys


class HandlingPart(Part):
    """Limits of a fleet's drivers; by default those of the kind of vehicle."""

    example: ClassVar[str] = """
        vehicles:
          - {model: bicycle, handling: {max_speed: 20, acceleration: 2.5, braking: 6}}
    """

    max_speed: Positive | None = Field(default=None, description="greatest speed forward [m/s]")
    max_reverse_speed: NonNegative | None = Field(
        default=None, description="greatest speed in reverse, a magnitude [m/s]"
    )
    acceleration: Positive | None = Field(default=None, description="acceleration at full throttle [m/s^2]")
    braking: Positive | None = Field(default=None, description="deceleration at full brake [m/s^2]")
    coasting: NonNegative | None = Field(default=None, description="deceleration without throttle and brake [m/s^2]")
    steer_rate: Positive | None = Field(default=None, description="greatest rate of the steering command [1/s]")
    max_lateral_acceleration: Positive | None = Field(default=None, description="limit that the steering keeps [m/s^2]")

    def over(self, kind: Handling) -> Handling:
        """Return the values of the file, and those of the ``kind`` of vehicle for keys that are not given."""
        return kind._replace(**{name: value for name, value in self if value is not None})


class EntityFleetKeys(Part):
    """Limits of a fleet."""

    handling: HandlingPart = HandlingPart()


class EntityKeys(ScenarioKeys):
    """Keys of the entity component."""

    fleet = EntityFleetKeys

    def problems(self, scenario: Any) -> Iterator[Problem]:
        """Yield groups of vehicles that are alone."""
        if scenario.alone and scenario.group_size:
            yield Problem(("group_size",), "vehicles that are alone have no groups; leave out alone or group_size")

    def is_repeatable(self, scenario: Any) -> bool:
        """Return whether the vehicle has no group, which others would enter."""
        return not scenario.group_size

    def fleet_settings(self, part: EntityFleetKeys, fleet: Fleet, folder: Path) -> Mapping[str, Any]:
        """Return the handling of a fleet."""
        return {"handling": part.handling.over(handling_of(fleet.model))}


KEYS = EntityKeys()
