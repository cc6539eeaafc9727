"""Models, avoidance rules and figures of the five documents as they were published, with their defects.

The package is an extension: the registries read ``PROVIDES`` like the entry points of an installed package, and
Motorpool runs without it. Corrected models of the same documents are in ``motorpool.models``.
"""

PROVIDES = {
    "motorpool.models": {
        "bicycle/drift": "motorpool.studies.published.models.bicycle.drift",
        "bicycle/drift-frames": "motorpool.studies.published.models.bicycle.drift_frames",
        "bicycle/longer-front": "motorpool.studies.published.models.bicycle.longer_front",
        "bicycle/old-line": "motorpool.studies.published.models.bicycle.old_line",
        "bicycle/rear-follows": "motorpool.studies.published.models.bicycle.rear_follows",
        "bicycle/six-line": "motorpool.studies.published.models.bicycle.six_line",
        "bicycle/six-line-limit": "motorpool.studies.published.models.bicycle.six_line_limit",
        "park1992/tracked": "motorpool.studies.published.models.park1992.tracked",
        "park1992/wheeled": "motorpool.studies.published.models.park1992.wheeled",
        "polar/faithful": "motorpool.studies.published.models.polar.faithful",
        "tracked/simple": "motorpool.studies.published.models.tracked.simple",
    },
    "motorpool.avoidance_rules": {
        "as-published": "motorpool.studies.published.avoidance.as_published:AsPublished",
        "program-1992": "motorpool.studies.published.avoidance.program:Program1992",
    },
    "motorpool.comparisons": {"documents": "motorpool.studies.published.comparisons:comparisons"},
}
