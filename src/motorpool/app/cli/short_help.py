"""First line of the help of each command that ships. Written by make generate; not to be edited."""
# ruff: noqa: E501

SHORT_HELP = {
    "bench": "Name the benchmarks of a checkout, which version 1.0 had in the package.",
    "check": "Validate scenario files and list every error.",
    "compare": "Draw models side by side: paths, errors against the time step, orders; or a figure for the documents.",
    "courses": "Drive the obstacle courses with each avoidance rule and score them.",
    "dis": "Record, replay and watch distributed exercises (DIS, IEEE 1278.1).",
    "export": "Write a model in another language: one file with the same results and no dependencies.",
    "fit": "Fit a vehicle to logs, with confidence intervals and suggested test drives; exit code 1 if the fit is worse.",
    "kernels": "Show the folder and size of the compiled kernels.",
    "log": "Show the meaning of each column of a log, with its unit, rate, gaps and range, before a fit.",
    "mobility": "Map the ground that a vehicle can cross, its speeds and its limits, as Cloud-Optimised GeoTIFF.",
    "models": "List the motion models, or show one in full.",
    "occupancy": "Write the obstacles of a world as an occupancy map, which map_server of Nav2 reads.",
    "playground": "Compare two motion models in the browser: drive both with the same keys and change their parameters.",
    "recover": "Repair an interrupted or damaged recording: an ordinary Parquet file with every intact row.",
    "replay": "Play a recording or a log in the page, with a timeline; or simulate a recording again and compare.",
    "route": "Find the fastest route from A to B over a mobility map, or by road.",
    "run": "Run a scenario: live in the browser, or headless.",
    "scenarios": "List the scenarios that ship with Motorpool.",
    "sweep": "Run a scenario many times with different values, and collect the results in one table.",
    "terrain": "Make a world of a map or heights: roads on levelled ground, soils, buildings, woods, and a scenario.",
    "tyre": "Show a tyre property file (.tir): its ranges, its grip by load, and the parameters of an axle with it.",
    "validate": "Simulate manoeuvres with known answers, and write a report that compares them.",
    "vehicles": "List the vehicles, show one in full, or compare simulated vehicles with their reference figures.",
}
