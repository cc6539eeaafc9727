"""Fit a car to a log of its drive: log a car of unknown tyres by noisy sensors, and find its tyres again.

    python fit_a_log.py                   # shows the plot
    python fit_a_log.py fit-a-log.png     # saves it

Needs motorpool[app].
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp
from motorpool.studies.fitting import Log, fit

DT = 0.04
car = mp.Vehicle("single-track", speed=15.0, front_axle_cornering_coefficient=16.0, tyre_grip=0.8)  # the secret
noise = np.random.default_rng(1)
rows = []
for step in range(500):  # a drive of 20 s: ever quicker and wider turns
    time = step * DT
    car.steer_angle, car.throttle = (0.03 + 0.002 * time) * np.sin(0.8 * time + 0.05 * time * time), 0.4
    rows.append((time, car.speed, car.yaw_rate, car.steer_angle, car.throttle))
    car.step(dt=DT / 2, steps=2)
time, speed, yaw_rate, steer_angle, throttle = np.array(rows).T
measured = {
    "speed": speed + noise.normal(0.0, 0.05, time.size),
    "yaw_rate": yaw_rate + noise.normal(0.0, 0.005, time.size),
}
log = Log(time, {**measured, "steer_angle": steer_angle, "throttle": throttle})

names = ["front_axle_cornering_coefficient", "tyre_grip"]
found = fit(log, "single-track", free=names, starts=2, is_held=True)
for one in found.estimates:
    true = getattr(car, one.name)
    print(f"{one.name}: {one.value:.3g}, 95 % from {one.interval.low:.3g} to {one.interval.high:.3g}; it is {true:g}")
    print("inside its interval:", one.interval.low <= true <= one.interval.high)

figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
axes.plot(time, np.degrees(measured["yaw_rate"]), ".", color="0.7", markersize=3, label="measured")
channel = found.channels.index("yaw_rate")
for predicted, label in ((found.before, "usual car"), (found.after, "fitted car")):
    times, values = found.windows.time, np.degrees(predicted.predicted[..., channel])
    gap = np.full((len(times), 1), np.nan)
    axes.plot(np.hstack([times, gap]).ravel(), np.hstack([values, gap]).ravel(), label=label)
axes.set(xlabel="time [s]", ylabel="yaw rate [°/s]", title="A drive, and two cars that predict it in windows of 3 s")
axes.legend()
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
else:
    plt.show()
