"""Lists the packages that the built site carries, with their versions and licence texts, on its page of licences."""

import html
import json
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

PAGE = "third-party-licences.html"
LIST = Path("live", "packages.json")  # which npm packages the page's build carries (client/vite.packages.ts)
PLACE = '<div id="licence-texts">'
THEME = ("zensical", "mkdocstrings", "mkdocstrings-python")  # whose files are copied into the site


class Carried(NamedTuple):
    """A package, part of which lies on the site."""

    name: str
    version: str
    licence: str
    text: str


def write_licences(site: Path, *, node_modules: Path) -> None:
    """Write the carried packages to the site's page of licences, if the documentation is built.

    Args:
        site: folder of the built site.
        node_modules: folder where npm installed the packages.
    """
    page = site / PAGE
    if not page.is_file():
        return
    before, place, after = page.read_text(encoding="utf-8").partition(PLACE)
    if not place:
        raise SystemExit(f"motorpool: {page} lacks {PLACE}, where the licences go; see docs/third-party-licences.md")
    _, end, rest = after.partition("</div>")
    names: list[str] = json.loads((site / LIST).read_text(encoding="utf-8"))
    carried = [*(of_npm(node_modules / name) for name in names), *(of_python(name) for name in THEME)]
    page.write_text(f"{before}{place}{written(carried)}{end}{rest}", encoding="utf-8")


def of_npm(folder: Path) -> Carried:
    """Return what an installed npm package states of itself."""
    stated = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    texts = sorted(path for path in folder.iterdir() if path.name.lower().startswith(("licen", "copying", "notice")))
    return Carried(stated["name"], stated["version"], stated.get("license", ""), joined(texts))


def of_python(name: str) -> Carried:
    """Return what an installed Python package states of itself."""
    found = distribution(name)
    texts = [Path(str(file.locate())) for file in found.files or () if ".dist-info/licenses/" in file.as_posix()]
    licence = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
    return Carried(name, found.version, licence, joined(texts))


def joined(texts: Iterable[Path]) -> str:
    """Return the texts of files, one after the other."""
    return "\n\n".join(path.read_text(encoding="utf-8").strip() for path in texts)


def written(carried: Iterable[Carried]) -> str:
    """Return the packages as HTML: a line for each, which opens to its licence."""
    return "\n".join(
        f"<details><summary>{html.escape(f'{name} {version}: {licence}')}</summary>"
        f"<pre>{html.escape(text or 'The package contains no text of its licence.')}</pre></details>"
        for name, version, licence, text in carried
    )
