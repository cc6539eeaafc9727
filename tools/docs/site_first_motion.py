"""Lets the demonstration of the home page begin before the rest of the page has loaded.

The browser reads the demonstration's modules together with the page, before the theme's script and the index of the
search, and runs them at once; otherwise it finds the name of each one only in the one before.
"""

import re
from pathlib import Path

DEMONSTRATION = "twocars"  # module of the home page's first demonstration, which page.js imports
LOADED_LATER = re.compile(r'import\((?:"|`)\./(?P<name>[^"`]+)(?:"|`)\)')
LOADED_WITH = re.compile(r'(?:from|import)(?:"|`)\./(?P<name>[^"`]+\.js)(?:"|`)')
LISTED = re.compile(r'"\./(?P<name>[^"]+)"')  # in the table of files of page.js
PAGE_SCRIPT = re.compile(r'[ \t]*<script src="\./live/page\.js" type="module"></script>\n?')
FIRST_SCRIPT = re.compile(r'<script src="\./assets/javascripts/bundle\.')


def begin_early(folder: Path) -> None:
    """Write into the home page what its demonstration loads, and move its script before that of the theme.

    Args:
        folder: of the site, with the demonstrations built in ``live/``.

    Raises:
        ValueError: the page or its script has another form than is known here.
    """
    page = folder / "index.html"
    text = page.read_text(encoding="utf-8")
    script, first = PAGE_SCRIPT.search(text), FIRST_SCRIPT.search(text)
    if script is None or first is None:
        raise ValueError(f"{page} does not load live/page.js after the theme's script")
    links = "".join(f"<link {_attributes(name)}>\n" for name in first_files(folder / "live"))
    text = PAGE_SCRIPT.sub("", text)
    text = FIRST_SCRIPT.sub(r'<script src="live/page.js" type="module" async></script>\n      \g<0>', text, count=1)
    page.write_text(text.replace("</head>", f"{links}</head>", 1), encoding="utf-8")


def first_files(live: Path) -> list[str]:
    """Return the names of the files that the home page's first demonstration needs, the first ones first.

    Args:
        live: folder of the demonstrations.

    Raises:
        ValueError: page.js does not import the demonstration.
    """
    page = (live / "page.js").read_text(encoding="utf-8")
    later = [match["name"] for match in LOADED_LATER.finditer(page)]
    found = ["page.js", *(name for name in later if name.startswith(f"{DEMONSTRATION}-"))]
    if len(found) != 2:
        raise ValueError(f"{live / 'page.js'} imports {len(found) - 1} modules {DEMONSTRATION}-*.js; it must be one")
    for name in found:  # grows
        text = (live / name).read_text(encoding="utf-8")
        with_it = [match["name"] for match in LOADED_WITH.finditer(text)]
        found += [each for each in dict.fromkeys(with_it) if each not in found]
    listed = [match["name"] for match in LISTED.finditer(page)]
    modules = {name.partition("-")[0] for name in found}
    return [*found, *(name for name in listed if name.endswith(".css") and name.partition("-")[0] in modules)]


def _attributes(name: str) -> str:
    """Return what the page says of a file: that it is read early, and how."""
    return (
        f'rel="preload" as="style" crossorigin href="live/{name}"'  # as page.js asks for it, else it is loaded twice
        if name.endswith(".css")
        else (f'rel="modulepreload" href="live/{name}"')
    )
