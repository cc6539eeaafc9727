"""Programs beside the package, benchmarks, tools and examples: each name that they import from it is there."""

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted(path for folder in ("benchmarks", "tools", "examples") for path in ROOT.glob(f"{folder}/**/*.py"))


def taken(path: Path) -> list[tuple[str, str]]:
    """Return the modules of the package and the names that a program imports of them, but for those of old versions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tried = {id(each) for node in ast.walk(tree) if isinstance(node, ast.Try) for each in ast.walk(node)}
    return [
        (node.module, name.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("motorpool") and id(node) not in tried
        for name in node.names
    ]  # fmt: skip


@pytest.mark.parametrize("path", PROGRAMS, ids=[str(path.relative_to(ROOT)) for path in PROGRAMS])
def test_a_program_imports_names_that_the_package_has(path: Path):
    for module, name in taken(path):
        there = hasattr(importlib.import_module(module), name)
        if not there:
            importlib.import_module(f"{module}.{name}")


def test_the_law_sees_a_name_that_is_missing(tmp_path: Path):
    (tmp_path / "old.py").write_text("from motorpool.studies.distributed.sweep.sweeping import available_processors\n")
    with pytest.raises(ModuleNotFoundError):
        test_a_program_imports_names_that_the_package_has(tmp_path / "old.py")
