"""Command ``python -m motorpool.examples``: list, run, show and copy the examples."""

import runpy
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from ...base.errors import MissingExtraError, MotorpoolError, install_command
from ..cli import reported
from . import Example, all_examples, cells_of, find, folder, needs_of, sections, sentence_of

USAGE = """Examples of Motorpool: programs, notebooks and files that come with the package.

    python -m motorpool.examples                       list them
    python -m motorpool.examples NAME [ARGUMENTS]      run one; its own arguments follow its name
    python -m motorpool.examples NAME --show           print its source
    python -m motorpool.examples NAME --copy FOLDER    write its files to a folder, to change them
    python -m motorpool.examples --copy FOLDER         write the files of all examples"""

PICTURES = (".png", ".jpg", ".svg", ".pdf")


def main(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name; return the exit code."""
    return reported(lambda: _call(list(arguments)))


def _call(arguments: list[str]) -> int:
    name, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if not name:
        print(listing())
    elif name in ("-h", "--help"):
        print(USAGE)
    elif name == "--copy":
        copy([(file, file) for example in all_examples() for file in example.files], rest)
    elif name.startswith("-"):
        raise MotorpoolError(f"there is no option {name}; `python -m motorpool.examples --help` shows what can be done")
    elif rest[:1] == ["--copy"]:
        copy([(file, Path(file).name) for file in find(name).files], rest[1:])
    elif rest == ["--show"]:
        print(source(find(name)))
    else:
        run(find(name), rest)
    return 0


def listing() -> str:
    """Return the list of the examples: a line for each, with the extras or the package that it needs in brackets."""
    width = max(len(example.name) for example in all_examples())
    lines: list[str] = []
    for title, examples in sections().items():
        lines += [title]
        for example in examples:
            needed = needs_of(example).removeprefix("motorpool").strip("[]")
            lines += [f"  {example.name:{width}}  {sentence_of(example)}" + (f" [{needed}]" if needed else "")]
        lines += [""]
    return "\n".join(
        [*lines, "In brackets: the extras, or the package, that an example needs.", "", *USAGE.splitlines()[2:]]
    )


def source(example: Example) -> str:
    """Return the text of an example; of a notebook its program.

    Raises:
        MotorpoolError: its file is no text.
    """
    path = folder() / example.file
    if path.suffix == ".npz":
        raise MotorpoolError(f"{example.file} has numbers, no text; {_way_to_copy(example)}")
    if path.suffix == ".ipynb":
        return "\n\n".join(text for kind, text in cells_of(path) if kind == "code")
    return path.read_text(encoding="utf-8").rstrip("\n")


def copy(files: list[tuple[str, str]], words: list[str]) -> None:
    """Write files of examples to a folder.

    Args:
        files: path in the folder of the examples, and in the folder to write.
        words: arguments after ``--copy``: the folder.

    Raises:
        MotorpoolError: no folder is given, a file is there already, or the folder cannot be written.
    """
    if len(words) != 1:
        raise MotorpoolError(f"--copy needs one folder to write to, and {len(words)} are given")
    target = Path(words[0])
    there = [name for _, name in files if (target / name).exists()]
    if there:
        raise MotorpoolError(f"{target / there[0]} is there already; choose another folder, or remove the file")
    for origin, name in dict(files).items():
        try:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder() / origin, target / name)
        except OSError as error:
            raise MotorpoolError(f"{target / name} cannot be written: {error.strerror}") from error
        print(target / name)


def run(example: Example, arguments: list[str]) -> None:
    """Run a program in this process, as ``python FILE ARGUMENTS`` does.

    Raises:
        MotorpoolError: the example is no program, or cannot write the picture that it is to write.
        MissingExtraError: a library that it needs is not installed.
    """
    if not example.is_program:
        kind = "a notebook" if example.file.endswith(".ipynb") else "a file"
        raise MotorpoolError(f"{example.name} is {kind}, not a program; {_way_to_copy(example)}")
    path = folder() / example.file
    if arguments and _takes_picture(path):
        _check_picture(arguments[0])
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.parent))
    try:
        runpy.run_path(str(path), run_name="__main__")
    except ModuleNotFoundError as error:
        extra = needs_of(example).partition("[")[2].rstrip("]")
        package = (error.name or "").partition(".")[0]
        if not extra or package in ("", "motorpool"):
            raise
        raise MissingExtraError(
            f"the example {example.name} needs {package}, which is not installed; "
            f"install it with: {install_command(extra)}"
        ) from error


def _takes_picture(path: Path) -> bool:
    """Return whether the first argument of a program is a picture that it writes."""
    return ".savefig(sys.argv[1]" in path.read_text(encoding="utf-8")


def _check_picture(name: str) -> None:
    """Refuse a picture that could not be written at the program's end.

    Raises:
        MotorpoolError: it has no suffix of a picture, or its folder does not exist.
    """
    if Path(name).suffix.lower() not in PICTURES or not Path(name).absolute().parent.is_dir():
        raise MotorpoolError(f"{name} must end with {', '.join(PICTURES)}, in a folder that exists")


def _way_to_copy(example: Example) -> str:
    file = Path(example.file).name
    use = f"run: {example.command.format(file=file)}" if example.command else f"open {file} in Jupyter"
    return f"write it with `python -m motorpool.examples {example.name} --copy .`, then {use}"
