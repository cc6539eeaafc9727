"""Avoidance component: autopilots avoid obstacles by the rules that are chosen for their vehicles.

world.avoidance.choose([0, 1], "dynamic-window")
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from ..component import Component, Settings
from ..drivers.kinds import AUTOPILOT
from ..entity.component import Entities
from ..scene import Newcomers, Scene
from . import orca, search_cone, surroundings
from .columns import Avoidance, Perception
from .rule import Options, Rule
from .rules import DEFAULT, RULES, index_of


@runtime_checkable
class ControlOverride(Protocol):
    """Rule that sets the controls of its vehicles' models, and whose vehicles no contact moves."""

    def override_controls(self) -> None:
        """Replace the controls of the vehicles that it drives, just before their models' step."""

    def before_contact(self) -> Any:
        """Return where these vehicles are, and how they move."""

    def after_contact(self, held: Any) -> None:
        """Set that as it was."""


def _columns_of_rules() -> Mapping[str, Any]:
    return {name: structure for rule in RULES.values() for name, structure in rule.columns.items()}


class AvoidanceRules(Component):
    """The avoidance rules of one world.

    Attributes:
        options: options of the rules.
        overrides: rules that drive their vehicles' models as well.
    """

    name = "avoidance"
    columns: ClassVar[Mapping[str, Any]] = {"perception": Perception, "avoidances": Avoidance, **_columns_of_rules()}
    set_later: ClassVar[Mapping[str, str]] = {
        "avoidance": 'world.avoidance.choose(world.vehicles.rows[0], "dynamic-window") sets it for the first fleet; '
        "in scenario files it is a key of each fleet"
    }

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles, self._are_alone = scene, scene.vehicles, scene.of(Entities).are_alone
        self.options = Options({name: value for rule in RULES.values() for name, value in rule.options.items()})
        self._rules: dict[int, Rule] = {}
        self._present: list[int] = []  # rules that an autopilot is under
        self._chosen = b""  # the columns of rules and drivers when they were found
        self.overrides: list[ControlOverride] = []

    def bind(self) -> None:
        """Make the rules for the vehicles that there are; they keep their columns and what they have stored."""
        before, columns = self._rules, self._vehicles.all_columns() if self._rules else []
        kept = [column.copy() for column in columns]
        self._rules = {number: rule(self._scene, self.options, number) for number, rule in RULES.items()}
        for column, values in zip(columns, kept, strict=True):
            column[:] = values
        for number, rule in before.items():
            self._rules[number].restore(rule.snapshot())
        self._chosen = b""
        self.overrides[:] = [rule for rule in self._rules.values() if isinstance(rule, ControlOverride)]

    def enter(self, new: Newcomers) -> None:
        """Put vehicles under the default rule, on the heading that they have."""
        self._vehicles.avoidance_rule[new.rows] = index_of(DEFAULT)
        self._vehicles.desired_yaw[new.rows] = self._vehicles.yaw[new.rows]
        for rule in self._rules.values():
            rule.enter(new.rows)

    def choose(self, vehicle_ids: Sequence[int] | slice, name: str) -> None:
        """Put vehicles under a rule; ``rules.NAMES`` lists them.

        Raises:
            WorldError: there is no such rule.
        """
        rows = vehicle_ids if isinstance(vehicle_ids, slice) else list(vehicle_ids)
        self._vehicles.avoidance_rule[rows] = index_of(name)

    def name_of(self, vehicle: int) -> str:
        """Return the name of the rule that a vehicle is under."""
        return RULES[int(self._vehicles.avoidance_rule[vehicle])].name

    def step(self) -> None:
        """Set the heading, and where the rule does so the speed, of every autopilot."""
        vehicles = self._vehicles
        chosen = vehicles.avoidance_rule.tobytes() + vehicles.driver.tobytes()
        due = self._present
        if chosen != self._chosen:
            self._chosen, was_present = chosen, self._present
            self._present = np.unique(vehicles.avoidance_rule[vehicles.driver == AUTOPILOT]).tolist()
            due = sorted({*self._present, *was_present})  # with a rule that has lost its last vehicle
        for number in due:
            self._rules[number].step()

    def indivisible(self) -> str:
        """Return the reason why the world cannot be partitioned: a rule whose decisions are not local."""
        for number in np.unique(self._vehicles.avoidance_rule).tolist():
            if not RULES[number].is_local:
                name = RULES[number].name
                return f"the rule {name} shares a variable between all vehicles; choose another rule"
        return ""

    def reach(self, fastest: float) -> float:
        """Return the greatest sight of a driver [m]; 0 for vehicles that do not see each other."""
        if self._are_alone:
            return 0.0
        radius = float(self._vehicles.radius.max(initial=0.0))
        return max(surroundings.VEHICLE_SIGHT, orca.VEHICLE_SIGHT, search_cone.reach(fastest) + radius)

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of the data of each rule that is not in columns."""
        return tuple(rule.snapshot() for rule in self._rules.values())

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Set that as it was."""
        for rule, saved in zip(self._rules.values(), snapshot, strict=True):
            rule.restore(saved)
