"""Rich console that prints every table, progress bar and status line."""

import contextlib
from collections.abc import Callable, Generator
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.segment import Segment
from rich.text import Text

from .terminal import console_stream, printable, printable_output


class PrintableConsole(Console):
    """Console on stdout or stderr that escapes control characters of texts, and treats no text as markup."""

    def __init__(self, *, is_error: bool = False, **options: Any):
        super().__init__(file=console_stream(is_error=is_error), markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a printable text, so that tables have space for the escapes."""
        return super().render_str(printable(text), **options)

    def render(self, *arguments: Any, **options: Any) -> Generator[Segment, None, None]:
        """Yield the segments of the output, with printable texts."""
        for segment in super().render(*arguments, **options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


@contextlib.contextmanager
def progress_bar(*columns: Any, **options: Any) -> Generator[Progress, None, None]:
    """Show a progress bar on stderr while the block runs; other output appears above it."""
    # Rich would interpret escape sequences in other output as styles.
    console = PrintableConsole(is_error=True)
    with Progress(*columns, console=console, transient=True, **options) as bar, printable_output():
        yield bar


@contextlib.contextmanager
def status(text: str) -> Generator[Callable[[str], None], None, None]:
    """Show a status line on stderr, if that is a terminal, while the block runs; yield a setter of its text."""
    with PrintableConsole(is_error=True).status(Text(text)) as line, printable_output():
        yield lambda words: line.update(Text(words))
