"""Drive a tank of many masses over three soils, a run for each, and plot what it burns and how far it comes.

    python sweep_tank.py                  # shows the plot
    python sweep_tank.py tank.png         # saves it

Needs motorpool[app,data].
"""

import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt

from motorpool.studies.distributed.sweep import sobol, sweep, vary

COURSE = """
terrain: {source: flat, size: 800}
vehicles:
  - {name: tank, vehicle: M1A1, avoidance: none, start: {positions: [[0, 0, 0]]},
     route: {waypoints: [[0, 200], [200, 200], [200, 0], [0, 0]], speed: 12, loops: true}}
"""
SOILS = ["dry-asphalt", "wet-earth", "mud"]
SECONDS = 30.0


def fuel_per_kilometre(world, vehicles):
    """A measure of one's own: of the world at the end, for the vehicles of a run [kg/km]."""
    (fleet,) = world.fleets
    return 1000.0 * fleet.state.fuel_used[vehicles].sum() / world.vehicles.odometer[vehicles].sum()


def main(folder):
    """Sweep into a folder, and draw."""
    course = folder / "course.yaml"
    course.write_text(COURSE, encoding="utf-8")
    axes = [vary("vehicles.tank.mass=45000:75000"), vary(f"surface.kind={','.join(SOILS)}")]
    results = sweep(
        course,
        sobol(axes, 64),  # 64 points that fill masses and soils evenly; a list of axes alone is a grid
        out=folder / "results",  # run it again with the same folder: nothing is made twice
        seconds=SECONDS,
        measures=[f"{__file__}:fuel_per_kilometre"],
    )
    print(results.summary())

    table = results.to_pandas().set_index("surface.kind")
    print(table.groupby(level=0)["distance"].mean().sort_values())

    figure, plots = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
    titles = {"fuel_per_kilometre": "Fuel [kg/km]", "distance": "Distance [m]"}
    for plot, (name, title) in zip(plots, titles.items(), strict=True):
        for soil in SOILS:
            rows = table.loc[soil].sort_values("vehicles.tank.mass")
            plot.plot(rows["vehicles.tank.mass"] / 1000.0, rows[name], "o-", markersize=3, label=soil)
        plot.set(title=title, xlabel="mass [t]", ylim=(0, None))
        plot.grid(alpha=0.3)
    plots[0].legend(fontsize="small")
    if len(sys.argv) > 1:
        figure.savefig(sys.argv[1], dpi=80)
    else:
        plt.show()


if __name__ == "__main__":  # the workers are new processes, which read this file, too
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder))
