"""HTML tables for notebooks: ``_repr_html_`` of the public classes."""

from collections.abc import Iterable, Sequence
from html import escape

_CELL = "text-align:left;padding:0.15em 0.8em 0.15em 0;white-space:nowrap"


def table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]], *, note: str = "") -> str:
    """Return a table with a note below it; a row with one text is a heading within it."""
    lines = [f"<div><b>{escape(title)}</b>", "<table>", _row("th", header)]
    for row in rows:
        if len(row) == 1:
            lines.append(f'<tr><th colspan="{len(header)}" style="{_CELL}">{escape(row[0])}</th></tr>')
        else:
            lines.append(_row("td", row))
    lines.append("</table>")
    if note:
        lines.append(f"<div>{escape(note)}</div>")
    return "\n".join([*lines, "</div>"])


def _row(kind: str, texts: Sequence[str]) -> str:
    return "<tr>" + "".join(f'<{kind} style="{_CELL}">{escape(text)}</{kind}>' for text in texts) + "</tr>"
