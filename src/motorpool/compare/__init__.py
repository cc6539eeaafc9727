"""Comparisons of motion models: numbers (``runs``), figures (``figures``), those of the documents (``documents``).

``style`` is how every figure of the project looks, ``names`` puts curves' names beside them, and ``drawing`` draws
vehicles from above. matplotlib is imported when a figure is made, never before.
"""
