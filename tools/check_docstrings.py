"""Checks that no docstring of the package opens with a question word.

    python tools/check_docstrings.py

A docstring's first line is a sentence in the imperative, or names what is returned: "Return whether the world is
paused", not "Whether the world stands still".
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "motorpool"
QUESTION = re.compile(
    r"(What|Who|Whose|Whom|Whether|How|Where|When|Why|Which|Whatever|Whenever|Wherever|Whichever|Whoever)\b"
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def main() -> int:
    """Print each offending docstring; return 1 if there is one."""
    found = list(questions(sorted(SOURCE.rglob("*.py"))))
    for place in found:
        print(place)
    if found:
        print("a docstring's first line is a sentence in the imperative, or names what is returned")
    return bool(found)


def questions(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and first line of each docstring that opens with a question word."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if text and QUESTION.match(text):
                place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
                yield f"{place}:{getattr(node, 'lineno', 1)}: {text.splitlines()[0]}"


if __name__ == "__main__":
    sys.exit(main())
