"""Sets the version in `pyproject.toml` and in every other file that states it.

    python tools/release/set_version.py 1.2.3    set the version everywhere; the date of the citation becomes today
    python tools/release/set_version.py          exit with 1, and print the files, if one differs from `pyproject.toml`

Files with measured values keep the version that was measured. After a change, `make generate` writes the generated
files of the page again.
"""

import argparse
import datetime
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = "pyproject.toml"
VERSION = r"[0-9]+\.[0-9]+\.[0-9]+"
# Files, each with the text before a version in it and the number of places.
PLACES = (
    (PROJECT, r'^version = "', 1),
    ("src/motorpool/__init__.py", r'^__version__ = "', 1),
    ("CITATION.cff", r"^version: ", 1),
    ("packaging/conda/recipe.yaml", r"^  version: ", 1),
    ("README.md", r"\bmotorpool-(?=[0-9.]+-py3)", 3),
    ("docs/index.md", r"\bmotorpool-(?=[0-9.]+-py3)", 1),
    ("client/package.json", r'^  "version": "', 1),
    ("client/package-lock.json", r'^  "version": "|^    "": \{\n      "name": "[a-z-]+",\n      "version": "', 2),
    ("client/mock/world.mjs", r"^      version: '", 1),
)
DATE = re.compile(r"^date-released: .*$", re.MULTILINE)


def stated() -> str:
    """Return the version of `pyproject.toml`."""
    return tomllib.loads((ROOT / PROJECT).read_text(encoding="utf-8"))["project"]["version"]


def with_version(text: str, before: str, version: str) -> tuple[str, int]:
    """Return a text with the version in each place that follows ``before``, and the number of places."""
    return re.subn(rf"({before}){VERSION}", lambda found: found[1] + version, text, flags=re.MULTILINE)


def differing(version: str) -> list[str]:
    """Return the files that do not state the version in as many places as they should."""
    wrong: list[str] = []
    for name, before, count in PLACES:
        text = (ROOT / name).read_text(encoding="utf-8")
        changed, found = with_version(text, before, version)
        if changed != text or found != count:
            wrong.append(name)
    return wrong


def write(version: str) -> None:
    """Write a version to all files, and the date of today to the citation."""
    for name, before, _ in PLACES:
        path = ROOT / name
        text, _ = with_version(path.read_text(encoding="utf-8"), before, version)
        if name == "CITATION.cff":
            text = DATE.sub(f"date-released: {datetime.datetime.now(datetime.UTC).date()}", text)
        path.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Write the version, or check it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", nargs="?", help="such as 1.2.3")
    options = parser.parse_args(arguments)
    if options.version is not None:
        if not re.fullmatch(VERSION, options.version):
            parser.error(f"the version is {options.version!r}; it must be three numbers, such as 1.2.3")
        write(options.version)
    version = stated()
    if wrong := differing(version):
        sys.exit(f"motorpool: not {version}: {', '.join(wrong)}; run: python tools/release/set_version.py {version}")


if __name__ == "__main__":
    main(sys.argv[1:])
