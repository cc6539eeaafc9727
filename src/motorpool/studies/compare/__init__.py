"""Comparisons of motion models: errors (``runs``), figures (``figures``), and ready-made ones of extensions.

matplotlib is imported only when a figure is made.
"""
