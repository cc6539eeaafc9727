"""Wire format of DIS: PDUs as NumPy structured arrays.

``decoding`` checks received bytes and refuses a PDU with a reason, ``checks`` has the ranges, ``layouts`` the fields of
each type; ``encoding`` makes PDUs, ``entity_columns`` their columns.
"""
