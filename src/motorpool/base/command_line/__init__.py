"""Commands of subjects: declaration (``command``), common options, progress, consent to code, interruption, exit codes.

A subject's command stands in its own folder and needs nothing else of the command line; ``app.cli`` is the frame that
finds commands and reports errors. Only ``options`` imports Typer.
"""
