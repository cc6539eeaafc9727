"""Measure fits: their time, and how often the true values are inside the stated intervals.

python benchmarks/fit.py            # 100 logs of 20 s with noise, a whole fit of each
python benchmarks/fit.py --logs 20
"""

import argparse
import time

import numpy as np

import motorpool as mp
from motorpool.studies.fitting import Log, fit

DT, SECONDS = 0.04, 20.0
NOISE = {"speed": 0.05, "yaw_rate": 0.005}
FREE = ("yaw_inertia", "front_axle_cornering_coefficient", "rear_axle_cornering_coefficient", "max_brake_force")
AWAY = "single-track:yaw_inertia=3200,front_axle_cornering_coefficient=16,max_brake_force=18000"  # where fits start


def drive() -> dict[str, np.ndarray]:
    car, rows = mp.Vehicle("single-track", speed=14.0), []
    for step in range(round(SECONDS / DT)):
        now = step * DT
        car.steer_angle = 0.05 * np.sin(0.8 * now + 0.05 * now * now)
        car.throttle, car.brake = (0.0, 0.25) if now % 7.0 > 5.5 else (0.5, 0.0)
        rows.append((now, car.speed, car.yaw_rate, car.steer_angle, car.throttle, car.brake))
        car.step(0.5 * DT, steps=2)
    names = ("time", "speed", "yaw_rate", "steer_angle", "throttle", "brake")
    return dict(zip(names, np.array(rows).T, strict=True))


def noisy(columns: dict[str, np.ndarray], seed: int) -> Log:
    noise, copy = np.random.default_rng(seed), dict(columns)
    for name, deviation in NOISE.items():
        copy[name] = copy[name] + noise.normal(0.0, deviation, copy["time"].size)
    return Log(copy.pop("time"), copy)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=100)
    count = parser.parse_args().logs
    columns, true = drive(), mp.Vehicle("single-track")
    inside, times = dict.fromkeys(FREE, 0), []
    for seed in range(count):
        begin = time.perf_counter()
        found = fit(noisy(columns, seed), AWAY, free=FREE, starts=1, hold_out=0.0, is_held=True)
        times.append(time.perf_counter() - begin)
        for one in found.estimates:
            inside[one.name] += one.interval.low <= getattr(true, one.name) <= one.interval.high
    for name, number in inside.items():
        print(f"{name}: true value inside its 95 % interval in {number} of {count} logs")
    print(f"together: {sum(inside.values())} of {count * len(FREE)}")
    print(f"the first fit {times[0]:.1f} s with compiling, the others {np.median(times[1:]):.2f} s each")


if __name__ == "__main__":
    main()
