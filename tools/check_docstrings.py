"""Checks the docstrings of the package: that they are there, how they begin, and whether they describe arguments.

    python tools/check_docstrings.py

A docstring's first line is a sentence in the imperative, or names what is returned: "Return whether the world is
paused", not "Whether the world stands still". A name is public if neither it nor what it stands in begins with an
underscore; overloads, setters and functions in functions need no docstring of their own. A public function with three
parameters or more has a section ``Args`` with shapes, units and frames; of a module with ``__all__`` those that are in
it. The options of a command describe themselves, and its docstring is what ``--help`` shows.
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
Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
MOST_PARAMETERS = 2  # that need no section Args
COMMAND = re.compile(r"(\w+_)?app\.command\b")  # decorator
OPTION = re.compile(r"\btyper\.(Option|Argument)\(")  # in an annotation
DOCUMENTED_ELSEWHERE = re.compile(r"(typing\.)?overload$|\w+\.(setter|deleter)$")  # decorators


def main() -> int:
    """Print each offending place; return 1 if there is one."""
    paths = sorted(SOURCE.rglob("*.py"))
    found = {
        "a docstring's first line is a sentence in the imperative, or names what is returned": questions(paths),
        "a public module, class, function or method has a docstring; write one, or begin the name with _": undocumented(
            paths
        ),
        "a public function with three parameters or more describes them under Args:": undescribed(paths),
    }
    code = 0
    for rule, places in found.items():
        for place in (offending := list(places)):
            print(place)
        if offending:
            print(rule)
            code = 1
    return code


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
        for node, name in _public_in(module):
            if ast.get_docstring(node) is None:
                yield f"{_place(path, node)}: {name}"


def undescribed(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and name of each public function with three parameters or more and no section ``Args``."""
    for path in paths:
        module = ast.parse(path.read_text(encoding="utf-8"))
        exported = _exported_by(module)
        for node, name in _public_in(module):
            if exported and name.partition(".")[0] not in exported:
                continue
            if _is_command(node):
                continue
            if len(_parameters(node)) > MOST_PARAMETERS and "Args:\n" not in (ast.get_docstring(node) or ""):
                yield f"{_place(path, node)}: {name}"


def _public_in(parent: ast.AST, prefix: str = "") -> Iterator[tuple[Named, str]]:
    """Yield the public names of a module or class, also in a statement such as ``if TYPE_CHECKING``."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
            if node.name.startswith("_"):
                continue
            if not any(DOCUMENTED_ELSEWHERE.match(ast.unparse(decorator)) for decorator in node.decorator_list):
                yield node, f"{prefix}{node.name}"
            if isinstance(node, ast.ClassDef):
                yield from _public_in(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.stmt):
            yield from _public_in(node, prefix)


def _exported_by(module: ast.Module) -> list[str]:
    """Return the names in ``__all__`` of a module; none where it has no such list."""
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return []


def _parameters(node: Named) -> list[str]:
    """Return the names of a function's parameters but for the first of a method; none of a class."""
    if isinstance(node, ast.ClassDef):
        return []
    given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return [one.arg for one in given if one.arg not in ("self", "cls")]


def _is_command(node: Named) -> bool:
    """Return whether it is a function whose parameters are the options of a command."""
    if isinstance(node, ast.ClassDef):
        return False
    if any(COMMAND.match(ast.unparse(decorator)) for decorator in node.decorator_list):
        return True
    return any(one.annotation and OPTION.search(ast.unparse(one.annotation)) for one in node.args.args)


def _place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{getattr(node, 'lineno', 1)}"


if __name__ == "__main__":
    sys.exit(main())
