"""``motorpool export``: a model in another language, or as an FMU."""

from collections.abc import Sequence
from pathlib import Path

from ..errors import ModelError
from ..models import find
from ..translation import fmu
from ..translation.exporting import written
from ..translation.fmi.archive import has_program
from ..translation.languages.language import identifier_of


def export_model(
    model: str, to: str, *, vehicle: str | None, poses: Sequence[str], out: Path | None, overwrite: bool
) -> int:
    """Print a model in another language, or write its file; returns the exit code.

    Args:
        model: name of a model or vehicle, or path of its file.
        to: language.
        vehicle: whose values the parameters have.
        poses: functions for other programs' poses.
        out: file, or folder for a file of the language's own name; None prints.
        overwrite: whether a file that is there is replaced.

    Raises:
        ModelError: something of it is not possible.
    """
    program = written(model, to, vehicle=vehicle, poses=poses)
    text = program.write()
    if out is None:
        print(text, end="")
        return 0
    path = _write(text.encode(), out, program.file_name, overwrite=overwrite)
    print(f"wrote {path}: {program.program.title} in {type(program).title}, {program.checked or 'not run by us'}")
    return 0


def export_fmu(model: str, *, vehicle: str | None, version: str, out: Path | None, overwrite: bool) -> int:
    """Write a model as an FMU; returns the exit code.

    Args:
        model: name of a model or vehicle, or path of its file.
        vehicle: whose values the parameters have.
        version: of the interface.
        out: file, or folder; the folder at hand by default.
        overwrite: whether a file that is there is replaced.

    Raises:
        ModelError: something of it is not possible.
    """
    archive = fmu(model, vehicle=vehicle, version=version)
    found = find(vehicle or model)
    path = _write(archive, out or Path(), f"{identifier_of(found.name)}.fmu", overwrite=overwrite)
    program = "with this machine's program" if has_program(archive) else "without a program, as there is no C compiler"
    print(f"wrote {path}: {found.title}, FMI {version} co-simulation, C sources, {program}")
    return 0


def _write(content: bytes, out: Path, name: str, *, overwrite: bool) -> Path:
    """Write a file, whole or not at all; returns its path."""
    path = out / name if out.is_dir() or not out.suffix else out
    if path.exists() and not overwrite:
        raise ModelError(f"{path} exists; give another file, or --force")
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ModelError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
    return path
