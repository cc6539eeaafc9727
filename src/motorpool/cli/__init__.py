"""Command line: ``motorpool run``, ``check``, ``models`` and other commands.

This module has few imports, so that ``motorpool --version`` returns at once and a missing library gives one sentence. A
user's mistake gives one line on stderr and exit code 2, never a traceback.
"""

import contextlib
import errno
import os
import sys
import warnings
from collections.abc import Generator, Sequence
from typing import Any

from .. import __version__
from ..errors import MotorpoolError, Refusal, StepWarning, require, shown_error
from ..terminal import in_one_line, make_output_printable, printable_output
from .columns import in_columns

MISTAKE = 2  # exit code after a mistake that the user can correct
INTERRUPTED = 130  # exit code after Ctrl-C, by the shells' convention
UNWRITABLE = (errno.ENOSPC, errno.EROFS, errno.EFBIG, errno.EACCES)  # the output cannot be written


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    make_output_printable()  # until the end: the interpreter prints the traceback of a defect
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code."""
    with printable_output(), _plain_warnings():
        return _run(arguments)


@contextlib.contextmanager
def _plain_warnings() -> Generator[None, None, None]:
    """Print warnings of Motorpool as sentences, without the line of the program that raised them."""
    before = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, StepWarning):
            print(f"motorpool: {in_one_line(str(message))}", file=sys.stderr)
        else:
            before(message, category, *place, **more)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before


def _run(arguments: Sequence[str]) -> int:
    try:
        exit_code = _call(arguments)
        sys.stdout.flush()  # so that a full device raises here, not when the interpreter ends
        return exit_code
    except MotorpoolError as error:
        return _refuse(shown_error(error), error.args[0] if error.args else None)
    except KeyboardInterrupt:
        print("motorpool: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has ended, as in `motorpool models | head -1`
        _forget_output()
        return 0
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        _forget_output()
        return _refuse(f"{error.filename or 'the output'} cannot be written: {(error.strerror or str(error)).lower()}")


def _call(arguments: Sequence[str]) -> int:
    if list(arguments) == ["--version"]:
        print(f"motorpool {__version__}")
        return 0
    for library in ("typer", "rich"):
        require(library, extra="app", purpose="the command line")
    from .app import run_app

    return run_app(arguments)


def _forget_output() -> None:
    with contextlib.suppress(OSError, ValueError):
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.stdout.fileno())
        os.close(null_device)


def _refuse(sentence: str, refusal: object = None) -> int:
    """Print a sentence and, in columns, the known names; return the exit code."""
    print(sentence if "\n" in sentence else f"motorpool: {sentence}", file=sys.stderr)
    if isinstance(refusal, Refusal) and refusal.known:
        print(f"the {len(refusal.known)} {refusal.kind}s:\n{in_columns(refusal.known)}", file=sys.stderr)
    return MISTAKE
