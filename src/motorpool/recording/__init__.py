"""Recordings of worlds: recorders, which observe a world after each step, and readers, replay and verification.

It imports ``world`` and what lies below it. Start with ``recorder.py``: what is written, and when; then
``recording.py``: a recording as tables, and ``verification.py``: the same drive once more, compared bit by bit.

The way of the data: ``recorder`` copies the ``columns`` of the world and its ``journal`` into chunks, ``claimed_file``
writes them by threads, in one of the ``formats``: as a ``growing_file``, which becomes a ``closed_file``, both lists of
``chunks``, or as CSV or MCAP. ``recording`` reads them after ``validation``, ``playback`` and ``verification`` use it.
"""
