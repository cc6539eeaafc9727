"""Send an M1A1 up ever steeper hills, on hard ground and on mud, and see where it fails.

    python tank_on_a_hill.py              # shows the plot
    python tank_on_a_hill.py hill.png     # saves it

Needs motorpool[app].
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp

DT, STEPS, EVERY = 0.02, 1000, 10  # [s], steps, steps between two samples
GRADES = np.arange(0.0, 0.81, 0.05)  # height over way [1]
SOILS = {  # what the tank feels of the ground; in a world a ``Surface`` fills these columns
    "hard road": {"friction": 0.85, "sliding_friction": 0.75, "cone_index": 1000.0},
    "soft ground": {"friction": 0.5, "sliding_friction": 0.4, "cone_index": 60.0},
}

# One tank for each grade: the ground of a fleet is a column, too. Along x the slope is height over way.
histories = {}
for name, soil in SOILS.items():
    tanks = mp.Fleet("M1A1", len(GRADES), throttle=1.0)
    tanks.ground.slope_x = GRADES
    for column, value in soil.items():
        setattr(tanks.ground, column, value)
    histories[name] = tanks.run(DT, STEPS, every=EVERY, columns=["x", "speed"])
    climbs = histories[name].speed[-1] > 0.5
    steepest, slowest = 100 * GRADES[climbs].max(), 3.6 * histories[name].speed[-1][climbs].min()
    print(f"{name}: climbs up to {steepest:.0f} %, there at {slowest:.1f} km/h; steeper, it slides back")

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
road = histories["hard road"]
for index in range(0, len(GRADES), 4):
    left.plot(road.time, 3.6 * road.speed[:, index], label=f"{100 * GRADES[index]:.0f} %")
left.set(title="M1A1 from rest, hard road", xlabel="time [s]", ylabel="speed [km/h]")
left.legend(title="grade", fontsize="small")
for name, history in histories.items():
    right.plot(100 * GRADES, 3.6 * history.speed[-1], "o-", markersize=3, label=name)
right.set(title=f"Speed after {STEPS * DT:.0f} s", xlabel="grade [%]", ylabel="speed [km/h]", ylim=(-30, 55))
right.axhline(0.0, color="0.7", linewidth=1)
right.legend()
for axes in (left, right):
    axes.grid(alpha=0.3)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
