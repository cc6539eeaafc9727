"""Names in columns, as wide as the terminal."""

import math
import shutil
from collections.abc import Sequence

GAP = 2  # spaces between two columns, and before the first


def in_columns(names: Sequence[str], *, width: int | None = None) -> str:
    """Return names in as many columns as fit ``width`` characters, by default the terminal's; ordered down each."""
    available = width or shutil.get_terminal_size().columns
    longest = max(map(len, names), default=0) + GAP
    column_count = max(1, min(len(names), (available - GAP) // longest))
    row_count = math.ceil(len(names) / column_count)
    rows = [names[row::row_count] for row in range(row_count)]
    return "\n".join((" " * GAP + "".join(name.ljust(longest) for name in row)).rstrip() for row in rows)
