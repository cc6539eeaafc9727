"""Keys of a fleet in a scenario file: its avoidance rule."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from ...base.keys import Part
from ...base.wording import shown_path
from ...models import registry
from ..scenario_keys import Building, Problem, ScenarioKeys, WrittenFleet
from .rules import DEFAULT, NAMES, RULES

if TYPE_CHECKING:
    RuleName = str
else:
    RuleName = Literal[NAMES]  # avoidance rules


class AvoidanceFleetKeys(Part):
    """Avoidance of a fleet."""

    avoidance: RuleName = Field(
        default=DEFAULT, description="; ".join(f"{rule.name}: {rule.about}" for rule in RULES.values())
    )


class AvoidanceKeys(ScenarioKeys):
    """Keys of the avoidance component."""

    fleet = AvoidanceFleetKeys

    def model_problems(self, fleet: WrittenFleet) -> Iterator[Problem]:
        """Yield a rule that cannot drive the model."""
        chosen = fleet.values.get("avoidance")
        states = next((rule.model_states for rule in RULES.values() if rule.name == chosen), ())
        if states and fleet.model.module.State not in states:
            driven = [name for name in registry.names() if registry.find(name).module.State in states]
            sentence = f"{shown_path(fleet.path)}.avoidance is {chosen!r}, which drives {' and '.join(driven)} only"
            own = f"its {fleet.model_key} is {fleet.values[fleet.model_key]}"
            yield Problem((*fleet.path, "avoidance"), f"{sentence}; {own}: choose another of the two")

    def apply(self, building: Building) -> None:
        """Put the vehicles of each fleet under its rule."""
        for _, part, rows in building.fleets():
            building.world.avoidance.choose(rows, part.avoidance)


KEYS = AvoidanceKeys()
