"""``motorpool occupancy``: writes the map of a scenario's world, and prints a summary."""

from pathlib import Path

from ...base.command_line.consent import trust_code
from ...base.command_line.waiting import waiting
from ...base.errors import WorldError
from ...base.files import check_output
from ...base.operating_system import expanded
from ...world.scenario import load
from ..console import area_of
from .importer import SUFFIXES
from .writing import Wanted, occupancy_of, write_occupancy

STEEPEST = 90.0  # [deg]


def run_occupancy(
    scenario: str,
    out: Path,
    resolution: float,
    area: str | None,
    wanted: Wanted,
    *,
    overwrite: bool,
    is_trusted: bool,
) -> int:
    """Write the occupancy map of a scenario's world, print a summary, and return the exit code.

    Raises:
        MotorpoolError: the scenario cannot be built, an argument is not allowed, or a file cannot be written.
    """
    path = expanded(out)
    if path.suffix.lower() not in SUFFIXES:
        raise WorldError(f"--out {out} has another suffix than .yaml; an occupancy map is a .yaml file with an image")
    for file in (path, path.with_suffix(".pgm")):
        check_output(file, error=WorldError)
        if file.exists() and not overwrite:
            raise WorldError(f"{file} exists already; name another file, or overwrite it with --force")
    if wanted.steep_deg is not None and not 0.0 < wanted.steep_deg < STEEPEST:
        raise WorldError(f"--steep {wanted.steep_deg:g} must be an angle between 0 and {STEEPEST:g} degrees")
    chosen = area_of(area)
    loaded = load(scenario)
    trust_code(loaded.code, is_trusted=is_trusted)
    with waiting(f"building {scenario}"):
        world = loaded.build(can_step=False)
        sides = None if chosen is None else (chosen[0], chosen[1], chosen[2], chosen[3])
        occupied = occupancy_of(world, resolution=resolution, area=sides, wanted=wanted)
    west, south = sides[:2] if sides else (world.terrain.x_west, world.terrain.y_south)
    image = write_occupancy(path, occupied, resolution=resolution, west=west, south=south)
    rows, columns = occupied.shape
    print(f"wrote {path} and {image}: {columns} x {rows} cells of {resolution:g} m, {occupied.mean():.1%} occupied")
    return 0
