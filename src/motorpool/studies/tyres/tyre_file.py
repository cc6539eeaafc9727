"""Tyre property files (.tir): coefficients of Pacejka's Magic Formula, with their ranges, in SI units.

A file has sections in brackets and lines ``NAME = value``; ``$`` and ``!`` begin comments. ``FITTYP`` names the version
of the formula. Tables, such as ``[SHAPE]``, are left out.

Sources: MSC, "Adams/Tire", tyre property files; TNO, "MF-Tyre/MF-Swift 6.1, Help manual", chapter "Tyre property file".
"""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...base.errors import VehicleError
from ...base.files import read_text
from ...base.terminal import in_one_line

MAX_BYTES = 4 * 2**20  # of a file; tyres have some kilobytes [bytes]
SUFFIX = ".tir"
OLD, NEW = "5.2", "6.1"  # versions of the formula
VERSIONS = {5: OLD, 6: OLD, 21: OLD, 51: OLD, 52: OLD, 60: NEW, 61: NEW, 62: NEW}  # by FITTYP
FORMATS = {"PAC2002": OLD, "MF_05": OLD}  # by PROPERTY_FILE_FORMAT, of files without FITTYP
FORCES = {"newton": 1.0, "n": 1.0, "kn": 1e3, "knewton": 1e3, "kilonewton": 1e3, "pound_force": 4.4482216152605}
LENGTHS = {
    "meter": 1.0, "m": 1.0, "km": 1e3, "cm": 0.01, "centimeter": 0.01, "mm": 1e-3, "millimeter": 1e-3, "inch": 0.0254,
    "foot": 0.3048,
}  # fmt: skip
IN_FORCES = ("FNOMIN", "FZMIN", "FZMAX")
IN_LENGTHS = ("UNLOADED_RADIUS", "WIDTH", "RIM_RADIUS")
NEEDED = ("FNOMIN", "UNLOADED_RADIUS", "PCY1", "PDY1", "PKY1", "PKY2")
RANGES = {  # least and greatest value of each input for which a tyre was measured, by the names of ``forces_of``
    "load": ("FZMIN", "FZMAX"),
    "slip_ratio": ("KPUMIN", "KPUMAX"),
    "slip_angle": ("ALPMIN", "ALPMAX"),
    "camber": ("CAMMIN", "CAMMAX"),
    "pressure": ("PRESMIN", "PRESMAX"),
}
PLAUSIBLE = {"FNOMIN": (10.0, 2e5), "UNLOADED_RADIUS": (0.02, 3.0)}
_LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")


@dataclass(frozen=True)
class Tyre:
    """Tyre of a property file, for the side of the vehicle that the file names."""

    name: str
    version: str  # of the formula: "5.2" or "6.1"
    side: str  # "left" or "right"
    is_iso: bool  # y to the left and z up, as here; else SAE: y to the right, z down
    values: Mapping[str, float]  # coefficients by the names of the file, loads in N, lengths in m
    ranges: Mapping[str, tuple[float, float]]  # of the inputs of ``forces_of``: [N], [1], [rad], [rad], [Pa]

    def __getitem__(self, name: str) -> float:
        """Return a coefficient; one that the file lacks is 0, a scale (``LMUY``) 1."""
        return self.values.get(name, 1.0 if name[0] == "L" else 0.0)

    @property
    def nominal_load(self) -> float:
        """Return the load at which the coefficients hold [N]."""
        return self["FNOMIN"] * self["LFZO"]

    @property
    def radius(self) -> float:
        """Return the radius without a load [m]."""
        return self["UNLOADED_RADIUS"]

    @property
    def pressure(self) -> float:
        """Return the pressure at which the coefficients hold [Pa]; 0 if the file names none."""
        return self["NOMPRES"]


def read_tyre(path: str | os.PathLike[str]) -> Tyre:
    """Read a tyre property file.

    Raises:
        VehicleError: it cannot be read, is of another formula, is not in radians, or lacks a coefficient.
    """
    file = Path(path)
    text = read_text(file, max_bytes=MAX_BYTES, error=VehicleError, encoding="latin-1")
    words, numbers = _entries(text, file)
    version = _version(words, numbers, file)
    unit = words.get("ANGLE", "radians").lower()
    if unit not in ("radian", "radians", "rad"):
        raise VehicleError(f"{file}: ANGLE is {unit!r}; coefficients are read in radians only: convert them")
    for names, units, key in ((IN_FORCES, FORCES, "FORCE"), (IN_LENGTHS, LENGTHS, "LENGTH")):
        word = words.get(key, next(iter(units))).lower()
        if word not in units:
            raise VehicleError(f"{file}: {key} is {in_one_line(word)!r}; it must be one of {', '.join(units)}")
        numbers |= {name: numbers[name] * units[word] for name in names if name in numbers}
    if missing := [name for name in NEEDED if name not in numbers]:
        raise VehicleError(f"{file} has no {missing[0]}; a tyre needs {', '.join(NEEDED)}")
    for name, (low, high) in PLAUSIBLE.items():
        if not low <= numbers[name] <= high:
            raise VehicleError(
                f"{file}: {name} is {numbers[name]:g} in SI units; it must be from {low:g} to {high:g}: check [UNITS]"
            )
    ranges = {
        name: (numbers.get(low, -math.inf), numbers.get(high, math.inf))
        for name, (low, high) in RANGES.items()
        if (low in numbers or high in numbers) and numbers.get(low, -math.inf) < numbers.get(high, math.inf)
    }
    side = "left" if words.get("TYRESIDE", "").lower() == "left" else "right"
    return Tyre(file.stem, version, side, numbers["PKY1"] < 0.0, numbers, ranges)


def _entries(text: str, file: Path) -> tuple[dict[str, str], dict[str, float]]:
    """Return the words and the numbers of a file by their names.

    Raises:
        VehicleError: there are none, or a coefficient is not finite.
    """
    words: dict[str, str] = {}
    numbers: dict[str, float] = {}
    for line in text.splitlines():
        found = _LINE.match(re.split(r"[$!]", line, maxsplit=1)[0].strip())
        if not found:
            continue
        name, value = found[1].upper(), found[2].strip().strip("'\"").strip()
        try:
            numbers[name] = float(value)
        except ValueError:
            words[name] = value
            continue
        if not math.isfinite(numbers[name]):
            raise VehicleError(f"{file}: {name} is {in_one_line(value)}; it must be a finite number")
    if not numbers:
        raise VehicleError(f"{file} has no line NAME = number; name a tyre property file, such as car.tir")
    return words, numbers


def _version(words: Mapping[str, str], numbers: Mapping[str, float], file: Path) -> str:
    kind = words.get("PROPERTY_FILE_FORMAT", "").upper()
    fit = numbers.get("FITTYP")
    version = FORMATS.get(kind) if fit is None else VERSIONS.get(int(fit))
    if version is None:
        named = f"FITTYP {fit:g}" if fit is not None else f"no FITTYP, and the format {in_one_line(kind)!r}"
        raise VehicleError(
            f"{file} has {named}; read are {', '.join(map(str, VERSIONS))} (Magic Formula {OLD} and {NEW}), and the "
            f"formats {', '.join(FORMATS)}"
        )
    return version
