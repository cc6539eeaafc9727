"""Writes the results of the trial drives of the vehicles that ship: ``src/motorpool/vehicles/files/trial-drives.json``.

    python tools/generated/trial_drives.py            write the file
    python tools/generated/trial_drives.py --check    only tell whether it is up to date

A world reads the file in place of driving these vehicles; see ``motorpool.vehicles.trial_results``.
"""

import json
import sys

import numpy as np

from motorpool.vehicles import motor_pool
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.trial_results import FILE, key_of
from motorpool.world.entity.performance import driven_turning

ALIKE = 16  # vehicles driven at once: whole vectors, whose last bits may differ from those of a single vehicle


def results() -> dict[str, dict[str, object]]:
    """Return a fresh result of each vehicle with a dynamic model, by its name."""
    found: dict[str, dict[str, object]] = {}
    for name in motor_pool.names():
        fleet = Fleet(name, 1)
        if fleet.model.is_dynamic:
            params = np.column_stack([*fleet.params])
            turning = driven_turning(fleet.model, np.tile(params, (ALIKE, 1)))
            values = {field: float(column[0]) for field, column in turning._asdict().items()}
            found[name] = {"key": key_of(fleet.model.plain.module.__name__, params[0].tolist()), **values}
    return found


def main(arguments: list[str]) -> int:
    """Write or check the file; return the exit code."""
    text = json.dumps(results(), indent=1) + "\n"
    if "--check" not in arguments:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{FILE} is out of date; run python tools/generated/trial_drives.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
