"""Logs of a 1:10 car by a simulation that shares nothing with the package: tyres, servo and radio of its own.

A car of two axles with tyres that saturate (hyperbolic tangent), integrated by Runge and Kutta's method of fourth order
in steps of 2 ms. A command reaches the servo after a pure delay; the servo follows with a lag; linkage and trim make a
ratio and an offset. A camera sees a marker that is not at the centre of mass, with noise, at 50 Hz, and loses it.

    python tests/studies/fitting/small_car.py logs 1.6  # writes logs/drive-0.csv to logs/drive-4.csv, mostly at 1.6 m/s
"""

import sys
from pathlib import Path

import numpy as np

from motorpool.studies.fitting import Log

MASS, YAW_INERTIA = 3.6, 0.052  # [kg], [kg m^2]
FRONT, REAR = 0.155, 0.170  # centre of mass to the axles [m]
FRONT_STIFFNESS, REAR_STIFFNESS = 75.0, 95.0  # [N/rad]
FRONT_LIMIT, REAR_LIMIT = 16.0, 15.0  # [N]
DELAY, SERVO_LAG = 0.09, 0.025  # [s]
RATIO, OFFSET = 0.88, 0.035  # of the wheels to the command [1], [rad]
MARKER = (0.11, -0.02)  # ahead and left of the centre of mass [m]
NOISE = {"x": 0.003, "y": 0.003, "yaw": 0.005, "speed": 0.02}  # [m], [m], [rad], [m/s]
STEP, STEPS = 0.002, 10  # [s], a row has so many
LOST, BLIND = 0.03, 20  # share of the rows that the camera misses, and rows in a row, once a drive


def logs_of(seeds, *, seconds=14.0, usual=1.6):
    """The logs of some drives at a usual speed [m/s]: time, command, speed and the marker's pose, with gaps."""
    phases = np.array([np.random.default_rng(seed).uniform(0.0, 2.0 * np.pi, 5) for seed in seeds]).T

    def command(time):
        waves = 0.16 * np.sin(0.9 * time + phases[0]) + 0.09 * np.sin(2.3 * time + phases[1])
        return waves + 0.05 * np.sin(4.1 * time + phases[2]) + 0.12 * np.sign(np.sin(0.9 * time + phases[3]))

    def speed(time):
        return usual * (1.0 + 0.3 * np.sin(0.5 * time + phases[4]))

    state, angle, rows = np.zeros((5, len(phases[0]))), np.full(len(phases[0]), OFFSET), []
    state[2] = phases[0]
    for number in range(round(seconds / STEP)):
        time = number * STEP
        if number % STEPS == 0:
            rows.append(np.array([state[0] * 0 + time, command(time), *_marker(state), state[2], speed(time)]))
        arrived = RATIO * command(max(time - DELAY, 0.0)) + OFFSET
        angle = angle + (arrived - angle) * (1.0 - np.exp(-STEP / SERVO_LAG))
        k1 = _slopes(state, speed(time), angle)
        k2 = _slopes(state + 0.5 * STEP * k1, speed(time + 0.5 * STEP), angle)
        k3 = _slopes(state + 0.5 * STEP * k2, speed(time + 0.5 * STEP), angle)
        k4 = _slopes(state + STEP * k3, speed(time + STEP), angle)
        state = state + STEP / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return [_logged(seed, columns) for seed, columns in zip(seeds, np.array(rows).transpose(2, 1, 0), strict=True)]


def _slopes(state, speed, angle):
    """The derivatives of x, y, yaw, lateral speed and yaw rate."""
    _, _, yaw, left, rate = state
    front = angle - np.arctan2(left + FRONT * rate, speed)
    rear = -np.arctan2(left - REAR * rate, speed)
    across = FRONT_LIMIT * np.tanh(FRONT_STIFFNESS * front / FRONT_LIMIT) * np.cos(angle)
    behind = REAR_LIMIT * np.tanh(REAR_STIFFNESS * rear / REAR_LIMIT)
    return np.array(
        [
            speed * np.cos(yaw) - left * np.sin(yaw),
            speed * np.sin(yaw) + left * np.cos(yaw),
            rate,
            (across + behind) / MASS - speed * rate,
            (FRONT * across - REAR * behind) / YAW_INERTIA,
        ]
    )


def _marker(state):
    sine, cosine = np.sin(state[2]), np.cos(state[2])
    return state[0] + MARKER[0] * cosine - MARKER[1] * sine, state[1] + MARKER[0] * sine + MARKER[1] * cosine


def _logged(seed, columns):
    """The log of a drive as its sensors have it."""
    noise = np.random.default_rng(1000 + seed)
    found = dict(zip(("time", "steer_angle", "x", "y", "yaw", "speed"), columns, strict=True))
    time = found.pop("time")
    for name, deviation in NOISE.items():
        found[name] = found[name] + noise.normal(0.0, deviation, time.size)
    is_lost = noise.uniform(size=time.size) < LOST
    begin = int(noise.integers(time.size // 4, time.size // 2))
    is_lost[begin : begin + BLIND] = True
    for name in ("x", "y", "yaw"):
        found[name] = np.where(is_lost, np.nan, found[name])
    return Log(time, found, name=f"drive-{seed}")


def write(log, path, **columns):
    """Write a log as CSV, perhaps with other columns."""
    values = {"time": log.time, **log.values, **columns}
    rows = zip(*values.values(), strict=True)
    lines = [",".join("" if np.isnan(cell) else f"{cell:.7g}" for cell in row) for row in rows]
    path.write_text("\n".join([",".join(values), *lines]) + "\n")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for log in logs_of(range(5), usual=float(sys.argv[2])):
        write(log, folder / f"{log.name}.csv")
