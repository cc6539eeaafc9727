"""Captures and statistics of exercises."""
