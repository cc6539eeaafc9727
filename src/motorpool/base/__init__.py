"""Modules that every room uses: errors, the reading of files, words, trust in code, arrays, and the style of figures.

It imports nothing of the package; each module here stands alone or on one or two of the others. Start with ``errors``:
what a user is told when something is wrong; then ``files`` and ``trust``: how data is read without running code.
"""
