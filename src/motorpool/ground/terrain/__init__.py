"""Terrain: elevation data, raster readers, map projection, soils, surface classes and roads.

``heightfield`` gives height and slope under a point, ``surface`` the class of ground and its friction, ``soils``
sinkage and resistance on soft ground; ``heightfield_files`` reads rasters (``raster_*``) on a map (``projection``,
``warp``).
"""
