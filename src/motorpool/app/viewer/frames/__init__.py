"""Frames: the motion of all vehicles, thirty times a second in binary messages.

`broadcast` makes a frame at the end of a step, in the layout of `wire`; in a large world `interest` chooses the
vehicles that each browser is sent, from the positions that `census` counts. `telemetry` goes with a frame.
It may import ``schema`` and ``topics.topic``. Start reading with `broadcast`.
"""
