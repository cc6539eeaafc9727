"""Finds what the documentation's Python in the browser has: modules of the package, and of the standard library.

A browser's Python (Pyodide) has no other package here, NumPy included, so a module of the package is there only if
nothing that it imports as it starts needs one.
"""

import ast
import functools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "motorpool"

FOLDERS = (
    "compile/form",
    "models",
    "app/playground",
    "studies/published/models",
    "compile/translation",
    "vehicles",
)  # whole, with their data
LATER = ("base/foreign_formats.py", "base/synonyms.py", "errors.py")  # imported by functions, and by pages
DATA = (".py", ".toml", ".csv")
LEFT_OUT = {  # of the standard library: what asks for a terminal, a network, processes or mail, and tools
    "_pyio.py", "_pyrepl", "bdb.py", "cProfile.py", "code.py", "ctypes", "curses", "dbm",
    "doctest.py", "email", "ensurepip", "ftplib.py", "http", "idlelib", "imaplib.py", "lib2to3", "logging/config.py",
    "logging/handlers.py", "mailbox.py", "multiprocessing", "netrc.py", "optparse.py", "pdb.py", "pickletools.py",
    "poplib.py", "profile.py", "profiling", "pstats.py", "pydoc.py", "pydoc_data", "smtplib.py", "socketserver.py",
    "sqlite3", "tarfile.py", "tkinter", "trace.py", "turtle.py", "turtledemo", "unittest", "venv", "webbrowser.py",
    "wsgiref", "xml", "xmlrpc", "zipapp.py",
}  # fmt: skip


def is_kept(name: str) -> bool:
    """Return whether the browser's Python has this file of its standard library."""
    return name not in LEFT_OUT and name.partition("/")[0] not in LEFT_OUT


def playground_files() -> list[Path]:
    """Return the package's files that the playground needs: its folders, and what they import as they start."""
    files = [path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*") if is_taken(path)]
    return sorted(closure([*files, *(PACKAGE / name for name in LATER)]))


def is_taken(path: Path) -> bool:
    """Return whether a file in these folders belongs to the playground; fleets need NumPy."""
    return path.suffix in DATA and "fleet" not in path.parts


def closure(paths: Iterable[Path]) -> set[Path]:
    """Return these files of the package and all of it that they import as they start."""
    files = set(paths)
    waiting = list(files)
    while waiting:
        found = imports_of(waiting.pop()).files - files
        files |= found
        waiting.extend(found)
    return files


def missing_packages(paths: Iterable[Path]) -> set[str]:
    """Return the packages that these files, or what they import, need and the browser's Python has not."""
    return set().union(*(imports_of(path).missing for path in closure(paths)))


class Imports:
    """What a module imports as it starts: files of the package, and packages that the browser has not."""

    def __init__(self, files: Iterable[Path], missing: Iterable[str]) -> None:
        self.files = frozenset(files)
        self.missing = frozenset(missing)


@functools.cache
def imports_of(path: Path, *, in_functions: bool = False) -> Imports:
    """Return what a file of the package imports as it starts, or also later; and the files of the folders above it."""
    above = {folder / "__init__.py" for folder in path.parents if folder.is_relative_to(PACKAGE)}
    files = {file for file in above if file.is_file()}
    tree = ast.parse(path.read_bytes() if path.suffix == ".py" else "")
    missing: set[str] = set()
    for node in ast.walk(tree) if in_functions else tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            start = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            files |= {file for place in (start, *(start / name.name for name in node.names)) for file in at(place)}
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            missing |= {name for name in roots(node) if not has(name)}
    return Imports(files, missing)


def at(place: Path) -> Iterator[Path]:
    """Yield the file of a module, given its path without an ending."""
    yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file())


def roots(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the names of the packages from which an absolute import takes something."""
    names = [name.name for name in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return [name.partition(".")[0] for name in names]


def has(name: str) -> bool:
    """Return whether the browser's Python has this package, or module of the standard library."""
    return name == "motorpool" or (name in sys.stdlib_module_names and is_kept(name) and is_kept(f"{name}.py"))
