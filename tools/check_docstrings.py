"""Checks that the package's public names have docstrings, and that no docstring opens with a question word.

    python tools/check_docstrings.py

A docstring's first line is a sentence in the imperative, or names what is returned: "Return whether the world is
paused", not "Whether the world stands still". A name is public if neither it nor what it stands in begins with an
underscore; overloads, setters and functions in functions need no docstring of their own.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "motorpool"
QUESTION = re.compile(r"(What|Who|Whose|Whom|Whether|How|Where|When|Why|Which|(What|Where|When|Which|Who)ever)\b")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
DOCUMENTED_ELSEWHERE = re.compile(r"(typing\.)?overload$|\w+\.(setter|deleter)$")  # decorators


def main() -> int:
    """Print each offending place; return 1 if there is one."""
    paths = sorted(SOURCE.rglob("*.py"))
    asking, missing = list(questions(paths)), list(undocumented(paths))
    print(*asking, *missing, sep="\n", end="\n" if asking or missing else "")
    if asking:
        print("a docstring's first line is a sentence in the imperative, or names what is returned")
    if missing:
        print("a public module, class, function or method has a docstring; write one, or begin the name with _")
    return bool(asking or missing)


def questions(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and first line of each docstring that opens with a question word."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if text and QUESTION.match(text):
                yield f"{_place(path, node)}: {text.splitlines()[0]}"


def undocumented(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and name of each public name without a docstring."""
    for path in paths:
        module = ast.parse(path.read_text(encoding="utf-8"))
        if ast.get_docstring(module) is None:
            yield f"{_place(path, module)}: the module"
        yield from _undocumented_in(module, path, "")


def _undocumented_in(parent: ast.AST, path: Path, prefix: str) -> Iterator[str]:
    """Yield the same for what stands in a module, a class, or a statement of one, such as ``if TYPE_CHECKING``."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
            if node.name.startswith("_"):
                continue
            if ast.get_docstring(node) is None and not _is_documented_elsewhere(node):
                yield f"{_place(path, node)}: {prefix}{node.name}"
            if isinstance(node, ast.ClassDef):
                yield from _undocumented_in(node, path, f"{prefix}{node.name}.")
        elif isinstance(node, ast.stmt):
            yield from _undocumented_in(node, path, prefix)


def _is_documented_elsewhere(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(DOCUMENTED_ELSEWHERE.match(ast.unparse(decorator)) for decorator in node.decorator_list)


def _place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{getattr(node, 'lineno', 1)}"


if __name__ == "__main__":
    sys.exit(main())
