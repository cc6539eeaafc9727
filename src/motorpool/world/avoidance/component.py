"""Avoidance component: autopilots avoid obstacles by the rules that are chosen for their vehicles.

world.avoidance.choose([0, 1], "dynamic-window")
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from ...base.wording import counted, listed
from ..component import Component, Settings
from ..drivers.kinds import AUTOPILOT
from ..scene import Newcomers, Scene
from .columns import Avoidance, Perception
from .rule import Options, Rule
from .rules import DEFAULT, RULES, index_of


@runtime_checkable
class ControlOverride(Protocol):
    """Rule that sets the controls of its vehicles' models, and whose vehicles no contact moves."""

    def override_controls(self) -> None:
        """Replace the controls of the vehicles that it drives, just before their models' step."""

    def before_contact(self) -> Any:
        """Return the poses and motion of these vehicles before contact."""

    def after_contact(self, held: Any) -> None:
        """Undo the effects of contacts on these vehicles, from the values of ``before_contact``."""


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
        "avoidance": 'world.avoidance.choose(world.vehicles.rows[0], "orca") sets it for the first fleet; '
        "in scenario files it is a key of each fleet"
    }

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._vehicles = scene, scene.vehicles
        self.options = Options({name: value for rule in RULES.values() for name, value in rule.options.items()})
        self._rules: dict[int, Rule] = {}
        self._present: list[int] = []  # rules that an autopilot is under
        self._chosen = b""  # the columns of rules and drivers when they were found
        self.overrides: list[ControlOverride] = []

    def bind(self) -> None:
        """Make the rules for the present vehicles; they keep their columns and stored data."""
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

    def __repr__(self) -> str:
        counts = np.bincount(self._vehicles.avoidance_rule, minlength=max(RULES) + 1)
        words = [f"{counts[number]} by {rule.name}" for number, rule in RULES.items() if counts[number]]
        return f"<Avoidance of {counted(self._vehicles.count, 'vehicle')}: {listed(words) or 'none'}>"

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

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of the data of each rule that is not in columns."""
        return tuple(rule.snapshot() for rule in self._rules.values())

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Restore the data of a snapshot."""
        for rule, saved in zip(self._rules.values(), snapshot, strict=True):
            rule.restore(saved)
