"""Obstacle avoidance of document 003, Appendix C and chapter IV, with its defects.

In the thesis's frame x and z are on the ground, directions [rad] from +x towards +z, which is clockwise seen from above
(``models.frames`` converts to ours). Each defect has a name in ``defects.Defects`` and can be corrected separately;
with all of them corrected the rule decides like ``avoidance.search_cone``. The package serves for comparison.

Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992 (document 003).
"""
