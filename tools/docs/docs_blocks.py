"""Tells the documentation's pages which of their Python blocks run in a browser.

Each ``python`` block gets ``data-runs``, or ``data-needs`` with the package that the browser's Python has not. The
script of the pages makes editors of the former.

A block runs there if the browser has what the block imports and each name of ``motorpool`` that it uses, and if it
takes names only from blocks of its page that run there, too. ``tests/site/test_blocks.py`` runs each block in that
Python and proves this rule, both ways.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from browser_python import PACKAGE, at, closure, has, imports_of, missing_packages, playground_files, roots

DOCS = PACKAGE.parents[1] / "docs"
FENCE = re.compile(r"^```python\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
TITLES = {"numpy": "NumPy", "numba": "Numba", "jax": "JAX"}  # as their makers write them


class Block(NamedTuple):
    """A Python block of a page."""

    line: int  # of its fence in the page's text, from 1
    text: str
    needs: str  # the package that the browser's Python has not; empty where it runs
    files: frozenset[Path]  # of the package that it uses, or that are imported with those


def with_marks(markdown: str) -> str:
    """Return the page's text with what the script needs to know in the fences of its Python blocks."""
    marks = iter(
        ['data-runs="here"' if not block.needs else f'data-needs="{block.needs}"' for block in blocks(markdown)]
    )
    return FENCE.sub(lambda match: f"``` {{ .python {next(marks)} }}\n{match['text']}```", markdown)


def blocks(markdown: str) -> list[Block]:
    """Return the Python blocks of a page; a later one goes on where an earlier one ended."""
    found: list[Block] = []
    makers: dict[str, Block] = {}  # of each name, the block that bound it last
    for match in FENCE.finditer(markdown):
        tree = ast.parse(match["text"])
        files = frozenset(used_files(tree))
        bound = set(bound_names(tree))
        taken = [makers[name] for name in read_names(tree) - bound if name in makers]
        missing = {name for node in imports(tree) for name in roots(node) if not has(name)} | missing_packages(files)
        needs = [TITLES.get(name, name) for name in sorted(missing, key=lambda name: (name != "numpy", name))]
        needs += [block.needs for block in taken if block.needs]
        line = markdown.count("\n", 0, match.start()) + 1
        found.append(Block(line, match["text"], needs[0] if needs else "", frozenset(closure(files))))
        makers |= dict.fromkeys(bound, found[-1])
    return found


def block_files() -> list[Path]:
    """Return the package's files that blocks of the documentation use and the playground has not."""
    runnable = [block for page in DOCS.rglob("*.md") for block in blocks(page.read_text("utf-8")) if not block.needs]
    return sorted({file for block in runnable for file in block.files} - set(playground_files()))


def lazy_homes(init: Path) -> dict[str, str]:
    """Return the modules of the names that a package imports on first use (``base.lazy_names``), by name."""
    if not init.is_file():
        return {}
    for node in ast.walk(ast.parse(init.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="lazy_names"), args=[_, homes]):
                return {name: module for module, names in ast.literal_eval(homes).items() for name in names.split()}
            case _:
                pass
    return {}


def used_files(tree: ast.Module) -> Iterator[Path]:
    """Yield the files of the package that a block imports, or that hold the public names that it uses."""
    yield PACKAGE / "__init__.py"
    homes = importlib.import_module("motorpool")._HOMES
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "mp":
            home = homes.get(node.attr, "").partition(":")[0]
            for file in at(PACKAGE / home.strip(".").replace(".", "/")) if home else ():
                yield from (file, *imports_of(file, in_functions=True).files)
    for node in imports(tree):
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        if module.partition(".")[0] == "motorpool":
            place = PACKAGE.joinpath(*module.split(".")[1:])
            homes_here = lazy_homes(place / "__init__.py")
            for one in (place, *(place / homes_here.get(name.name, name.name) for name in node.names)):
                yield from at(one)


def imports(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a block, those inside functions, too."""
    return [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]


def bound_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a block binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (name.asname or name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.arg):
            yield node.arg


def read_names(tree: ast.Module) -> set[str]:
    """Return the names that a block reads."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
