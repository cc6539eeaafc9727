"""Obstacle avoidance of document 003, Appendix C and chapter IV, with its defects.

Plain Python on floats, in the thesis's frame: x and z on the ground, directions from +x towards +z, which is clockwise
seen from above, so that directions [rad] increase to the right (``models.frames`` converts to
ours); lengths are in metres. Each defect has a name
in ``defects.Defects`` and can be corrected separately; with all of them corrected the rule decides like
``avoidance.search_cone``. The package serves for comparison, not for driving.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992 (document 003).
"""
