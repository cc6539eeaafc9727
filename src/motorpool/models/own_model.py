"""Motion models from outside the package: a Python file of the user's, or a module that Python can import.

    Vehicle("./hover.py")              # a file, relative to the current folder
    Vehicle("./hover.py:drag=0.2")     # with other defaults, like every model
    Vehicle("my_package.hover")        # a module, by its dotted name

Loading a model runs its code, as every import does: name only files that you trust.
"""

import hashlib
import importlib
import importlib.util
import sys
import traceback
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from ..errors import ModelError
from ..files import check_input

PYTHON_SUFFIX = ".py"
MAX_BYTES = 1_000_000  # of a model's file; those of this package have some ten thousand


def is_own(name: str) -> bool:
    """Return whether a model's name is that of a Python file or of a module in a package."""
    if name.endswith(".toml"):  # a vehicle in this folder
        return False
    return name.endswith(PYTHON_SUFFIX) or (all(part.isidentifier() for part in name.split(".")) and "." in name)


def load_own(name: str) -> ModuleType:
    """Return the module of a Python file, or of a dotted name; a file that has changed since is loaded again.

    Args:
        name: a path that ends in .py, or a dotted name such as "my_package.my_model".

    Raises:
        ModelError: there is no such file or module, or its code fails.
    """
    if not name.endswith(PYTHON_SUFFIX):
        return _import(name)
    path = Path(name)
    check_input(path, max_bytes=MAX_BYTES, error=lambda sentence: ModelError(f"the model file {sentence}"))
    return _load(path.absolute(), path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _load(path: Path, _modified: int) -> ModuleType:
    """Run a file as a module of its own; files beside it can be imported as they can by a script."""
    name = f"motorpool_own_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{path.stem}"
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module  # the fields' comments are found by way of it
    sys.path.insert(0, str(path.parent))
    try:
        specification.loader.exec_module(module)
    except Exception as error:
        raise ModelError(f"the model file {path} cannot be loaded: {_reason(error)}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


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
