"""Entry point of ``python -m motorpool``."""

from .cli import main

main()
