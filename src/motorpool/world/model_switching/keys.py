"""Keys of a fleet in a scenario file: the model that its drivers may switch to."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from ...base.errors import ModelError
from ...base.keys import ModelName, Part
from ...base.wording import shown_path
from ...models import registry
from ...vehicles.fleet import Fleet
from ..scenario_keys import Problem, ScenarioKeys, WrittenFleet


class SwitchingFleetKeys(Part):
    """Second model of a fleet."""

    alternate_model: ModelName | None = Field(
        default=None, description="a second model that a driver may switch to; one of the two is a dynamic model"
    )


class SwitchingKeys(ScenarioKeys):
    """Keys of the model switching component."""

    fleet = SwitchingFleetKeys

    def model_problems(self, fleet: WrittenFleet) -> Iterator[Problem]:
        """Yield an alternate model that does not exist."""
        path, name = (*fleet.path, "alternate_model"), fleet.values.get("alternate_model")
        if not isinstance(name, str) or not name:
            return
        try:
            registry.find_in_data(name, fleet.folder)
        except ModelError as error:  # a line for each mistake in the model's or the vehicle's file
            yield from (Problem(path, f"{shown_path(path)}: {line}") for line in str(error).splitlines())

    def fleet_settings(self, part: SwitchingFleetKeys, fleet: Fleet, folder: Path) -> Mapping[str, Any]:
        """Return the alternate model of a fleet."""
        return {"dynamics": registry.find_to_run(part.alternate_model, folder)} if part.alternate_model else {}


KEYS = SwitchingKeys()
