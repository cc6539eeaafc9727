"""Formulas in reports: text such as "it stops after $v^2 / (2 mu g)$" as HTML with MathML, which browsers draw.

Between dollar signs stands plain notation, as one would type it: names (mu, delta, c_front, m1), numbers, ^ for
powers, / for fractions of the product before it by the factor behind it, sqrt(...), and the usual functions.
"""

import html
import re
from typing import NamedTuple

GREEK = {"alpha": "α", "beta": "β", "delta": "δ", "eta": "η", "gamma": "γ", "lambda": "λ", "mu": "μ", "rho": "ρ"}
FUNCTIONS = ("sin", "cos", "tan", "atan", "asinh", "exp", "log")
OPERATORS = {"<=": "≤", ">=": "≥", "-": "−"}
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z]+)(\d+|_[A-Za-z0-9]+)?|(<=|>=|[^\s]))")


class _Token(NamedTuple):
    text: str
    kind: str  # "number", "name", "sign"
    subscript: str  # of a name
    is_apart: bool  # from the one before it, by a space


def typeset(text: str) -> str:
    """Return text as HTML, its formulas as MathML."""
    parts = text.split("$")
    return "".join(_math(part) if number % 2 else html.escape(part) for number, part in enumerate(parts))


def plain(text: str) -> str:
    """Return text for a terminal, its formulas as they were typed."""
    return text.replace("$", "")


def _math(formula: str) -> str:
    tokens = [
        _Token(
            match[1] or match[2] or match[4],
            "number" if match[1] else "name" if match[2] else "sign",
            (match[3] or "").removeprefix("_"),
            match[0][:1].isspace(),
        )
        for match in _TOKEN.finditer(formula.strip())
    ]
    return f"<math>{_Parser(tokens).row()}</math>"


class _Parser:
    """Reads tokens from left to right; every method returns MathML."""

    def __init__(self, tokens: list[_Token]):
        self._tokens, self._at = tokens, 0

    def row(self) -> str:
        """Return sums and relations, up to a closing parenthesis or the end."""
        parts: list[str] = []
        while (token := self._next()) is not None and token.text != ")":
            if token.kind == "sign" and token.text not in "(|":
                self._at += 1
                parts.append(f"<mo>{html.escape(OPERATORS.get(token.text, token.text))}</mo>")
            else:
                parts.append(self._product())
        return "".join(parts)

    def _product(self) -> str:
        """Return factors; those before a slash are put above the line, the factor behind it below."""
        factors: list[str] = []
        bare: list[str] = []  # the same without parentheses, for fractions
        while (token := self._next()) is not None and (token.kind != "sign" or token.text in "(|/"):
            if token.text == "/":
                self._at += 1
                above = bare[0] if len(bare) == 1 else "".join(factors)
                factors = [f"<mfrac><mrow>{above}</mrow><mrow>{self._below()}</mrow></mfrac>"]
                bare = list(factors)
                continue
            factor, inner = self._factor()
            factors.append(factor)
            bare.append(inner)
        return "".join(factors)

    def _below(self) -> str:
        """Return a factor, and those that touch it: 2h."""
        factor, inner = self._factor()
        parts = [factor]
        while (token := self._next()) is not None and token.kind != "sign" and not token.is_apart:
            parts.append(self._factor()[0])
        return inner if len(parts) == 1 else "".join(parts)

    def _factor(self) -> tuple[str, str]:
        """Return an atom with its power, and the same without parentheses around it."""
        atom, inner = self._atom()
        if (token := self._next()) is not None and token.text == "^":
            self._at += 1
            power = f"<mrow>{self._atom()[1]}</mrow>"
            if atom.startswith("<msub>"):  # both stand above one another
                atom = inner = f"<msubsup>{atom[len('<msub>') : -len('</msub>')]}{power}</msubsup>"
            else:
                atom = inner = f"<msup><mrow>{atom}</mrow>{power}</msup>"
        return atom, inner

    def _atom(self) -> tuple[str, str]:
        token = self._tokens[self._at]
        self._at += 1
        if token.text == "(":
            inner = self.row()
            self._at += 1  # the closing parenthesis
            return f"<mo>(</mo>{inner}<mo>)</mo>", inner
        if token.text == "sqrt":
            made = f"<msqrt>{self._atom()[1]}</msqrt>"
        elif token.kind == "number":
            made = f"<mn>{token.text}</mn>"
        elif token.kind == "sign":
            made = f"<mo>{html.escape(token.text)}</mo>"
        else:
            made = _name(token)
        return made, made

    def _next(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None


def _name(token: _Token) -> str:
    word = GREEK.get(token.text, token.text)
    # Functions and words stand upright, with a little room behind functions; single letters are slanted by themselves.
    made = f"<mi>{word}</mi>"
    if token.text in FUNCTIONS:
        made = f'<mi>{word}</mi><mspace width="0.17em"></mspace>'
    return f"<msub>{made}<mi>{token.subscript}</mi></msub>" if token.subscript else made
