"""``python -m motorpool`` is ``motorpool``."""

from .cli import main

main()
