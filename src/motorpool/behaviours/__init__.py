"""What each driver does: scalar functions from a vehicle's state and what it sees to what it wants.

They are written in the vocabulary of ``motorpool.models.mathematics``, so one text runs on floats, on
arrays and in compiled kernels.
"""
