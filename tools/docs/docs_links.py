"""Links of the built pages: Zensical checks those between Markdown files; here each link and picture is followed."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}
BY_THE_SITE = ("live/", "playground/")  # folders that `make site` adds later
NO_FILES = ("canonical", "next", "prev", "edit")  # relations of links that no browser loads


class Page(HTMLParser):
    """Links, anchors and loaded files of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {"", "__top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what an element links to, loads or is named."""
        named = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := named.get(name))}
        if tag == "a" and (link := named.get("href")):
            self.links.append(link)
        if tag in LOADED and named.get("rel") not in NO_FILES and (loaded := named.get(LOADED[tag])):
            self.loaded.append(loaded)


def broken_links(site: Path) -> list[str]:
    """Return each link of a page that leads to no file of the site, or to no anchor of it, with the page's name."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    return [
        f"{path.relative_to(site)}: {link}"
        for path, page in pages.items()
        for link in (*page.links, *page.loaded)
        if not urlsplit(link).scheme and not _is_found(site, path, link, pages)
    ]


def target(path: Path, link: str) -> tuple[Path, str]:
    """Return the file that a page's link leads to, and the anchor in it."""
    parts = urlsplit(link)
    found = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    return found / "index.html" if found.is_dir() else found, unquote(parts.fragment)


def _is_found(site: Path, path: Path, link: str, pages: dict[Path, Page]) -> bool:
    found, anchor = target(path, link)
    if found.is_relative_to(site) and found.relative_to(site).as_posix().startswith(BY_THE_SITE):
        return True
    return found.is_file() and (found not in pages or anchor in pages[found].anchors)
