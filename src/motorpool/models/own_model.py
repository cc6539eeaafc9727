"""Motion models from outside the package: a Python file of the user's, or a module that Python can import.

    Vehicle("./hover.py")              # a file, relative to the current folder
    Vehicle("./hover.py:drag=0.2")     # with other defaults, like every model
    Vehicle("my_package.hover")        # a module, by its dotted name

A name that a user types or passes in Python is loaded, and loading runs its code, as every import does (``load_own``).
A name in a scenario, a vehicle's file or a recording runs nothing unless the file's content is trusted (``trust``): the
model is its outline until then (``own_in_data``).
"""

import ast
import contextlib
import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from ..base.errors import ModelError
from ..base.files import read_bytes
from ..base.trust import MAX_BYTES, CodeFile, digest, grant, untrusted

PYTHON_SUFFIX, VEHICLE_SUFFIX = ".py", ".toml"
FILE_SUFFIXES = (VEHICLE_SUFFIX, PYTHON_SUFFIX)  # of the names of vehicles and models that are files
MOST_FILES = 50  # of a model: its own, and the modules beside it that it imports
MOST_BRACES = 10_000  # of a file; Python's parser takes time with the square of those in a formatted string
CODE = "_code_files"  # name in an own model's module of the files that it is made of

Contents = tuple[tuple[Path, bytes], ...]  # of a model's file, and of the modules beside it


def is_own(name: str) -> bool:
    """Return whether a model's name is that of a Python file or of a module in a package."""
    if name.endswith(VEHICLE_SUFFIX):  # a vehicle in this folder
        return False
    return name.endswith(PYTHON_SUFFIX) or (all(part.isidentifier() for part in name.split(".")) and "." in name)


def from_folder(name: str, folder: Path) -> str:
    """Return a model's name; where it is the path of a file, relative to ``folder``, the path from here."""
    is_path = any(f"{suffix}:" in name or name.endswith(suffix) for suffix in FILE_SUFFIXES)
    return str(folder / name) if is_path else name


def title_of(name: str) -> str:
    """Return the name to show: that of a file without its folder and suffix."""
    return Path(name).stem if name.endswith(FILE_SUFFIXES) else name


def load_own(name: str) -> ModuleType:
    """Return the module of a Python file, or of a dotted name; a file that has changed since is loaded again.

    Args:
        name: a path that ends in .py, or a dotted name such as "my_package.my_model", as a user gave it.

    Raises:
        ModelError: there is no such file or module, or its code fails.
    """
    if not name.endswith(PYTHON_SUFFIX):
        return _import(name)
    contents = _contents(Path(name))
    grant(file.sha256 for file in files_of(contents))
    return _load(contents, True)


def own_in_data(name: str) -> ModuleType:
    """Return the module of a Python file that data names: as it runs if its code is trusted, else its outline.

    Raises:
        ModelError: there is no such file, it is no model, its code fails; or it is the name of an installed module.
    """
    if not name.endswith(PYTHON_SUFFIX):
        raise ModelError(
            f"{name!r} is the name of an installed module, which a file cannot name; name a file (./my_model.py), "
            "or register the module: motorpool.models.register('my-model', module) in Python, or an entry point of "
            "its package in the group motorpool.models"
        )
    contents = _contents(Path(name))
    if untrusted(files_of(contents)):
        return _outline(contents)
    return _load(contents, False)


def files_of(contents: Contents) -> tuple[CodeFile, ...]:
    """Return the files that a model is made of, with their SHA-256."""
    return tuple(CodeFile(path, digest(content)) for path, content in contents)


def _contents(path: Path) -> Contents:
    """Return the content of a model's file and of the modules beside it that it imports, each with its path."""
    found: dict[Path, bytes] = {}
    waiting = [path.absolute()]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        if len(found) == MOST_FILES:
            raise ModelError(f"the model file {path} imports more than {MOST_FILES} files beside it; make it fewer")
        found[file] = read_bytes(
            file, max_bytes=MAX_BYTES, error=lambda sentence: ModelError(f"the model file {sentence}")
        )
        if (braces := found[file].count(b"{")) > MOST_BRACES:
            raise ModelError(
                f"the model file {file} has {braces} opening braces; it may have at most {MOST_BRACES}: keep tables in "
                "lists, or in several files"
            )
        beside = (file.parent / f"{name}{PYTHON_SUFFIX}" for name in sorted(_imports(found[file])))
        waiting += [other for other in beside if other.is_file()]
    return tuple(found.items())


@lru_cache(maxsize=64)
def _imports(content: bytes) -> frozenset[str]:
    """Return the names of the modules that a file imports, in functions as well; none of a file that is no Python."""
    try:
        nodes = list(ast.walk(ast.parse(content)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    parts = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module]
    return frozenset(name.partition(".")[0] for name in (*whole, *parts))


@lru_cache(maxsize=64)
def _outline(contents: Contents) -> ModuleType:
    from .outline import outline_of

    path, content = contents[0]
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise ModelError(f"{path} is no text file in UTF-8") from error
    module = outline_of(path, text)
    vars(module)[CODE] = files_of(contents)
    return module


@lru_cache(maxsize=64)
def _load(contents: Contents, is_users: bool) -> ModuleType:
    """Run a file as a module of its own.

    Files beside it can be imported as they can by a script, if a user named the model. If data did, only those can that
    were read and trusted with it, and nothing but what was read runs: no bytecode of a cache folder.
    """
    path, _ = contents[0]
    name = f"motorpool_own_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{path.stem}"
    loader = _Contents({name: contents[0], **{file.stem: (file, content) for file, content in contents[1:]}})
    specification = loader.find_spec(name)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module  # the fields' comments are found by way of it
    try:
        with _folder_on_path(path.parent) if is_users else _found_first(loader):
            loader.exec_module(module)
    except Exception as error:
        raise ModelError(f"the model file {path} cannot be loaded: {_reason(error)}") from error
    vars(module)[CODE] = files_of(contents)
    return module


class _Contents(MetaPathFinder, InspectLoader):
    """Finds and loads modules whose text was read before."""

    def __init__(self, texts: Mapping[str, tuple[Path, bytes]]):
        self._texts = texts

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None or fullname not in self._texts:
            return None
        specification = ModuleSpec(fullname, self, origin=str(self._texts[fullname][0]))
        specification.has_location = True
        return specification

    def get_source(self, fullname: str) -> str:
        return importlib.util.decode_source(self._texts[fullname][1])

    def exec_module(self, module: ModuleType) -> None:
        path, content = self._texts[module.__name__]
        exec(compile(content, str(path), "exec", dont_inherit=True), vars(module))


@contextlib.contextmanager
def _found_first(finder: MetaPathFinder) -> Generator[None, None, None]:
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


@contextlib.contextmanager
def _folder_on_path(folder: Path) -> Generator[None, None, None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _import(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise ModelError(
                f"there is no model named {name!r}: Python finds no module {error.name!r}; "
                "install its package, or name its file (./my_model.py)"
            ) from error
        raise ModelError(f"the module {name} cannot be loaded: {_reason(error)}") from error
    except Exception as error:
        raise ModelError(f"the module {name} cannot be loaded: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """Return the kind of an error, its message, and the line at which it was raised."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    line = traceback.extract_tb(error.__traceback__)[-1].lineno
    return f"line {line}: {type(error).__name__}: {error}"
