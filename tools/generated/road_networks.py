"""Writes the road networks of the scenarios that ship: ``src/motorpool/world/scenario/scenarios/road-networks.json``.

    python tools/generated/road_networks.py            write the file
    python tools/generated/road_networks.py --check    only tell whether it is up to date

A scenario reads its network there in place of searching for it; see ``motorpool.world.scenario.stored_roads``.
"""

import json
import sys
from typing import Any

from motorpool.ground.terrain.heightfield_files import JACKSBORO, load_terrain
from motorpool.ground.terrain.roads import make_roads
from motorpool.world.scenario import load, shipped
from motorpool.world.scenario.ground import network_of
from motorpool.world.scenario.stored_roads import FILE, key_of


def networks() -> dict[str, dict[str, Any]]:
    """Return a fresh network of each scenario on the terrain that every installation has, by the scenario's name."""
    found: dict[str, dict[str, Any]] = {}
    for name in shipped.names():
        scenario = load(name).content
        if scenario.terrain.source == JACKSBORO and scenario.roads.count:
            terrain = load_terrain(JACKSBORO, spacing=scenario.terrain.spacing, crop=scenario.terrain.crop)
            network = network_of(scenario, terrain)._asdict()
            key = key_of(terrain, **network)
            if all(key != entry["key"] for entry in found.values()):
                found[name] = {"key": key, "lines": [road.points.tolist() for road in make_roads(terrain, **network)]}
    return found


def main(arguments: list[str]) -> int:
    """Write or check the file; return the exit code."""
    text = json.dumps(networks()) + "\n"
    if "--check" not in arguments:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{FILE} is out of date; run python tools/generated/road_networks.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
