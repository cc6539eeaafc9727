"""Checks the docstrings of the package: that they are there, how they begin, and what they say of parameters.

    python tools/checks/check_docstrings.py

A docstring's first line is a sentence in the imperative, or names what is returned: "Return whether the world is
paused", not "Whether the world stands still"; it has a noun in place of "what". A name is public if neither it nor what
it stands in begins with an underscore; overloads, setters and functions in functions need no docstring of their own. A
parameter is described where its name and type do not tell its unit, shape, range, frame or meaning, and with these:
"params: of the vehicle" says nothing and is deleted. "height: of the ground [m]" is "height: height of the ground [m]".
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "motorpool"
QUESTION = re.compile(r"(What|Who|Whose|Whom|Whether|How|Where|When|Why|Which|(What|Where|When|Which|Who)ever)\b")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
NOTHING = re.compile(  # descriptions of a parameter that repeat its name or its type
    r"""(columns\ of\ (the|all)\ (vehicles|drivers|fleets?)
    |of\ (the|all|its|each|a)\ \w+(['’]s)?(\ \w+)?
    |the\ \w+(\ itself)?|the\ world['’]s|its\ \w+
    |the\ ``\w+``\ of\ the\ \w+|the\ \w+['’]s\ ``\w+``|an?\ ``\w+``|a\ ``\w+``\ of\ the\ same\ shapes|``\w+``
    |(before\ the\ step:\ )?a\ ``State``\ of\ numbers,\ or\ of\ arrays\ of\ shape\ \(vehicles,\)
    |inputs,\ constant\ over\ the\ step:\ a\ ``Control``\ of\ the\ same\ shapes
    |properties\ of\ the\ ground(\ under\ the\ vehicle)?(:\ a\ ``Ground``\ of\ the\ same\ shapes)?
    |(the\ )?(time\ )?step\ \[s\]|\[s\]|to\ be\ \w+|that\ is\ \w+)\.?""",
    re.VERBOSE,
)
WHAT = re.compile(r"\bwhat\b", re.IGNORECASE)
HEADLESS = re.compile(r" +\*{0,2}\w+(?:, \w+)*(?: \([^)]*\))?: of ")
ENTRY = re.compile(r"    \*{0,2}(\w+)(?: \([^)]*\))?: (.+)")
DOCUMENTED_ELSEWHERE = re.compile(r"(typing\.)?overload$|\w+\.(setter|deleter)$")  # decorators


def main() -> int:
    """Print each offending place; return 1 if there is one."""
    paths = sorted(SOURCE.rglob("*.py"))
    found = {
        "a docstring's first line is a sentence in the imperative, or names what is returned": questions(paths),
        "a docstring's first line has a noun in place of 'what'": pronouns(paths),
        "an entry of a docstring begins with the thing, not with 'of': 'mass of the vehicle [kg]'": headless(paths),
        "a public module, class, function or method has a docstring; write one, or begin the name with _": undocumented(
            paths
        ),
        "a description of a parameter says its unit, shape, range, frame or meaning; delete it, or say them": empty(
            paths
        ),
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
    for path, node, text in _docstrings(paths):
        if QUESTION.match(text):
            yield f"{_place(path, node)}: {text.splitlines()[0]}"


def pronouns(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and text of each first line with a pronoun where a noun would name the thing."""
    for path, node, text in _docstrings(paths):
        if WHAT.search(text.partition("\n")[0]):
            yield f"{_place(path, node)}: {text.splitlines()[0]}"


def headless(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and text of each entry of a section that begins with "of"."""
    for path, node, text in _docstrings(paths):
        yield from (f"{_place(path, node)}: {line.strip()}" for line in text.splitlines() if HEADLESS.match(line))


def undocumented(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and name of each public name without a docstring."""
    for path in paths:
        module = _parsed(path)
        if ast.get_docstring(module) is None:
            yield f"{_place(path, module)}: the module"
        for node, name in _public_in(module):
            if ast.get_docstring(node) is None:
                yield f"{_place(path, node)}: {name}"


def empty(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the place and text of each description under ``Args`` that tells no more than the parameter's name."""
    for path, node, text in _docstrings(paths):
        for name, description in _described_in(text):
            if NOTHING.fullmatch(description):
                yield f"{_place(path, node)}: {name}: {description}"


def _docstrings(paths: Iterable[Path]) -> Iterator[tuple[Path, ast.AST, str]]:
    """Yield the docstrings of modules, with their files and the nodes that they document."""
    for path in paths:
        yield from ((path, node, text) for node, text in _docstrings_of(path))


@cache
def _docstrings_of(path: Path) -> list[tuple[ast.AST, str]]:
    nodes = [node for node in ast.walk(_parsed(path)) if isinstance(node, DOCUMENTED)]
    return [(node, text) for node in nodes if (text := ast.get_docstring(node))]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _described_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parameters of a docstring and their descriptions, those of one line."""
    lines = text.partition("\nArgs:\n")[2].partition("\n\n")[0].splitlines()
    for line, after in zip(lines, [*lines, ""][1:], strict=True):
        if (entry := ENTRY.fullmatch(line)) and not after.startswith(" " * 8):
            yield entry[1], entry[2]


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


def _place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{getattr(node, 'lineno', 1)}"


if __name__ == "__main__":
    sys.exit(main())
