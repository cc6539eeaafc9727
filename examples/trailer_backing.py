"""Back up a car with a trailer: with the wheel held straight it jack-knifes, with a guide it holds a circle.

    python trailer_backing.py             # shows the plot
    python trailer_backing.py backing.png # saves it

Needs motorpool[app].
"""

import math
import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp

DT, STEPS, EVERY = 0.02, 1000, 10  # [s], steps, steps between two samples
SPEED = -1.5  # backward [m/s]
BEND = math.radians(5.0)  # of the trailer behind the car at the start

# Two of them: the same start, the same pedal. ``backing_guide`` means the wheel for the path of the trailer.
lorries = mp.Fleet("tractor-trailer/chain", 2, speed=SPEED, hitch_angle=BEND, backing_guide=[0.0, 1.0])
lorries.control.steer_angle = [0.0, 0.3]  # meant for the trailer's path where guided
history = lorries.run(DT, STEPS, every=EVERY)
params = {name: float(getattr(lorries.params, name)[0]) for name in ("hitch_offset", "trailer_length")}

# The trailer's axle lies behind the hitch, in the direction of the trailer.
trailer_yaw = history.yaw + history.hitch_angle
hitch_x = history.x - params["hitch_offset"] * np.cos(history.yaw)
hitch_y = history.y - params["hitch_offset"] * np.sin(history.yaw)
axle_x = hitch_x - params["trailer_length"] * np.cos(trailer_yaw)
axle_y = hitch_y - params["trailer_length"] * np.sin(trailer_yaw)
for vehicle, name in enumerate(("wheel straight", "guided")):
    folded = history.is_jack_knifed[:, vehicle] > 0
    ends = f"jack-knifes after {history.time[folded.argmax()]:.1f} s" if folded.any() else "does not jack-knife"
    print(f"{name}: {ends}; hitch angle {math.degrees(history.hitch_angle[-1, vehicle]):.0f} degrees at last")

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
for vehicle, (name, colour) in enumerate((("wheel straight", "tab:red"), ("guided", "tab:blue"))):
    until = len(history) if vehicle else int((history.is_jack_knifed[:, 0] > 0).argmax()) or len(history)
    left.plot(axle_x[:until, vehicle], axle_y[:until, vehicle], color=colour, label=f"{name}: trailer's axle")
    for sample in range(0, until, 12):  # car and trailer as two lines
        xs = [history.x[sample, vehicle], hitch_x[sample, vehicle], axle_x[sample, vehicle]]
        ys = [history.y[sample, vehicle], hitch_y[sample, vehicle], axle_y[sample, vehicle]]
        left.plot(xs, ys, color=colour, alpha=0.3, linewidth=2)
    right.plot(history.time[:until], np.degrees(history.hitch_angle[:until, vehicle]), color=colour, label=name)
left.set(title="Seen from above, backing to the left", xlabel="x, east [m]", ylabel="y, north [m]", aspect="equal")
right.set(title="Angle of the trailer behind the car", xlabel="time [s]", ylabel="hitch angle [degree]")
for axes in (left, right):
    axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
