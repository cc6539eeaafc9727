"""Options in error messages: an error that was caused by an option's value begins with the option."""

import re
from collections.abc import Iterator, Sequence

from ...base.errors import MotorpoolError, Refusal, TrustError

_MAY_BE_EMPTY = ("--ray",)  # for the default address
_MOST = 1_000_000  # weight of an option that a message names; above the length of every value
_SEPARATORS = re.compile(r"[=,:]")


def with_option(error: MotorpoolError, arguments: Sequence[str]) -> MotorpoolError:
    """Return an error with the option whose value its message is about; itself if it names one, or is about none.

    Args:
        arguments: words of the command line after the program's name.
    """
    text = str(error)
    if isinstance(error, TrustError) or re.search(r"(^|\s)--\w", text):
        return error
    found = [(_weight(option, value, text), option, value) for option, value in _options(arguments)]
    weight, option, value = max(found, key=lambda each: each[0], default=(0, "", ""))
    if not weight:
        return error
    refusal = error.args[0] if isinstance(error.args[0], Refusal) else None
    begins = text.startswith((value, value.rpartition("/")[2]))
    begin = f"{option} " if begins else f"{option} {value}: "
    sentence = "\n".join(f"{begin}{line}" for line in text.splitlines())
    if refusal is not None:
        return type(error)(Refusal(sentence, refusal.known, kind=refusal.kind))
    return type(error)(sentence)


def _options(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each option of a command line with its value."""
    for place, word in enumerate(arguments):
        option, equals, value = word.partition("=")
        if not option.startswith("--"):
            continue
        following = arguments[place + 1] if place + 1 < len(arguments) else "--"
        if equals or not following.startswith("--"):
            yield option, value if equals else following


def refuse_empty(arguments: Sequence[str]) -> None:
    """Refuse options with an empty value, such as that of a variable of the shell that is not set.

    Raises:
        MotorpoolError: an option is empty.
    """
    for option, value in _options(arguments):
        if not value and option not in _MAY_BE_EMPTY:
            raise MotorpoolError(f"{option} is empty; give it a value, or leave it out")


def _weight(option: str, value: str, text: str) -> int:
    """Return the number of characters of a value, or of the longest part of it, that a message has as a word.

    A message that begins with the option's name is about the option, whatever else it has. One that has the name alone
    is so, if it has no value of another option.
    """
    name = option.removeprefix("--").replace("-", "[-_ ]")
    if re.match(rf"((a|an|the) )?{name}\b", text):
        return _MOST
    parts = [value, value.rpartition("/")[2], *_SEPARATORS.split(value)]
    weight = max((len(part) for part in parts if part and _is_word(part, text)), default=0)
    return weight or int(re.search(rf"\b{name}\b", text) is not None)


def _is_word(part: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(part)}(?![\w-])", text) is not None
