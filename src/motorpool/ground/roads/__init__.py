"""Road networks: sections of road between junctions, as maps of real places have them.

``network`` has the sections, ``network_files`` reads them, ``graph`` makes arrays of them, ``routing`` finds fastest
paths.
"""
