"""The console of Rich that prints every table, bar and live line."""

import contextlib
from collections.abc import Callable, Generator
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.segment import Segment
from rich.text import Text

from .terminal import console_stream, printable, printable_output


class PrintableConsole(Console):
    """A console that sends no control characters of a text, and in which no text is markup.

    Args:
        is_error: print to stderr.
        options: of Rich.
    """

    def __init__(self, *, is_error: bool = False, **options: Any):
        super().__init__(file=console_stream(is_error=is_error), markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a printable text, so that a table makes room for the escapes."""
        return super().render_str(printable(text), **options)

    def render(self, *arguments: Any, **options: Any) -> Generator[Segment, None, None]:
        """Yield the segments of what is printed, with printable texts."""
        for segment in super().render(*arguments, **options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


@contextlib.contextmanager
def progress_bar(*columns: Any, **options: Any) -> Generator[Progress, None, None]:
    """Show a bar on stderr while the block runs; what is printed meanwhile stands above it.

    Args:
        columns: of the bar.
        options: of Rich.
    """
    # Rich would read escape sequences in what is printed meanwhile as styles.
    console = PrintableConsole(is_error=True)
    with Progress(*columns, console=console, transient=True, **options) as bar, printable_output():
        yield bar


@contextlib.contextmanager
def status(text: str) -> Generator[Callable[[str], None], None, None]:
    """Show a line on stderr, where that is a terminal, while the block runs; yields what changes its text."""
    with PrintableConsole(is_error=True).status(Text(text)) as line, printable_output():
        yield lambda words: line.update(Text(words))
