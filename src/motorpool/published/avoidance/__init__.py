"""Obstacle avoidance of 1992: Appendix C and chapter IV of document 003, with its defects.

Plain Python on floats, in the thesis's frame: x, z on the ground, direction from +x toward +z, which is clockwise
seen from above, so the right side is where the direction grows (``models.frames`` maps to ours). Each defect has a
name in ``defects.Defects`` and can be mended alone; with all of them mended the rule decides as
``avoidance.search_cone`` does. It is here to be compared with, not to drive with.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992 (document 003).
"""
