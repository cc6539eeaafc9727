"""Scenario keys of a component that are more than a setting: mappings, and keys of a fleet.

The folder of a component with such keys has a module ``keys`` with an instance of its ``ScenarioKeys`` named ``KEYS``;
``components.scenario_keys`` finds it. The module needs pydantic, which a world does without, so that no other module of
the component imports it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ..base.errors import unknown_name
from ..base.keys import Part
from ..base.wording import KeyPath, shown_path
from ..models.registry import Model
from ..vehicles.fleet import Fleet

Script = Callable[[range, Sequence[Mapping[str, Any]]], None]


class Problem(NamedTuple):
    """A mistake in a scenario file: a sentence about the value, or the key, at a path."""

    path: KeyPath
    sentence: str
    is_about_key: bool = False


class WrittenFleet(NamedTuple):
    """A fleet as a file describes it; its values may be wrong, but its model exists."""

    path: KeyPath
    values: Mapping[str, Any]
    model_key: str  # of ``values``: "model" or "vehicle"
    model: Model
    folder: Path  # that paths in the file are relative to


class Building(NamedTuple):
    """A world that is being built from a checked scenario."""

    world: Any
    scenario: Any  # with the keys of all components; ``vehicles`` has one item for each of the world's first fleets
    where: str  # name of the file, for messages
    add_timed_script: Script  # lets vehicles follow inputs at given times; a mapping for each, see ``sources.script``
    add_orders: Script  # lets vehicles carry out orders one by one, see ``sources.orders``

    def fleets(self) -> Iterator[tuple[int, Any, slice]]:
        """Yield the index, the keys and the rows of each fleet of the scenario."""
        for index, part in enumerate(self.scenario.vehicles):
            yield index, part, self.world.vehicles.rows[index]


class ScenarioKeys:
    """Scenario keys of a component; each method does nothing unless a component overrides it.

    Attributes:
        top: structure of its top-level keys, besides settings.
        fleet: structure of its keys of a fleet.
    """

    top: ClassVar[type[Part]] = Part
    fleet: ClassVar[type[Part]] = Part

    def problems(self, scenario: Any) -> Iterator[Problem]:
        """Yield contradictions between values that are allowed one by one.

        Args:
            scenario: the checked keys of the file.
        """
        yield from ()

    def model_problems(self, fleet: WrittenFleet) -> Iterator[Problem]:
        """Yield values that do not suit the model of the fleet, even if other values of the file are wrong."""
        yield from ()

    def is_repeatable(self, scenario: Any) -> bool:
        """Return whether several vehicles in place of a scenario's only one would move like it.

        So a sweep simulates runs together. A random or shared value prevents it.

        Args:
            scenario: the checked keys of a file with one fleet.
        """
        return True

    def guest_fleets(self, scenario: Any) -> list[Fleet]:
        """Return fleets that the world has besides those of the file."""
        return []

    def fleet_settings(self, part: Any, fleet: Fleet, folder: Path) -> Mapping[str, Any]:
        """Return the fleet's share of settings that are mappings by the names of fleets.

        Args:
            part: keys of the fleet.
            fleet: made of them.
            folder: that paths in the file are relative to.
        """
        return {}

    def before_placing(self, building: Building) -> None:
        """Apply keys to the new world, whose vehicles are all at the origin."""

    def start_poses(self, building: Building, index: int) -> Any:
        """Return x, y [m] and yaw [rad] of a fleet's vehicles at the start, if these keys place them; else None."""
        return None

    def apply(self, building: Building) -> None:
        """Apply keys to the world, whose vehicles are at their start positions.

        Raises:
            ScenarioError: a value does not fit into the world.
        """


def unknown_fleet(path: KeyPath, name: str, known: Mapping[str, int]) -> str:
    """Return the sentence for a key that names a fleet which the file does not have.

    Args:
        name: as it is written.
        known: the file's fleets, by name.
    """
    return f"{shown_path(path)} is {name!r}: {unknown_name('', 'fleet', name, known)}"


def fleet_counts(scenario: Any) -> dict[str, int]:
    """Return the number of vehicles of each fleet of a scenario, by the name of the fleet."""
    return {fleet.title: fleet.count for fleet in scenario.vehicles}
