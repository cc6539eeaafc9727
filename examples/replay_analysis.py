"""Record a world to a file, read the file with pandas, and ask it questions.

    python replay_analysis.py             # shows the plot
    python replay_analysis.py speeds.png  # saves it

Needs motorpool[app,data].

``motorpool run --headless --seconds 60 --record drive.parquet`` records from the command line,
``motorpool replay drive.parquet`` plays a recording in the browser.
"""

import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt

import motorpool as mp

SECONDS = 20.0
FILE = Path(tempfile.mkdtemp()) / "drive.parquet"

# Record every sixth step of a world that ships: thirty vehicles on a flat playground.
world = mp.load("playground").build(seed=7)
with mp.Recorder(FILE, every=6) as recorder:
    world.run(seconds=SECONDS, observers=[recorder])

# Read it: a row for each vehicle at each recorded tick, in SI units.
recording = mp.read_recording(FILE)
print(recording)
rows = recording.to_pandas()
print(rows.head())

# Questions to a table: who drove farthest, how fast each fleet was, when somebody stood still.
by_vehicle = rows.sort_values("time").groupby("vehicle")
steps = (by_vehicle[["x", "y"]].diff() ** 2).sum(axis=1) ** 0.5
farthest = steps.groupby(rows["vehicle"]).sum().sort_values(ascending=False)
print(f"vehicle {farthest.index[0]} drove farthest: {farthest.iloc[0]:.0f} m")
print(rows.groupby("fleet")["speed"].describe()[["mean", "max"]].round(1))

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
for _, track in by_vehicle:
    left.plot(track["x"], track["y"], linewidth=1)
left.set(title=f"Tracks of {SECONDS:.0f} s", xlabel="x, east [m]", ylabel="y, north [m]", aspect="equal")
for name, part in rows[rows["speed"] > 0.1].groupby("fleet"):
    right.hist(part["speed"], bins=40, alpha=0.6, label=name)
right.set(title="How often each speed was driven", xlabel="speed [m/s]", ylabel="samples")
right.legend()
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
