"""Component: a part of the world with its own columns, stage, settings, scenario keys, instruments and snapshot.

A component is a folder with a class in ``component.py``. Its settings are declared beside that class, see ``settings``;
its other keys of scenario files in ``keys.py``, see ``scenario_keys``. ``make generate`` lists the classes in
``component_names``; a world builds those without a place in ``components.ORDER`` last. ``World.step`` has the order of
their stages. The vehicle table is the sum of their columns.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from ..base.wording import counted
from .scene import Newcomers, Scene
from .vehicle_table import StateField


class Settings(NamedTuple):
    """Settings of a component that has none."""


class Component:
    """One component of one world; abstract.

    Attributes:
        name: name of its folder, and of the world's attribute.
        settings: structure of its settings; see ``settings``.
        columns: its structures of columns, by the name that each has in the vehicle table.
        state_columns: those of its columns that are fields of models' states, by the column's name.
        instruments: columns that a driver's instruments show.
        set_later: advice on how to set, by fleet, what is no keyword of ``World`` although its name suggests one.
    """

    name: ClassVar[str]
    settings: ClassVar[Any] = Settings
    columns: ClassVar[Mapping[str, Any]] = {}
    state_columns: ClassVar[Mapping[str, StateField]] = {}
    instruments: ClassVar[tuple[str, ...]] = ()
    set_later: ClassVar[Mapping[str, str]] = {}

    def __init__(self, scene: Scene, settings: Any) -> None:
        raise NotImplementedError

    def bind(self) -> None:
        """Take the columns of the vehicle table that it holds; called when it is built, and when the table grows."""

    def enter(self, new: Newcomers) -> None:
        """Set the initial values of vehicles in its columns, which are zero; called after ``bind``."""

    def __repr__(self) -> str:
        held = sum(len(structure.__annotations__) for structure in self.columns.values())
        return f"<{type(self).__name__}: the component {self.name!r} of a world, with {counted(held, 'column')}>"

    def snapshot(self) -> Any:
        """Return a copy of the data that its next step depends on, besides columns; None if there is none."""

    def restore(self, snapshot: Any) -> None:
        """Restore a copy; columns and earlier components are restored already."""
