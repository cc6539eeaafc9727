"""Accelerate a thousand cars that differ in mass, brake them from 100 km/h, and plot both.

    python thousand_cars.py               # shows the plot
    python thousand_cars.py cars.png      # saves it

Needs motorpool[app].
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp

COUNT = 1000
DT, STEPS, EVERY = 0.01, 2500, 5  # [s], steps, steps between two samples
FAST = 100 / 3.6  # [m/s]

# One call builds all of them: a column of masses, the yaw inertia in proportion, everything else that of the car.
mass = np.linspace(1000.0, 3000.0, COUNT)
car = mp.Vehicle("car")
inertia = car.yaw_inertia * mass / car.mass

# Full throttle from rest; ``run`` keeps the columns that we ask for, five steps apart.
cars = mp.Fleet("car", COUNT, mass=mass, yaw_inertia=inertia, throttle=1.0)
history = cars.run(DT, STEPS, every=EVERY, columns=["speed"])
is_fast = history.speed >= FAST
time_to_100 = np.where(is_fast.any(axis=0), history.time[is_fast.argmax(axis=0)], np.nan)

# Full brakes from 100 km/h.
cars = mp.Fleet("car", COUNT, mass=mass, yaw_inertia=inertia, speed=FAST, brake=1.0)
way_to_stop = cars.run(DT, 1200, every=1200, columns=["x"]).x[-1]

print(f"{COUNT} cars, {history!r}")
print(f"0 to 100 km/h: {np.nanmin(time_to_100):.1f} to {np.nanmax(time_to_100):.1f} s")
print(f"100 km/h to 0: {way_to_stop.min():.1f} to {way_to_stop.max():.1f} m")

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
left.plot(mass, time_to_100, color="tab:orange")
left.set(title="0 to 100 km/h at full throttle", xlabel="mass [kg]", ylabel="time [s]", ylim=(0, None))
right.plot(mass, way_to_stop, color="tab:blue")
right.set(title="Way to stop from 100 km/h", xlabel="mass [kg]", ylabel="way [m]", ylim=(0, None))
for axes in (left, right):
    axes.axvline(car.mass, color="0.7", linestyle=":")
    axes.grid(alpha=0.3)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
