"""Turns the equations of the documentation into MathML, which browsers draw by themselves: nothing is fetched.

The Markdown extension ``arithmatex`` has found ``$...$`` and ``$$...$$`` and marked them; here each becomes a
``<math>`` element.
"""

import html
import re

from latex2mathml.converter import convert

_MARKED = re.compile(
    r'<(?P<tag>div|span) class="arithmatex">\\(?P<open>[\[(])(?P<latex>.*?)\\[\])]</(?P=tag)>', re.DOTALL
)
_FUNCTION = r"<mi>(?:sin|cos|tan|cot|exp|atan2|arctan|arcsin|arccos|min|max)</mi>"
_THIN_SPACE = '<mspace width="0.17em" />'


def with_equations(content: str) -> str:
    """Return a page's HTML with its equations drawn."""
    return _MARKED.sub(_drawn, content)


def _drawn(match: re.Match[str]) -> str:
    display = "block" if match["open"] == "[" else "inline"
    drawn = convert(html.unescape(match["latex"]).strip(), display=display)
    drawn = re.sub(rf"(</m\w+>)(?={_FUNCTION})", rf"\1{_THIN_SPACE}", drawn)
    drawn = re.sub(rf"({_FUNCTION})(?=<m(?:i|n|frac|sub|sup|subsup)>)", rf"\1{_THIN_SPACE}", drawn)
    return f'<div class="equation">{drawn}</div>' if display == "block" else drawn
