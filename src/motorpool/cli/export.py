"""``motorpool export``: a model in another language."""

from collections.abc import Sequence
from pathlib import Path

from ..errors import ModelError
from ..translation.exporting import written


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
    path = out / program.file_name if out.is_dir() or not out.suffix else out
    if path.exists() and not overwrite:
        raise ModelError(f"{path} exists; give another file, or --force")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
    print(f"wrote {path}: {program.program.title} in {program.title}, {program.checked or 'not run by us'}")
    return 0
