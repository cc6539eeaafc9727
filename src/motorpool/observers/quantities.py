"""Recorded quantities in SI units: what tables call them, their units and how exactly they are written."""

from typing import NamedTuple

from .recording_format import COLUMNS


class Quantity(NamedTuple):
    """A column of a table in SI units."""

    name: str  # as in world.vehicles
    unit: str  # "m", "rad", "m/s"; "1" of fractions; "" of numbers that count or name something
    meaning: str
    decimals: int | None  # that a table of text has; None: whole numbers

    @property
    def name_with_unit(self) -> str:
        """The name as a heading that is an identifier, too: "speed_m_s"."""
        return f"{self.name}_{self.unit.replace('/', '_')}" if self.unit not in ("", "1") else self.name


_UNITS = {"mm": ("m", 4), "0.1 mrad": ("rad", 6), "mm/s": ("m/s", 4), "1/1000 of full": ("1", 4)}


def _quantity(name: str, meaning: str) -> Quantity:
    words, _, stored = meaning.removesuffix("]").partition(" [")
    unit, decimals = _UNITS.get(stored, ("", None))
    return Quantity(name, unit, words, decimals)


QUANTITIES = tuple(_quantity(column.quantity, column.meaning) for column in COLUMNS)
