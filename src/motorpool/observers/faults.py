"""Faults in the data of a recording, in words: the first fault that pydantic found, as one sentence with its place."""

from pydantic import ValidationError

from ..wording import shown_path

LONGEST = 60  # characters of a value that is shown


def first_fault(error: ValidationError) -> str:
    """Return the first fault: its place, the value that was found, and what is allowed."""
    fault = error.errors(include_url=False, include_context=False)[0]
    sentence = fault["msg"][:1].lower() + fault["msg"][1:]
    if not fault["loc"]:
        return f"it is no list or mapping of the right kind: {sentence}"
    if fault["type"] == "missing":
        return f"{shown_path(fault['loc'])} is missing"
    value = repr(fault["input"])  # control characters are escaped
    return f"{shown_path(fault['loc'])} is {value[:LONGEST]}{'...' if len(value) > LONGEST else ''}: {sentence}"
