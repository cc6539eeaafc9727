"""The ground before a vehicle drives on it: heights, soils and surfaces, objects, and networks of roads.

Each is an array or a set of columns that a stage can read, with the readers of its files. It imports ``models`` (for
mathematics) and ``base``. Start with ``terrain/heightfield.py``: the ground under a point; then ``objects/grid.py``.
"""
