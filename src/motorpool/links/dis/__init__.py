"""Distributed Interactive Simulation (DIS, IEEE 1278.1): connects a world to an exercise.

``gateway`` is a source and an observer of the world. It uses:

- ``publishing`` sends the states of local vehicles when the extrapolation of other programs exceeds a threshold;
  ``remote_entities`` receives the states of theirs; ``interactions`` handles shots, hits and collisions;
  ``management`` handles Start, Stop and transfer of ownership; ``endpoint`` is the socket; ``settings`` hold the
  identity of this program and the permissions of others.
- ``wire`` converts between PDUs (NumPy structured arrays), columns and bytes. ``encoding.entity_states`` makes Entity
  State PDUs, ``entity_columns.fill`` writes columns into them, ``encoding.datagrams`` returns their bytes;
  ``encoding.pdus(PduType.FIRE, location=(x, y, z))`` makes PDUs of any other type. ``decoding.decode`` checks every
  byte that a receiver depends on and returns a reason for each rejected datagram; it never raises.
  ``entity_columns.native`` returns the columns.
- ``motion``: dead reckoning, smoothing, and conversion between a world's grid and geocentric coordinates
  (``geodesy``).
- ``tools``: Wireshark captures, replay, descriptions of PDUs and traffic statistics; they need no world.
"""
