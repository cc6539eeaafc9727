"""Command line: ``motorpool run``, ``check``, ``models`` and other commands.

This module has few imports, so that ``motorpool --version`` returns at once and a missing library gives one sentence. A
user's mistake gives one line on stderr and exit code 2, never a traceback.
"""

import contextlib
import errno
import math
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Generator, Sequence
from typing import Any

from ... import __version__
from ...base.command_line.exit_codes import DONE, INTERRUPTED, MISTAKE
from ...base.environment_variables import check_variables
from ...base.errors import MotorpoolError, Refusal, StepWarning, UnitWarning, VariableWarning, require, shown_error
from ...base.operating_system import memory_left
from ...base.terminal import in_one_line, make_output_printable, printable_output

_LEAST_MEMORY = 160 * 2**20  # address space to load the libraries of commands [bytes]
_NO_THREAD = "can't start new thread"  # Python's words
_MORE_MEMORY = (
    "allow this process more memory (ulimit -v), or make the task smaller: fewer vehicles, a coarser or smaller terrain"
)
GAP = 2  # spaces between two columns of names, and before the first
UNWRITABLE = (errno.ENOSPC, errno.EROFS, errno.EFBIG, errno.EACCES)  # the output cannot be written


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    make_output_printable()  # until the end: the interpreter prints the traceback of a defect
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code."""
    return reported(lambda: _call(arguments))


def reported(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; a mistake of the user's is printed as a sentence."""
    with printable_output(), _plain_warnings():
        return _run(command)


@contextlib.contextmanager
def _plain_warnings() -> Generator[None, None, None]:
    """Print warnings of Motorpool as sentences, without the line of the program that raised them."""
    before = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, (StepWarning, UnitWarning, VariableWarning)):
            print(f"motorpool: {in_one_line(str(message))}", file=sys.stderr)
        else:
            before(message, category, *place, **more)

    with warnings.catch_warnings():  # which restores the function
        warnings.showwarning = show
        yield


def _run(command: Callable[[], int]) -> int:
    try:
        exit_code = command()
        sys.stdout.flush()  # so that a full device raises here, not when the interpreter ends
        return exit_code
    except MotorpoolError as error:
        return _refuse(shown_error(error), error.args[0] if error.args else None)
    except KeyboardInterrupt:
        print("motorpool: interrupted", file=sys.stderr)
        return INTERRUPTED
    except MemoryError as error:
        return _refuse(f"there is too little memory{_in_brackets(error)}; {_MORE_MEMORY}")
    except RuntimeError as error:
        if str(error) != _NO_THREAD:
            raise
        return _refuse(f"no further thread can be started; end other programs, raise ulimit -u, or {_MORE_MEMORY}")
    except OSError as error:
        if _has_no_reader(error):
            _forget_output()
            return DONE
        if error.errno not in UNWRITABLE:
            raise
        _forget_output()
        return _refuse(f"{error.filename or 'the output'} cannot be written: {(error.strerror or str(error)).lower()}")


def _call(arguments: Sequence[str]) -> int:
    if list(arguments) == ["--version"]:
        print(f"motorpool {__version__}")
        return DONE
    left = memory_left()
    if left is not None and left < _LEAST_MEMORY:  # libraries end the process, or raise errors of several kinds
        raise MemoryError(f"{left // 2**20} MB are left, and commands need {_LEAST_MEMORY // 2**20} MB")
    for library in ("typer", "rich"):
        require(library, extra="app", purpose="the command line")
    if not {"-h", "--help"} & {*arguments}:
        check_variables()
    from .app import run_app

    return run_app(arguments)


def _in_brackets(error: BaseException) -> str:
    return f" ({in_one_line(str(error))})" if str(error) else ""


def _has_no_reader(error: OSError) -> bool:
    """Return whether the reader of the output has ended, as in `motorpool models | head -1`."""
    if sys.platform != "win32" or error.errno != errno.EINVAL:
        return isinstance(error, BrokenPipeError)
    try:  # Windows calls a closed pipe an invalid argument, as it does many other things
        sys.stdout.flush()
    except OSError:
        return True
    return False


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


def in_columns(names: Sequence[str], *, width: int | None = None) -> str:
    """Return names in as many columns as fit ``width`` characters, by default the terminal's; ordered down each."""
    available = width or shutil.get_terminal_size().columns
    longest = max(map(len, names), default=0) + GAP
    column_count = max(1, min(len(names), (available - GAP) // longest))
    row_count = math.ceil(len(names) / column_count)
    rows = [names[row::row_count] for row in range(row_count)]
    return "\n".join((" " * GAP + "".join(name.ljust(longest) for name in row)).rstrip() for row in rows)
