"""Road networks: sections of road between junctions, as maps of real places have them."""
