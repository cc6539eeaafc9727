"""Numbers that the documentation states about the package are those that its commands count."""

import re
from pathlib import Path

import pytest

from motorpool.models.registry import find, names
from motorpool.studies.validation.catalogue import MANOEUVRES
from motorpool.vehicles import motor_pool
from motorpool.vehicles.facts import figures_by_status, values_by_status
from motorpool.vehicles.vehicle_file import NamedVehicle

ROOT = Path(__file__).parents[1]
WORDS = {16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty"}


@pytest.fixture(scope="module")
def vehicles() -> list[NamedVehicle]:
    return [vehicle for name in motor_pool.names() if (vehicle := find(name).vehicle) is not None]


def text_of(name: str) -> str:
    """Return a document with single spaces between its words."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


def numbers_in(text: str) -> list[str]:
    """Return the whole numbers of a text."""
    return re.findall(r"\b\d+\b", text)


@pytest.mark.parametrize("name", ["README.md", "docs/vehicles.md"])
def test_the_values_of_the_motor_pool_are_counted(name: str, vehicles: list[NamedVehicle]) -> None:
    stated = re.search(r"of (?:the )?\d+ values.*? derived", text_of(name), re.IGNORECASE)
    assert stated is not None
    assert numbers_in(stated[0]) == numbers_in(values_by_status(vehicles))


def test_the_reference_figures_of_the_motor_pool_are_counted(vehicles: list[NamedVehicle]) -> None:
    stated = re.search(r"of their \d+ reference figures.*? derived", text_of("docs/vehicles.md"))
    assert stated is not None
    assert numbers_in(stated[0]) == numbers_in(figures_by_status(vehicles))


def test_the_readme_counts_models_vehicles_and_manoeuvres() -> None:
    readme = text_of("README.md")
    assert f"`motorpool models` lists all {len(names())}," in readme
    assert f"has {WORDS[len(motor_pool.names())]} vehicles" in readme
    assert f"simulates {WORDS[len(MANOEUVRES)]} manoeuvres" in readme
    assert f"has {WORDS[len(list((ROOT / 'examples').glob('*.py')))]} programs and two notebooks" in readme
