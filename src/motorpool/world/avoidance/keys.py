"""Keys of a fleet in a scenario file: how its autopilots avoid obstacles."""

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from ...keys import Part
from .rules import DEFAULT, NAMES, RULES

if TYPE_CHECKING:
    RuleName = str
else:
    RuleName = Literal[NAMES]  # avoidance rules


class AvoidanceKeys(Part):
    """Avoidance of a fleet."""

    avoidance: RuleName = Field(default=DEFAULT, description="; ".join(f"{rule.name}: {rule.about}" for rule in RULES))
