"""Motorpool in a distributed exercise, by DIS (IEEE 1278.1).

The wire format is NumPy structured arrays: columns in, bytes out; bytes in, columns out; no class for each PDU.
``layouts`` has a dtype for each type of PDU, ``enumerations`` the numbers with names, ``timestamps`` the time.
To send, ``encoding.entity_states(count)`` makes PDUs with right headers, ``entity_columns.fill`` writes columns into
them, ``encoding.datagrams`` has their bytes; ``encoding.pdus(PduType.FIRE, location=(x, y, z))`` makes any other.
Received datagrams go through ``decoding.decode``, which checks every byte that a receiver relies on, rejects with a
`checks.Rejection` and never raises, and groups what it accepts by layout; ``entity_columns.native`` has the columns.
"""
