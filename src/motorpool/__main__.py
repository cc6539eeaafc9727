"""Entry point of ``python -m motorpool``."""

from .app.cli import main

main()
