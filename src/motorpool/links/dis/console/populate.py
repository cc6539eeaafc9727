"""``motorpool dis populate``: an exercise with many vehicles, for load tests of other programs."""

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ....base.command_line.command import service
from ....base.errors import ExerciseError, Refusal, ScenarioError, require
from ....models import find
from ....world.scenario import load
from ....world.scenario.loader import Scenario
from ..part import Exercise, ExerciseOptions
from ..wire.enumerations import LARGEST_ID

VEHICLES = ("M1A1", "M2A2", "M113A3", "T-72A", "M998", "M35A2")
SPEEDS = [4.0, 12.0]  # range of the autopilots' desired speeds [m/s]


def populate(
    count: int,
    *,
    scenario: str,
    vehicles: Sequence[str],
    exercise: Sequence[str],
    seconds: float | None = None,
    seed: int = 0,
) -> int:
    """Drive vehicles of the motor pool by autopilots in an exercise, and return the exit code.

    ``vehicles`` are names in the motor pool, in equal shares; ``exercise`` has pairs KEY=VALUE that differ from the
    scenario's.

    Raises:
        MotorpoolError: a value is wrong, or the scenario cannot be run.
    """
    if not 1 <= count <= LARGEST_ID:
        raise ExerciseError(f"the number of vehicles is {count}; an application has ids for 1 to {LARGEST_ID}")
    for name in vehicles:
        find(name)  # given by the user, so its code may run
    yaml = require("yaml", extra="app", purpose="writing scenarios")
    part = Exercise(ExerciseOptions(dis=True, exercise=list(exercise)))
    content = scenario_of(count, load(scenario), vehicles or VEHICLES, part.changes()["exercise"])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "populate.yaml"
        file.write_text(yaml.safe_dump({**content, "seed": seed}, sort_keys=False, allow_unicode=True), "utf-8")
        try:
            return service("run a scenario")(str(file), [part], seconds=seconds)
        except ScenarioError as error:  # names the temporary file, which the user does not know
            sentences = re.sub(rf"{re.escape(str(file))}(:\d+)?", "populate", str(error))
            raise ScenarioError(Refusal(sentences)) from error


def scenario_of(count: int, ground: Scenario, vehicles: Sequence[str], exercise: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario with ``count`` vehicles, in equal shares, on the terrain of another scenario.

    ``exercise`` has the keys of the exercise that differ from those of the other scenario.
    """
    values = ground.content.model_dump(mode="json", exclude_unset=True)
    terrain = dict(values.get("terrain", {}))
    source = terrain.get("source", "jacksboro")
    if (ground.folder / source).is_file():
        terrain["source"] = str((ground.folder / source).absolute())
    names = list(dict.fromkeys(vehicles))
    shares = [(count + place) // len(names) for place in range(len(names))]  # their sum is the count
    return {
        "terrain": terrain,
        **({"area": values["area"]} if "area" in values else {}),
        "vehicles": [
            {"name": name, "vehicle": name, "count": share, "desired_speed": SPEEDS}
            for name, share in zip(names, shares, strict=True)
            if share
        ],
        "exercise": {**(values.get("exercise") or {}), "room": 0, **exercise},
    }
