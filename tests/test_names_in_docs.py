"""Names in the documentation exist: rules, models, commands, columns, functions, files and packages."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for folder in ("docs/*.md", "docs/models/*.md", "README.md", "examples/*.md", "benchmarks/*.md")
    for page in ROOT.glob(folder)
)
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")  # of several words: search-cone, last_slope_x
SUFFIXES = {".py", ".toml", ".yaml", ".yml", ".ts", ".tsx", ".js", ".json", ".c", ".xml", ".csv", ".html", ".css"}
FOLDERS = ("src", "tools", "tests", "benchmarks", "examples", "client/src")
LARGEST = 2_000_000  # of a file with names, in bytes; larger ones hold data
ELSEWHERE = {"gh-pages", "limit_speed"}  # names of other programs and of documents


@cache
def names():
    """Return all names of several words in the sources; this file does not count."""
    files = [ROOT / name for name in ("pyproject.toml", "Makefile", "zensical.toml")]
    for folder in FOLDERS:
        files += [file for file in (ROOT / folder).rglob("*") if file.suffix in SUFFIXES and file.is_file()]
    found = set(ELSEWHERE)
    for file in files:
        if file != Path(__file__) and file.stat().st_size < LARGEST and "node_modules" not in file.parts:
            found.update(NAME.findall(file.read_text(encoding="utf-8", errors="replace")), (file.stem, file.name))
    return found


def named_in(text):
    """Return the names of several words that a page shows as code."""
    spans = [span.removesuffix("()") for span in SPAN.findall(FENCE.sub("", text))]
    return [span for span in spans if NAME.fullmatch(span)]


@pytest.mark.parametrize("page", PAGES)
def test_a_name_that_a_page_shows_as_code_exists(page):
    unknown = [name for name in named_in((ROOT / page).read_text(encoding="utf-8")) if name not in names()]
    assert not unknown, f"{page} names what no source has"


def test_a_rule_that_is_gone_is_noticed():
    gone = "-".join(("clear", "way"))
    assert named_in(f"rules such as `{gone}` and `orca`") == [gone]
    assert gone not in names()


# ---- how Motorpool is installed: from a checkout or a wheel, for there is no such package on PyPI

INSTALLS = re.compile(r"\b(?:pip3? install|pipx install|uv add|uv tool install|uvx)\b(?P<words>[^\n`#]*)")
FROM_AN_INDEX = re.compile(r"(?<![\w./\\-])motorpool(?![\w-]|\.\w)", re.IGNORECASE)  # as a requirement
TOLD = sorted(
    file.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "examples/*", "benchmarks/*", "src/**/*.py", "tools/*", "tests/**/*.py",
                    "client/src/**/*.ts", "client/*.html", "hatch_build.py", "Makefile")
    for file in ROOT.glob(pattern)
    if file.is_file() and file != Path(__file__)
)  # fmt: skip


def from_an_index(text):
    """Return the commands of a text that install Motorpool by its name, which another package may have one day."""
    found = []
    for command in INSTALLS.finditer(text):
        words = re.sub(r"(?<=whl\[)[^]]*\]'?.*", "", command["words"])  # the command that is run after --from
        if FROM_AN_INDEX.search(re.split(r" in a checkout", words)[0]):
            found.append(command[0])
    return found


@pytest.mark.parametrize("folder", sorted({file.partition("/")[0] for file in TOLD}))
def test_nothing_tells_to_install_motorpool_by_its_name(folder):
    told = {
        file: from_an_index((ROOT / file).read_text(encoding="utf-8", errors="replace"))
        for file in TOLD
        if file.partition("/")[0] == folder
    }
    assert {file: commands for file, commands in told.items() if commands} == {}


def test_a_command_that_installs_by_the_name_is_noticed():
    for command in (
        "pip install motorpool",
        "pip install 'motorpool[app]'",
        "pip3 install -U motorpool==0.1",
        "pipx install motorpool",
        'pip install "motorpool[gpu]" or',
        "uvx motorpool run",
        "pip install --force-reinstall 'motorpool[app]'</code>",
        "pip install numpy motorpool.",
    ):
        assert from_an_index(f"install it with: {command}\n") != [], command
    for command in (
        "pip install .",
        "pip install '.[app]' in a checkout of Motorpool, or",
        "motorpool-env/bin/pip install '.[app]'",
        "pip install 'motorpool-1.0.0-py3-none-any.whl[app]'",
        "pip install numpy  # motorpool does it",
        "uvx --from 'motorpool-1.0.0-py3-none-any.whl[app]' motorpool run",
        "pip install dist/motorpool-1.0.0-py3-none-any.whl",
    ):
        assert from_an_index(f"install it with: {command}\n") == [], command


def test_a_missing_extra_is_installed_from_a_checkout_or_a_wheel():
    from motorpool.errors import MissingExtraError, require

    with pytest.raises(MissingExtraError) as refusal:
        require("no_such_library", extra="app", purpose="this test")
    sentence = str(refusal.value)
    assert from_an_index(sentence) == []
    assert "pip install '.[app]' in a checkout of Motorpool, or with the path of its wheel" in sentence


@pytest.mark.parametrize("program", sorted(file.name for file in ROOT.glob("examples/*.*") if file.suffix != ".md"))
def test_an_example_installs_motorpool_from_where_it_is(program):
    """There is no such package on PyPI."""
    lines = (ROOT / "examples" / program).read_text(encoding="utf-8").splitlines()
    for line in lines:
        if "pip install" in line and "pip install pygame" not in line:
            assert re.search(r"pip install '?\.(\[[a-z,]+\]')?( |$)", line), line
