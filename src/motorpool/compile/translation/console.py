"""``motorpool export``: a model in another language, or as an FMU."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...base.errors import ModelError
from ...base.files import whole_file
from ...models import find
from .driving import Drive, drive_of
from .exporting import written
from .fmi.archive import fmu, has_program
from .languages.language import Language, identifier_of

MAX_SECONDS = 3600.0  # longest drive [s]


class Shown(NamedTuple):
    """Options for the contents of the file."""

    vehicle: str | None = None  # vehicle with the values of the parameters
    poses: Sequence[str] = ()  # programs for whose conventions a pose function is added
    drive: str | None = None  # speed [m/s], steering command and seconds, separated by commas


def export_model(model: str, to: str, shown: Shown, *, out: Path | None, overwrite: bool) -> int:
    """Print a model in another language, or write its file, and return the exit code.

    Raises:
        ModelError: a name or an option is wrong, the model cannot be translated, or the file cannot be written.
    """
    program = written(model, to, vehicle=shown.vehicle, poses=shown.poses)
    text = program.write() if shown.drive is None else program.with_drive(_drive(shown.drive, program))
    if out is None:
        print(text, end="")
        return 0
    path = _write(text.encode(), out, program.file_name, overwrite=overwrite)
    print(f"wrote {path}: {program.program.title} in {type(program).title}, {program.checked or 'not run by us'}")
    return 0


def export_fmu(model: str, shown: Shown, *, version: str, out: Path | None, overwrite: bool) -> int:
    """Write a model as an FMU and return the exit code.

    Args:
        out: file or folder; the current folder by default.

    Raises:
        ModelError: a name or an option is wrong, or the file cannot be written.
    """
    if shown.poses or shown.drive is not None:
        raise ModelError(
            "--screen, --pose and --drive add functions to a program, and an FMU has none; leave them out, or give "
            "another --to"
        )
    archive = fmu(model, vehicle=shown.vehicle, version=version)
    found = find(shown.vehicle or model)
    path = _write(archive, out or Path(), f"{identifier_of(found.name)}.fmu", overwrite=overwrite)
    program = "with this machine's program" if has_program(archive) else "without a program, as there is no C compiler"
    print(f"wrote {path}: {found.title}, FMI {version} co-simulation, C sources, {program}")
    return 0


def _drive(text: str, program: Language) -> Drive:
    if not program.has_command:
        raise ModelError(
            f"{program.program.name} takes no speed and steering command, so that --drive cannot drive it; "
            "leave the option out, and set its controls"
        )
    try:
        speed, steer, seconds = (float(word) for word in text.split(","))
    except ValueError:
        speed, steer, seconds = math.nan, math.nan, math.nan
    if not (math.isfinite(speed) and -1.0 <= steer <= 1.0 and 0.0 < seconds <= MAX_SECONDS):
        raise ModelError(
            f"--drive is {text!r}; give a speed [m/s], a steering command in -1..1 and at most {MAX_SECONDS:.0f} s, "
            "such as 8,0.3,10"
        )
    return drive_of(speed, steer, seconds)


def _write(content: bytes, out: Path, name: str, *, overwrite: bool) -> Path:
    """Write a file atomically and return its path."""
    path = out / name if out.is_dir() or not out.suffix else out
    if path.exists() and not overwrite:
        raise ModelError(f"{path} exists; give another file, or --force")
    with whole_file(path, error=ModelError) as new:
        new.write_bytes(content)
    return path
