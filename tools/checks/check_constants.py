"""Check that each number with a name has a word: its unit, its effect, and what a wrong value does.

    python tools/checks/check_constants.py    # exit code 1 if one has none

Numbers are constants of modules, such as ``PERIOD = 0.25`` or ``SIDES = (1, 2)``. The word is a comment behind or above
it, a comment above the run of lines that it stands in, or a docstring below it.
"""

import ast
import sys
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "motorpool"
LATER = ("ground/roads", "maps", "world/traffic")  # folders that are not checked yet


def main() -> int:
    """Print the numbers without a word; return the exit code."""
    found = [
        f"{path.relative_to(SOURCE.parents[1])}:{place}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.relative_to(SOURCE).as_posix().startswith(LATER)
        for place in wordless(path.read_text(encoding="utf-8"))
    ]
    if found:
        print("\n".join(found))
        print("give each number a comment: its unit, its effect, what a wrong value does")
    return 1 if found else 0


def wordless(text: str) -> Iterator[str]:
    """Yield line and names of each constant number of a module that no comment or docstring explains."""
    body, lines = ast.parse(text).body, text.splitlines()
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    commented = {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    begin, end = 0, -1  # of the run of adjacent assignments
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        if statement.lineno != end + 1:
            begin = statement.lineno
        end = statement.end_lineno or begin
        names = _names(statement)
        is_explained = (
            not commented.isdisjoint(range(statement.lineno, end + 1))
            or any(lines[line - 2].startswith("#") for line in (begin, statement.lineno) if line > 1)
            or (isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant))
        )
        if names and not is_explained and _is_number(statement.value):
            yield f"{statement.lineno}: {', '.join(names)}"


def _names(statement: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return [
        node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name) and node.id.isupper()
    ]


def _is_number(value: ast.expr | None) -> bool:
    """Return whether an expression consists of numbers alone."""
    if isinstance(value, ast.Tuple):
        return bool(value.elts) and all(map(_is_number, value.elts))
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


if __name__ == "__main__":
    sys.exit(main())
