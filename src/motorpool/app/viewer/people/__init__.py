"""People: admission, names of drivers, and the vehicle that each drives.

`access_control` stands before every request, `join` makes links and `admission` lets instructors change them;
`driver_names` and `lookalikes` keep names apart, `driver_assignment` gives vehicles to drivers.
It may import ``schema``, and pages of ``serving``. Start reading with `access_control`.
"""
