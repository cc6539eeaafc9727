"""Time of a step of a single vehicle in a loop: plain Python, compiled, and a fleet of one.

`python benchmarks/one_vehicle.py` drives each vehicle in all three ways, compares where they are, and then times them
in turns; the best of several rounds counts. The table is markdown.
"""

import time
from collections.abc import Callable
from typing import Any

import motorpool as mp
from motorpool.studies.page import describe_machine

DT, ROUNDS = 1 / 60, 7
DRIVES: dict[str, dict[str, Any]] = {
    "bicycle": {"speed": 5.0, "steer_angle": 0.1},
    "car": {"throttle": 0.3, "steer_angle": 0.02},
    "M998": {"throttle": 0.3, "steer_angle": 0.02},
    "M1A1": {"throttle": 0.3, "steer": 0.1},
    "articulated-lorry": {"throttle": 0.3, "steer_angle": 0.02},
}
LIMIT = 8.0  # of a compiled step, on a machine of today [us]


def main() -> None:
    machine = describe_machine()
    print(f"{machine['processor']}, {machine['processors']} processors; {machine['software']}\n")
    print("| vehicle | plain Python [us] | compiled [us] | times faster | fleet of one [us] |")
    print("|---|---:|---:|---:|---:|")
    for name, drive in DRIVES.items():
        plain, compiled = mp.Vehicle(name, **drive), mp.Vehicle(name, compiled=True, **drive)
        fleet: Any = mp.Fleet(name, 1, **drive)
        for one in (plain, compiled, fleet):
            one.step(DT, 120)
        assert abs(plain.x - compiled.x) < 1e-6, f"{name} is at {plain.x} in Python, at {compiled.x} compiled"
        assert compiled.x == fleet.state.x[0]
        best = [float("inf")] * 3
        for _ in range(ROUNDS):
            for number, (one, calls) in enumerate(((plain, 200), (compiled, 4000), (fleet, 4000))):
                best[number] = min(best[number], microseconds(one.step, calls))
        print(f"| {name} | {best[0]:.1f} | {best[1]:.1f} | {best[0] / best[1]:.1f} | {best[2]:.1f} |", flush=True)
    print(f"\nThe limit for a compiled step is {LIMIT:.0f} us.")


def microseconds(step: Callable[[float], None], calls: int) -> float:
    """Return the time of a call [us]."""
    began = time.perf_counter()
    for _ in range(calls):
        step(DT)
    return 1e6 * (time.perf_counter() - began) / calls


if __name__ == "__main__":
    main()
