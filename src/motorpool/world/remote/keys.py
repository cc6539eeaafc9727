"""Keys of a scenario file: the world's part in a distributed exercise, and room for vehicles of other programs."""

from typing import Any

from pydantic import Field

from ...base.keys import Part
from ...vehicles.fleet import Fleet
from ..scenario_keys import Building, ScenarioKeys
from .exercise import ExercisePart
from .guests import guest_fleets, vacate_guests


class RemoteTopKeys(Part):
    """Top-level keys of the remote component."""

    exercise: ExercisePart | None = Field(
        default=None, description="part in a distributed exercise (DIS); none by default"
    )


class RemoteKeys(ScenarioKeys):
    """Keys of the remote component."""

    top = RemoteTopKeys

    def is_repeatable(self, scenario: Any) -> bool:
        """Return whether the world has no part in a distributed exercise."""
        return scenario.exercise is None

    def guest_fleets(self, scenario: Any) -> list[Fleet]:
        """Return fleets whose rows are kept free for vehicles of other programs."""
        return guest_fleets(scenario.exercise.room) if scenario.exercise and scenario.exercise.room else []

    def before_placing(self, building: Building) -> None:
        """Set the rows of these fleets free, so that no vehicle is placed around them."""
        vacate_guests(building.world)


KEYS = RemoteKeys()
