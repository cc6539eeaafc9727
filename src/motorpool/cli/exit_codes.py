"""Exit codes of ``motorpool``, and those that a command has of its own."""

from collections.abc import Mapping

DONE = 0
FAILED = 1  # a comparison or check failed
MISTAKE = 2  # of the input, which the user can correct
NOT_VERIFIED = 3
INTERRUPTED = 130  # by Ctrl-C, by the shells' convention; another signal gives 128 and its number

OF_ALL: Mapping[int, str] = {
    DONE: "done",
    MISTAKE: "a mistake of the input",
    INTERRUPTED: "ended by Ctrl-C; 128 and a signal's number by another signal",
}
OF_COMMANDS: Mapping[str, Mapping[int, str]] = {  # in addition
    "fit": {FAILED: "the vehicle of the fit does not reproduce the drives; no vehicle file is written"},
    "replay": {FAILED: "the recording differs (--verify)", NOT_VERIFIED: "it cannot be verified (--verify)"},
    "sweep": {FAILED: "a run failed"},
    "validate": {FAILED: "a value is out of its bounds"},
    "vehicles": {FAILED: "a verified figure is out of its bounds (--check)"},
}
