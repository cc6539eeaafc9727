"""Names of the models that ship, and their modules. Written by tools/model_names.py; not to be edited."""

MODULES = {
    "ackermann/arc": "motorpool.models.kinematic.ackermann.arc",
    "arc": "motorpool.models.kinematic.arc",
    "bicycle/arc": "motorpool.models.kinematic.bicycle.arc",
    "cartesian/components": "motorpool.models.kinematic.cartesian.components",
    "cartesian/quake": "motorpool.models.kinematic.cartesian.quake",
    "double-track": "motorpool.models.dynamic.double_track.model",
    "double-track/magic-formula": "motorpool.models.dynamic.double_track.magic_formula",
    "four-axles": "motorpool.models.dynamic.four_axles.model",
    "friction-circle/tracked": "motorpool.models.dynamic.friction_circle.tracked",
    "friction-circle/wheeled": "motorpool.models.dynamic.friction_circle.wheeled",
    "polar/corrected": "motorpool.models.kinematic.polar.corrected",
    "single-track": "motorpool.models.dynamic.single_track.model",
    "single-track/linear": "motorpool.models.dynamic.linear_single_track.model",
    "single-track/magic-formula": "motorpool.models.dynamic.single_track.magic_formula",
    "skid-steer": "motorpool.models.dynamic.skid_steer.model",
    "tracked/arc": "motorpool.models.kinematic.tracked.arc",
    "tractor-trailer": "motorpool.models.dynamic.tractor_trailer.model",
    "tractor-trailer/chain": "motorpool.models.kinematic.trailer_chain",
    "tractor-trailer/unguided": "motorpool.models.kinematic.trailer_unguided",
}
