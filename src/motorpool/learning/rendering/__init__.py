"""Rendering of learning environments: pictures from above, text, and the live page."""
