"""The frame of the project: what importing costs, what is public, and that its files agree with one another."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pace import patience
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import motorpool
from motorpool.compile import cuda_compiler

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "motorpool"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKS = ("requirements.lock", "requirements-run.lock")


def run_python(code: str) -> str:
    """Return the output of a fresh interpreter, with warnings as errors, for some code."""
    result = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


# ---------------------------------------------------------------- importing


@pytest.mark.parametrize("library", ["llvmlite", "numpy", "starlette", "uvicorn", "matplotlib", "pyarrow"])
def test_importing_motorpool_loads_no(library: str) -> None:
    assert run_python(f"import sys, motorpool; print({library!r} in sys.modules)") == "False"


def test_importing_motorpool_takes_under_150_ms_on_the_reference() -> None:
    code = "import time; start = time.process_time(); import motorpool; print(time.process_time() - start)"
    assert min(float(run_python(code)) for _ in range(5)) < patience(0.15)


def test_one_vehicle_drives_without_llvm_or_numpy() -> None:
    code = (
        "import sys, motorpool; car = motorpool.Vehicle('bicycle'); car.speed = 5.0; car.step(dt=0.1);"
        "print({'llvmlite', 'numpy'} & set(sys.modules), car.x)"
    )
    assert run_python(code) == "set() 0.5"


# ---------------------------------------------------------------- public names


def test_at_most_24_names_are_public_and_they_are_sorted() -> None:
    assert motorpool.__all__ == sorted(motorpool.__all__)
    assert len(motorpool.__all__) <= 24


@pytest.mark.parametrize("name", motorpool.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    assert getattr(motorpool, name).__doc__


def test_a_name_that_does_not_exist_is_an_attribute_error_with_the_name_that_was_meant() -> None:
    with pytest.raises(AttributeError, match=r"no name 'Wrold'; did you mean 'World'"):
        _ = motorpool.Wrold


def test_the_version_is_the_same_in_the_package_and_in_its_metadata() -> None:
    assert motorpool.__version__ == PROJECT["version"]


# ---------------------------------------------------------------- layers


def imported_modules(path: Path) -> Iterator[str]:
    """The modules that a file imports; relative ones begin with a dot."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def model_files() -> list[Path]:
    """The files that are motion models: those that define a step."""
    return [path for path in sorted((PACKAGE / "models").rglob("*.py")) if "\ndef step(" in path.read_text()]


@pytest.mark.parametrize("path", model_files(), ids=lambda path: path.relative_to(PACKAGE / "models").as_posix())
def test_a_model_imports_nothing_but_math_typing_and_other_models(path: Path) -> None:
    assert {name for name in imported_modules(path) if not name.startswith(".")} <= {"math", "typing", "__future__"}


# ---------------------------------------------------------------- dependencies


PROVIDERS = {  # packages that are not named as what they install, or that come with another one
    "foxglove": "foxglove-sdk",
    "PIL": "pillow",
    "google": "foxglove-schemas-protobuf",
    "mcap": "mcap-protobuf-support",
    "mcap_protobuf": "mcap-protobuf-support",
    "yaml": "pyyaml",
    "can": "python-can",
    "zenoh": "eclipse-zenoh",
    "lz4": "mcap-protobuf-support",
    "zstandard": "mcap-protobuf-support",
}


def extras_asked_for() -> Iterator[tuple[str, str]]:
    """Each call of errors.require in the package: the library to install and the extra that it names."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require":
                extra = next((keyword.value for keyword in node.keywords if keyword.arg == "extra"), None)
                if isinstance(extra, ast.Constant) and isinstance(node.args[0], ast.Constant):
                    package = str(node.args[0].value).partition(".")[0]
                    yield PROVIDERS.get(package, package), str(extra.value)


def test_every_extra_that_an_error_names_provides_the_library() -> None:
    for library, extra in extras_asked_for():
        provided = {canonicalize_name(Requirement(line).name) for line in PROJECT["optional-dependencies"][extra]}
        assert library in provided, f"{library} is not in the extra {extra}"


def test_each_compiler_of_cuda_has_an_extra() -> None:
    provided = {
        Requirement(line).name for name in ("gpu", "gpu-mlir") for line in PROJECT["optional-dependencies"][name]
    }
    assert provided == set(cuda_compiler.MODULES)


def locked_versions(name: str) -> dict[str, set[str]]:
    """The versions of each library in a lock file (more than one where Pythons differ)."""
    versions: dict[str, set[str]] = {}
    for library, version in re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", (ROOT / name).read_text(), re.MULTILINE):
        versions.setdefault(canonicalize_name(library), set()).add(version)
    return versions


def test_the_lock_file_satisfies_every_dependency_of_the_project() -> None:
    locked = locked_versions("requirements.lock")
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["app"], *extras["geo"], *extras["jax"], *extras["dev"]]
    for requirement in map(Requirement, wanted):
        if requirement.name != "motorpool":
            versions = locked.get(canonicalize_name(requirement.name), set())
            assert versions, f"{requirement.name} is not locked; run make lock"
            assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_what_runs_is_locked_at_the_versions_that_are_tested() -> None:
    tested, run = (locked_versions(name) for name in LOCKS)
    assert run.items() <= tested.items()


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_has_a_hash_for_everything_and_names_no_registry(name: str) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", (ROOT / name).read_text())[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in (ROOT / name).read_text()
    assert "index-url" not in (ROOT / name).read_text()


def test_the_lock_file_of_the_page_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "client" / "package-lock.json").read_text()


# ---------------------------------------------------------------- commands


def test_the_makefile_has_the_five_commands() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"run", "test", "check", "bench", "docs"} <= targets
