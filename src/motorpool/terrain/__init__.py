"""Terrain: heights, readers of rasters, projection, soils, surface classes and roads."""
