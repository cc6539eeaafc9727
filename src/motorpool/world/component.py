"""Component: a part of the world with columns, a stage, scenario keys, instruments and a snapshot of its own.

A component is a folder with a class in ``component.py``, and its keys of a scenario file in ``keys.py``.
``components.COMPONENTS`` lists the classes in the order in which a world builds them: each after those that it asks
the scene for. ``World.step`` has the order of their stages. The vehicle table is the sum of their columns.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from ..models.registry import Model
from ..terrain.roads import Road
from ..wording import counted
from .drivers.manual_control import Handling
from .gunnery.guns import Armament
from .scene import Scene
from .vehicle_table import StateField

RecoveryMode = Literal["off", "report", "free"]


class Settings(NamedTuple):
    """Settings of a world's components."""

    handling: Mapping[str, Handling] = {}  # by fleet name
    armament: Mapping[str, Armament] = {}  # by fleet name
    repair_duration: float = 60.0  # after the last hit [s]
    dynamics: Mapping[str, str | Model] = {}  # alternate models, by fleet name
    recovery: RecoveryMode = "free"
    roads: Sequence[Road] = ()  # that vehicles are set back on
    are_alone: bool = False  # vehicles neither see nor touch each other


class Component:
    """One component of one world; abstract.

    Attributes:
        name: of its folder, and of the world's attribute.
        columns: its structures of columns, by the name that each has in the vehicle table.
        state_columns: those of its columns that are fields of models' states, by the column's name.
        instruments: columns that a driver's instruments show.
    """

    name: ClassVar[str]
    columns: ClassVar[Mapping[str, Any]] = {}
    state_columns: ClassVar[Mapping[str, StateField]] = {}
    instruments: ClassVar[tuple[str, ...]] = ()

    def __init__(self, scene: Scene, settings: Settings) -> None:
        raise NotImplementedError

    def __repr__(self) -> str:
        held = sum(len(structure.__annotations__) for structure in self.columns.values())
        return f"<{type(self).__name__}: the component {self.name!r} of a world, with {counted(held, 'column')}>"

    def snapshot(self) -> Any:
        """Return a copy of what its next step depends on, beside columns; None for nothing."""

    def restore(self, snapshot: Any) -> None:
        """Set that as it was; columns, and components before this one, are restored already."""
