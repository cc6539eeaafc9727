"""Captures and measures of any exercise."""
