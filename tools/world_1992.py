"""Drives the world of 1992 twice, as printed and put right, records both and draws them side by side.

    python tools/world_1992.py

writes docs/recordings/1992.parquet, docs/recordings/1992-corrected.parquet and docs/figures/1992.png, and prints what
became of the vehicles. Both have the same ground, trees, places and seed; only the models and the avoidance differ.
"""

import tempfile
from importlib.resources import files
from pathlib import Path

import numpy as np

import motorpool as mp
from motorpool.compare.style import CURVES, label_map, new_figure
from motorpool.errors import Status

DOCS = Path(__file__).parents[1] / "docs"
SECONDS = 120.0
PRINTED = (files("motorpool") / "scenario" / "scenarios" / "1992.yaml").read_text()
CORRECTED = PRINTED.replace("park1992/", "park/").replace("avoidance: printed", "avoidance: remembering")


class Contacts:
    """An observer that counts how often each vehicle runs into something, or to the edge of the map."""

    def __init__(self) -> None:
        self.counts = np.zeros(0, int)
        self._was_stopped = np.zeros(0, bool)

    def observe(self, world: mp.World) -> None:
        """Count the vehicles that were not stopped a step ago."""
        is_stopped = (world.vehicles.status & (Status.BLOCKED | Status.OFF_MAP)) != 0
        if not self.counts.size:
            self.counts, self._was_stopped = np.zeros(world.count, int), is_stopped
        self.counts += is_stopped & ~self._was_stopped
        self._was_stopped = is_stopped


def drive(text: str, recording: Path) -> tuple[mp.World, np.ndarray, np.ndarray]:
    """The world after its time, every vehicle's contacts, and its track (vehicles, samples, 2)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "1992.yaml"
        file.write_text(text)
        world = mp.load(file).build(seed=7)
    contacts, recording_folder = Contacts(), recording.parent
    recording_folder.mkdir(exist_ok=True)
    with mp.Recorder(recording, every=2, overwrite=True) as recorder:
        world.run(seconds=SECONDS, observers=[recorder, contacts])
    read = mp.read_recording(recording)
    tracks = [read.vehicle(vehicle) for vehicle in range(world.count)]
    return world, contacts.counts, np.array([[track.x, track.y] for track in tracks]).transpose(0, 2, 1)


def main() -> None:
    """Drive, record, draw, tell."""
    figure, all_axes = new_figure(columns=2, height=4.8)
    for axes, (name, text, title) in zip(
        all_axes,
        (("1992", PRINTED, "As printed in 1992"), ("1992-corrected", CORRECTED, "Put right")),
        strict=True,
    ):
        world, contacts, tracks = drive(text, DOCS / "recordings" / f"{name}.parquet")
        kilometres = float(world.vehicles.odometer.sum()) / 1000
        axes.scatter(world.objects.x, world.objects.y, s=2.0, color="#B8C4B0", linewidths=0.0)
        for rows, curve in zip(world.vehicles.rows, CURVES, strict=False):
            for track in tracks[rows]:
                axes.plot(*track.T, color=curve.colour, linewidth=0.9)
                axes.plot(*track[-1], "o", color=curve.colour, markersize=2.6)
        stopped = int(np.count_nonzero(contacts))
        label_map(axes, title=f"{title}: {stopped} of {world.count} ran into something")
        axes.set_aspect("equal", adjustable="box")
        axes.set(xlim=(-1000, 1000), ylim=(-1000, 1000))
        print(
            f"{name}: {stopped} of {world.count} vehicles ran into something or to the edge of the map, "
            f"{contacts.sum()} times in all, on {kilometres:.1f} km"
        )
    figure.savefig(DOCS / "figures" / "1992.png")


if __name__ == "__main__":
    main()
