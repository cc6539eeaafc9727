"""``motorpool dis populate``: an exercise full of vehicles, to see what others make of so many."""

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...dis.wire.enumerations import LARGEST_ID
from ...errors import ExerciseError, Refusal, ScenarioError, require
from ...models import find
from ...scenario import load
from ...scenario.loader import Scenario
from .. import running
from ..changes import Changes, Recording

VEHICLES = ("M1A1", "M2A2", "M113A3", "T-72A", "M998", "M35A2")
SPEEDS = [4.0, 12.0]  # desired by autopilots [m/s]


def populate(
    count: int,
    *,
    scenario: str,
    vehicles: Sequence[str],
    exercise: Mapping[str, Any],
    seconds: float | None = None,
    seed: int = 0,
) -> int:
    """Let autopilots drive vehicles of the motor pool in an exercise; returns the exit code.

    Args:
        count: number of vehicles.
        scenario: name or file of one, on whose terrain they drive; its part in the exercise is taken over.
        vehicles: of the motor pool, in equal shares; none for a mix.
        exercise: keys of the exercise that differ.
        seconds: how long; None for until Ctrl-C.
        seed: of everything random.

    Raises:
        MotorpoolError: something of it is not possible.
    """
    if not 1 <= count <= LARGEST_ID:
        raise ExerciseError(f"{count} vehicles were asked for; an application has ids for 1 to {LARGEST_ID}")
    for name in vehicles:
        find(name)  # the user's own choice, so code of this name may run
    yaml = require("yaml", extra="app", purpose="writing scenarios")
    content = scenario_of(count, load(scenario), vehicles or VEHICLES, exercise)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "populate.yaml"
        file.write_text(yaml.safe_dump({**content, "seed": seed}, sort_keys=False, allow_unicode=True), "utf-8")
        try:
            plan = running.prepare(str(file), Changes(), Recording(None), seconds=seconds, threads=None)
        except ScenarioError as error:  # of a file that nobody has seen
            sentences = re.sub(rf"{re.escape(str(file))}(:\d+)?", "populate", str(error))
            raise ScenarioError(Refusal(sentences)) from error
    return running.run_headless(plan)


def scenario_of(count: int, ground: Scenario, vehicles: Sequence[str], exercise: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scenario of so many vehicles on the terrain of another one.

    Args:
        count: number of vehicles.
        ground: scenario whose terrain it is.
        vehicles: of the motor pool, in equal shares.
        exercise: keys of the exercise that differ from those of the other scenario.
    """
    values = ground.content.model_dump(mode="json", exclude_unset=True)
    terrain = dict(values.get("terrain", {}))
    source = terrain.get("source", "jacksboro")
    if (ground.folder / source).is_file():
        terrain["source"] = str((ground.folder / source).absolute())
    names = list(dict.fromkeys(vehicles))
    shares = [(count + place) // len(names) for place in range(len(names))]  # they add up to the whole
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
