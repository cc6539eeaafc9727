"""Motorpool in a distributed exercise, by DIS (IEEE 1278.1).

``gateway`` puts a world into an exercise: it is a source and an observer of the world, and beside it lie its parts.

- ``publishing`` sends the states of this world's vehicles when others would no longer know them; ``remote_entities``
  takes in those of others; ``interactions`` are shots, hits and collisions; ``management`` is Start, Stop and vehicles
  that change hands; ``endpoint`` is the socket; ``settings`` say who we are and what others may do.
- ``wire``: PDUs as NumPy structured arrays, columns in, bytes out; bytes in, columns out. ``encoding.entity_states``
  makes PDUs, ``entity_columns.fill`` writes columns into them, ``encoding.datagrams`` has their bytes;
  ``encoding.pdus(PduType.FIRE, location=(x, y, z))`` makes any other. ``decoding.decode`` checks every byte that a
  receiver relies on, rejects with a reason and never raises; ``entity_columns.native`` has the columns.
- ``motion``: dead reckoning, smoothing, and the way from a world's grid to the Earth and back (``geodesy``).
- ``tools``: captures of Wireshark, replay, descriptions of PDUs, a meter; they need no world.
"""
