"""Foreign programs, in both directions: exercises of DIS, robot programs by ROS and Foxglove, and the parts of servers.

A link is a source and an observer of a world, which knows nothing of it. It imports ``recording``, ``world`` and what
lies below them. Start with ``dis/gateway.py`` and ``ros/rosbridge.py``.
"""
