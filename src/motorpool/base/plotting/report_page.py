"""Pages of reports: one HTML file, readable from a phone's width up, in the reader's light or dark mode."""

import html
from collections.abc import Iterable

CSS = """
:root { color-scheme: light dark; --ink: #222; --pale: #5c5c5c; --paper: #fff; --line: #d9d9d9; --link: #005a9c;
  --good: #006b4c; --bad: #a83200; --band: #f5f5f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --pale: #b4b4b4; --paper: #17191c; --line: #40444a;
  --link: #8cc4ff; --good: #6fd6ae; --bad: #ff9d73; --band: #202328; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
main { max-width: 80rem; margin: 0 auto; padding: 1.5rem clamp(0.8rem, 3vw, 2rem) 4rem; }
h1 { line-height: 1.2; } h2 { margin: 3rem 0 1rem; border-bottom: 2px solid var(--ink); } h3 { margin: 2rem 0 0.3rem; }
a { color: var(--link); }
.wide { overflow-x: auto; margin: 0.5rem 0 1rem; }
.wide:focus-visible { outline: 2px solid var(--link); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.3rem 0.7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { background: var(--band); white-space: nowrap; }
tbody th { font-weight: 400; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.pass { color: var(--good); } .fail { color: var(--bad); font-weight: 700; }
.pale { color: var(--pale); font-size: 0.9rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
figure { margin: 0; background: #fff; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem; }
svg, img { display: block; width: 100%; max-width: 46rem; height: auto; margin: 0 auto; }
img.full { max-width: 100%; background: #fff; }
.grid { font-size: 0.85rem; } .grid td, .grid th { text-align: center; white-space: normal; padding: 0.3rem 0.35rem; }
.grid th:first-child { text-align: left; white-space: nowrap; position: sticky; left: 0; background: var(--paper); }
.grid thead th:first-child { background: var(--band); }
math { font-size: 1.08em; }
@media (max-width: 40rem) { th, td { padding: 0.3rem 0.45rem; } }
"""


def report_page(heading: str, parts: Iterable[str]) -> str:
    """Return a page with a heading, as text, and parts below it, as HTML."""
    title = html.escape(heading)
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{CSS}</style></head><body><main>",
            f"<h1>{title}</h1>",
            *parts,
            "</main></body></html>\n",
        ]
    )


def wide_table(caption: str, headings: Iterable[str], rows: Iterable[str], *, look: str = "") -> str:
    """Return a table that scrolls by itself where the window is too narrow for it.

    Args:
        headings: headings of the columns; "|" at the end marks a column of numbers.
    """
    name = html.escape(caption, quote=True)
    head = "".join(
        f'<th scope="col" class="number">{html.escape(word[:-1])}</th>'
        if word.endswith("|")
        else f'<th scope="col">{html.escape(word)}</th>'
        for word in headings
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{name}"><table class="{look}">'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
