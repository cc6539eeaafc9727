"""Consent on the command line: code that files name runs only after "yes" at the terminal or with ``--trust``."""

import sys
from collections.abc import Sequence

from ..trust import CodeFile, decide, untrusted


def trust_code(files: Sequence[CodeFile], *, is_trusted: bool) -> None:
    """Decide on files of code that data files name: by ``--trust`` (``is_trusted``), or by asking at a terminal.

    Raises:
        TrustError: a file is not trusted.
    """
    undecided = untrusted(files)
    is_asking = bool(undecided) and not is_trusted and sys.stdin.isatty() and sys.stderr.isatty()
    if is_trusted or is_asking:
        for file in undecided:
            print(f"{file.place}: code of {file}", file=sys.stderr)
    decide(undecided, is_trusted or (is_asking and _says_yes()))


def _says_yes() -> bool:
    print("This code can do whatever you can. Run it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
