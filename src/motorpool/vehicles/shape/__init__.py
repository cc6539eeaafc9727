"""Shape of vehicles: solids with materials and joints, from which every drawing of a vehicle is made."""
