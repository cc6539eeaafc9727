"""Values of tags: lengths, speeds and whole numbers, as texts that anybody may have written."""

import re
from collections import Counter

from ...terminal import in_one_line
from .tags import COUNTRY_ZONES_KMH, SPEED_WORDS_KMH, ZONES_KMH

_NUMBER = r"(\d{1,6}(?:[.,]\d{1,6})?)"
_LENGTH = re.compile(_NUMBER + r"\s*(m|metres?|meters?|km|cm|ft|feet|mi|')?")
_FEET_AND_INCHES = re.compile(r"(\d{1,5})'\s*(\d{1,2}(?:\.\d{1,3})?)\"")
_SPEED = re.compile(_NUMBER + r"\s*(km/h|kmh|kph|mph|knots)?")
_METRES = {"km": 1000.0, "cm": 0.01, "ft": 0.3048, "feet": 0.3048, "'": 0.3048, "mi": 1609.344}
_KMH = {"mph": 1.609344, "knots": 1.852}
SPEEDS_KMH = (1.0, 400.0)  # range of the speed limits that are believed

MOST_KINDS = 500  # limit of the different words in a count of what was left out
LONGEST_WORD = 40  # characters of a tag's value in these words


def length(text: str) -> float | None:
    """Return a length [m] from a text such as "3.5", "3,5 m" or "40 ft"; None if it is none."""
    if found := _LENGTH.fullmatch(text.strip()):
        return float(found[1].replace(",", ".")) * _METRES.get(found[2] or "m", 1.0)
    if found := _FEET_AND_INCHES.fullmatch(text.strip()):
        return 0.3048 * (float(found[1]) + float(found[2]) / 12.0)
    return None


def length_within(text: str, limits: tuple[float, float]) -> float | None:
    """Return a length [m] from a text; None if it is none or beyond the limits."""
    value = length(text)
    return value if value is not None and limits[0] <= value <= limits[1] else None


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return a whole number of a range; None if the text is none."""
    found = re.fullmatch(r"[+-]?\d{1,6}", text.strip(), re.ASCII)
    return int(text) if found and low <= int(text) <= high else None


def speed_limit(text: str) -> float | None:
    """Return a speed limit [m/s]: the lowest of a list such as "80;50", a word, or a country's zone; None otherwise."""
    values = [_one_speed_limit(part.strip()) for part in text.split(";")[:20]]
    known = [value for value in values if value is not None]
    return min(known) / 3.6 if known else None


def _one_speed_limit(text: str) -> float | None:
    """Return a speed limit [km/h]."""
    if text in SPEED_WORDS_KMH:
        return SPEED_WORDS_KMH[text]
    country, _, zone = text.rpartition(":")
    if country:
        numbered = re.fullmatch(r"(?:zone)?(\d{1,3})", zone, re.ASCII)
        return float(numbered[1]) if numbered and int(numbered[1]) else COUNTRY_ZONES_KMH.get(text, ZONES_KMH.get(zone))
    found = _SPEED.fullmatch(text)
    value = float(found[1].replace(",", ".")) * _KMH.get(found[2] or "", 1.0) if found else 0.0
    return value if SPEEDS_KMH[0] <= value <= SPEEDS_KMH[1] else None


def count(left_out: Counter[str], words: str, number: int = 1) -> None:
    """Count what was left out; beyond 500 different words under "elements of other kinds"."""
    if number > 0:
        left_out[words if words in left_out or len(left_out) < MOST_KINDS else "elements of other kinds"] += number


def tag_word(key: str, value: str) -> str:
    """Return a tag as words of one short line."""
    return in_one_line(f"{key}={value if len(value) <= LONGEST_WORD else value[: LONGEST_WORD - 1] + '…'}")
