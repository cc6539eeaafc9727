"""Robot programs: ROS 2 by rosbridge and Zenoh, bags, and Foxglove.

``rosbridge`` is the server, ``rosbridge_protocol`` a client's session; ``commands`` makes a command of a message and
drives by it, ``topics`` and ``sensor_topics`` publish, ``cdr`` codes messages; ``zenoh_session`` and ``rmw_zenoh``
speak Zenoh, ``bag`` writes recordings, ``foxglove_server`` serves Foxglove. Start with ``node.py``.
"""
