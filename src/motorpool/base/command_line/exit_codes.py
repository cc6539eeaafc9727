"""Exit codes of ``motorpool``; a ``Command`` explains those of its own."""

from collections.abc import Mapping

DONE = 0  # without a mistake
FAILED = 1  # a comparison or check failed
MISTAKE = 2  # of the input, which the user can correct
NOT_VERIFIED = 3  # a recording cannot be verified on this machine
INTERRUPTED = 130  # by Ctrl-C, by the shells' convention; another signal gives 128 and its number

OF_ALL: Mapping[int, str] = {
    DONE: "done",
    MISTAKE: "a mistake of the input",
    INTERRUPTED: "ended by Ctrl-C; 128 and a signal's number by another signal",
}
