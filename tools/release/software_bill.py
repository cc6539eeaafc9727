"""Lists what ``pip install '.[app,geo]'`` installs, and what the wheel carries, with the licences.

    python tools/release/software_bill.py            write the table of docs/third-party-licences.md
    python tools/release/software_bill.py --check    only tell whether it is up to date
    python tools/release/software_bill.py FILE       write a bill of materials (SBOM, CycloneDX 1.6), for `make dist`

Versions are those of requirements-run.lock, with which the package is tested; the wheel itself asks for ranges.
"""

import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "third-party-licences.md"
LOCK = ROOT / "requirements-run.lock"
NPM_LOCK = ROOT / "client" / "package-lock.json"
BEGIN, END = "<!-- begin: tools/release/software_bill.py -->", "<!-- end: tools/release/software_bill.py -->"
BUNDLER = "vite"  # makes the page and is not in it
EXTRAS = ("app", "geo")  # those that the lock file has
PINNED = re.compile(r"^([a-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)

# SPDX expressions of packages whose metadata has none, as their licence files say.
STATED = {
    "certifi": "MPL-2.0",
    "click-plugins": "BSD-3-Clause",
    "cligj": "BSD-3-Clause",
    "colorama": "BSD-3-Clause",
    "contourpy": "BSD-3-Clause",
    "cycler": "BSD-3-Clause",
    "dpkt": "BSD-3-Clause",
    "fonttools": "MIT",
    "foxglove-schemas-protobuf": "MIT",
    "h11": "MIT",
    "kiwisolver": "BSD-3-Clause",
    "lz4": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "matplotlib": "PSF-2.0",
    "mcap": "MIT",
    "mcap-protobuf-support": "MIT",
    "mdurl": "MIT",
    "pebble": "LGPL-3.0-only",
    "protobuf": "BSD-3-Clause",
    "pyyaml": "MIT",
    "rasterio": "BSD-3-Clause",
    "rich": "MIT",
    "scipy": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "shellingham": "ISC",
    "tzdata": "Apache-2.0",
}
PERMISSIVE = re.compile(r"^(MIT|BSD|0BSD|ISC|Apache|PSF|Zlib|CC0|HPND|MIT-CMU)")


class Package(NamedTuple):
    """A package that is installed beside the wheel, or carried in it."""

    kind: str  # pypi or npm
    name: str
    version: str
    licence: str  # an SPDX expression
    needs: tuple[str, ...]  # names of the same kind

    @property
    def address(self) -> str:
        """Return its package URL."""
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"

    @property
    def is_permissive(self) -> bool:
        """Return whether each of its licences asks for little more than to be named."""
        plain = re.sub(r" WITH \S+", "", self.licence)
        return all(map(PERMISSIVE.match, re.split(r" (?:AND|OR) ", plain)))


def installed() -> list[Package]:
    """Return the Python packages that an installation has beside this one, by name."""
    locked = dict(PINNED.findall(LOCK.read_text(encoding="utf-8")))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(line for extra in EXTRAS for line in project["optional-dependencies"][extra])]
    waiting, found = [Requirement(line) for line in wanted], dict[str, Package]()
    while waiting:
        name = _plain(waiting[0].name)
        extras = waiting.pop(0).extras
        if name not in found and name in locked:
            needs = _needs(name, extras)
            waiting += needs
            names = sorted({_plain(need.name) for need in needs} & set(locked))
            found[name] = Package("pypi", name, locked[name], _licence(name), tuple(names))
    return [found[name] for name in sorted(found)]


def carried() -> list[Package]:
    """Return the packages of npm whose code the wheel's page has."""
    stated: dict[str, dict[str, Any]] = json.loads(NPM_LOCK.read_text(encoding="utf-8"))["packages"]
    waiting, found = sorted(set(stated[""]["dependencies"]) - {BUNDLER}), dict[str, Package]()
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            one = stated[f"node_modules/{name}"]
            needs = tuple(sorted(one.get("dependencies", ())))
            waiting += needs
            found[name] = Package("npm", name, one["version"], one["license"], needs)
    return [found[name] for name in sorted(found)]


def _needs(name: str, extras: Iterable[str]) -> list[Requirement]:
    """Return what a package asks for on any platform."""
    try:
        lines = requires(name) or []
    except PackageNotFoundError:  # of another platform than this one
        return []
    every = [Requirement(line) for line in lines]
    return [
        one
        for one in every
        if one.marker is None
        or "extra" not in str(one.marker)
        or any(one.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def _licence(name: str) -> str:
    """Return the SPDX expression of a package.

    Raises:
        SystemExit: neither its metadata nor this module has one.
    """
    if name in STATED:
        return STATED[name]
    try:
        expression = metadata(name).get("License-Expression")
    except PackageNotFoundError:
        expression = None
    if not expression:
        sys.exit(f"motorpool: {name} states no SPDX expression of its licence; read it, and add it to STATED")
    return str(expression)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def table() -> str:
    """Return the lines of the page between the marks."""
    rows = [
        f"| [{one.name}](https://pypi.org/project/{one.name}/) | {one.version} | "
        f"{one.licence if one.is_permissive else f'**{one.licence}**'} |"
        for one in installed()
    ]
    rows += [
        f"| [{one.name}](https://www.npmjs.com/package/{one.name}), in the page | {one.version} | {one.licence} |"
        for one in carried()
    ]
    return "\n".join(["| package | version | licence |", "|---|---|---|", *rows])


def bill(version: str) -> dict[str, Any]:
    """Return the bill of materials of a version of this package."""
    own = Package("pypi", "motorpool", version, "MIT", ())
    packages = [*installed(), *carried()]
    addresses = {(one.kind, one.name): one.address for one in packages}
    direct = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*direct["dependencies"], *(line for extra in EXTRAS for line in direct["optional-dependencies"][extra])]
    page = json.loads(NPM_LOCK.read_text(encoding="utf-8"))["packages"][""]["dependencies"]
    roots = [*(("pypi", _plain(Requirement(line).name)) for line in lines), *(("npm", name) for name in page)]
    depends = {own.address: sorted({addresses[root] for root in roots if root in addresses})}
    depends |= {one.address: [addresses[one.kind, need] for need in one.needs] for one in packages}
    made: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component(own)},
        "components": [_component(one) for one in packages],
        "dependencies": [{"ref": ref, "dependsOn": needs} for ref, needs in depends.items()],
    }
    made["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made)).urn
    return made


def _component(one: Package) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": one.address,
        "name": one.name,
        "version": one.version,
        "purl": one.address,
        "licenses": [{"expression": one.licence}],
    }


def main(arguments: list[str]) -> None:
    """Write the table, or compare it; or write a bill of materials."""
    if arguments and arguments != ["--check"]:
        from motorpool import __version__

        Path(arguments[0]).write_text(json.dumps(bill(__version__), indent=2) + "\n", encoding="utf-8")
        return
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = f"{before}{BEGIN}\n{table()}\n{END}{after}"
    if arguments and new != text:
        sys.exit(
            "motorpool: docs/third-party-licences.md is not up to date; run: python tools/release/software_bill.py"
        )
    PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
