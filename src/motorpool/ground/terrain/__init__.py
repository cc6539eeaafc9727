"""Terrain: elevation data, raster readers, map projection, soils, surface classes and roads."""
