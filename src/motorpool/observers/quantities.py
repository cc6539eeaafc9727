"""Recorded quantities in SI units: their names in tables, their units and their number of decimals."""

from typing import NamedTuple

from .recording_format import COLUMNS


class Quantity(NamedTuple):
    """A column of a table in SI units."""

    name: str  # as in world.vehicles
    unit: str  # "m", "rad", "m/s"; "1" for fractions; "" for counts and ids
    meaning: str
    decimals: int | None  # in a text table; None for whole numbers

    @property
    def name_with_unit(self) -> str:
        """Return the name as a heading that is also an identifier: "speed_m_s"."""
        return f"{self.name}_{self.unit.replace('/', '_')}" if self.unit not in ("", "1") else self.name


_UNITS = {"mm": ("m", 4), "0.1 mrad": ("rad", 6), "mm/s": ("m/s", 4), "1/1000 of full": ("1", 4)}


def _quantity(name: str, meaning: str) -> Quantity:
    words, _, stored = meaning.removesuffix("]").partition(" [")
    unit, decimals = _UNITS.get(stored, ("", None))
    return Quantity(name, unit, words, decimals)


QUANTITIES = tuple(_quantity(column.quantity, column.meaning) for column in COLUMNS)
