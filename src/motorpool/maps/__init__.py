"""Maps of real places, read from OpenStreetMap and OpenDRIVE, and made into worlds."""
