"""Build products: the page by its hook, and the wheel and the sdist that carry it."""

import importlib.util
import json
import subprocess
import sys
import tarfile
import threading
import zipfile
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from pace import patience

import motorpool
from motorpool.app import examples

ROOT = Path(__file__).parents[1]
METADATA = f"motorpool-{motorpool.__version__}.dist-info"
PAGE = "src/motorpool/app/viewer/page"
PACKAGE = {"name": "page", "version": "1.0.0"}
BUILD_SCRIPT = f"""
const fs = require('fs')
fs.mkdirSync('../{PAGE}', {{ recursive: true }})
fs.writeFileSync('../{PAGE}/index.html', fs.readFileSync('main.ts'))
"""


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """hatch_build.py, imported."""
    specification = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose page is a copy of one source file, made by real npm with nothing to install."""
    monkeypatch.delenv("MOTORPOOL_SKIP_PAGE", raising=False)
    client = tmp_path / "client"
    client.mkdir()
    (client / "package.json").write_text(json.dumps({**PACKAGE, "scripts": {"build": "node build.cjs"}}))
    (client / "package-lock.json").write_text(json.dumps({**PACKAGE, "lockfileVersion": 3, "packages": {"": PACKAGE}}))
    (client / "build.cjs").write_text(BUILD_SCRIPT)
    (client / "main.ts").write_text("first")
    return tmp_path


def page_of(project: Path) -> str:
    return (project / PAGE / "index.html").read_text()


# ---------------------------------------------------------------- the page


def test_long_work_is_reported_again_and_again(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    enough = threading.Event()

    def write(text: str) -> None:
        told.append(text)
        if sum("building: " in line for line in told) >= 2:
            enough.set()

    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=write, flush=lambda: None))
    with hook.telling("building", every=0.01):
        assert enough.wait(patience(30.0))
    assert told[0] == "motorpool: building"


def test_the_page_is_built_once_and_again_only_when_a_source_changed(hook: ModuleType, project: Path) -> None:
    assert hook.build_page(project)
    assert page_of(project) == "first"
    assert not hook.build_page(project)

    (project / "client" / "main.ts").touch()
    assert not hook.build_page(project)

    (project / "client" / "main.ts").write_text("second")
    assert hook.build_page(project)
    assert page_of(project) == "second"


def test_a_page_of_unknown_origin_is_built_again(hook: ModuleType, project: Path) -> None:
    (project / PAGE).mkdir(parents=True)
    (project / PAGE / "index.html").write_text("who made this?")
    assert hook.build_page(project)
    assert page_of(project) == "first"


def test_a_renamed_source_is_a_changed_source(hook: ModuleType, project: Path) -> None:
    client = project / "client"
    before = hook.sources_digest(client)
    (client / "main.ts").rename(client / "other.ts")
    assert hook.sources_digest(client) != before


def test_what_is_installed_or_tested_does_not_count_as_a_source(hook: ModuleType, project: Path) -> None:
    client = project / "client"
    before = hook.sources_digest(client)
    for name in ("node_modules/x/index.js", "tests/page.ts", "coverage/x.html", "src/wire.test.ts"):
        (client / name).parent.mkdir(parents=True, exist_ok=True)
        (client / name).write_text("x")
    assert hook.sources_digest(client) == before


def test_the_page_can_be_left_out(hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTORPOOL_SKIP_PAGE", "1")
    assert not hook.build_page(project)
    assert not (project / PAGE).exists()


def test_without_client_sources_the_page_that_is_there_stays(hook: ModuleType, tmp_path: Path) -> None:
    (tmp_path / PAGE).mkdir(parents=True)
    (tmp_path / PAGE / "index.html").write_text("from the sdist")
    assert not hook.build_page(tmp_path)
    assert page_of(tmp_path) == "from the sdist"


def test_a_failing_build_ends_with_one_sentence(hook: ModuleType, project: Path) -> None:
    (project / "client" / "build.cjs").write_text("process.exit(3)")
    with pytest.raises(SystemExit, match=r"^client/: `npm run build` failed with exit code 3 .* MOTORPOOL_SKIP_PAGE=1"):
        hook.build_page(project)


def test_a_build_that_leaves_no_page_says_so(hook: ModuleType, project: Path) -> None:
    (project / "client" / "build.cjs").write_text("")
    with pytest.raises(SystemExit, match=r"left no .*index\.html"):
        hook.build_page(project)


# ---------------------------------------------------------------- wheel and sdist


def hatch(project: Path, target: str, into: Path) -> Path:
    """The one distribution that hatchling builds of a project."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (built,) = into.iterdir()
    return built


def names_in_wheel(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as wheel:
        return set(wheel.namelist())


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    return names_in_wheel(hatch(ROOT, "wheel", tmp_path_factory.mktemp("wheel")))


def test_the_wheel_carries_the_page_and_the_licences_of_what_is_in_it(wheel_names: set[str]) -> None:
    assert "motorpool/app/viewer/page/index.html" in wheel_names
    assert "motorpool/app/viewer/page/third-party-licenses.md" in wheel_names
    assert any(name.startswith("motorpool/app/viewer/page/assets/") and name.endswith(".js") for name in wheel_names)


def test_the_wheel_carries_the_motor_pool(wheel_names: set[str]) -> None:
    files = {path.name for path in (ROOT / "src/motorpool/vehicles/files").glob("*.toml")}
    assert files
    assert {f"motorpool/vehicles/files/{name}" for name in files} <= wheel_names


def test_the_wheel_carries_the_examples_once_without_their_pictures(wheel_names: set[str]) -> None:
    files = [file for example in examples.all_examples() for file in example.files]
    shipped = {name for name in wheel_names if name.startswith("motorpool/app/examples/files/")}
    assert shipped == {f"motorpool/app/examples/files/{file}" for file in files}
    assert not [name for name in wheel_names - shipped if Path(name).name in {"pygame_car.py", "village.osm"}]


def test_the_wheel_carries_the_types_and_the_licence_and_nothing_but_the_package(wheel_names: set[str]) -> None:
    assert "motorpool/py.typed" in wheel_names
    assert f"{METADATA}/licenses/LICENSE" in wheel_names
    assert {name.partition("/")[0] for name in wheel_names} == {"motorpool", METADATA}


def test_a_wheel_built_from_the_sdist_is_the_same_and_needs_no_npm(
    wheel_names: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sdist = hatch(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    monkeypatch.setenv("npm_config_offline", "true")
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    assert not (unpacked / "client" / "node_modules").exists()
    assert names_in_wheel(hatch(unpacked, "wheel", tmp_path / "wheel")) == wheel_names


# ---------------------------------------------------------------- make dist


def test_the_trial_of_a_distribution_notices_a_wheel_without_its_page() -> None:
    specification = importlib.util.spec_from_file_location("build_dist", ROOT / "tools" / "release" / "build_dist.py")
    assert specification is not None
    assert specification.loader is not None
    dist = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(dist)
    page = [f"{dist.PAGE}/assets/index-1.js", f"{dist.PAGE}/assets/index-1.css"]
    whole = [*dist.NEEDED, *page]
    assert dist.missing_from(whole) == []
    assert dist.missing_from([f"motorpool-1.0/src/{name}" for name in whole]) == []
    assert dist.missing_from([*dist.NEEDED, page[0]]) == [f"{dist.PAGE}/assets/*.css"]
    assert dist.missing_from(page) == list(dist.NEEDED)
