"""Examples at the end of each command's help."""

EXAMPLES = {
    "run": (
        "motorpool run",
        "motorpool run convoy --record convoy.parquet",
        "motorpool run jacksboro --headless --record out.csv --record-every 60",
        "motorpool run --host 0.0.0.0 --port 8080",
        "motorpool run --ros --foxglove",
    ),
    "playground": ("motorpool playground", "motorpool playground my_tank.toml my_model.py"),
    "scenarios": ("motorpool scenarios",),
    "models": ("motorpool models", "motorpool models bicycle"),
    "vehicles": (
        "motorpool vehicles",
        "motorpool vehicles M1A1",
        "motorpool vehicles --pictures pool.html",
        "motorpool vehicles M1A1 my_tank.toml --check --out figures.html",
    ),
    "compare": (
        "motorpool compare tracked/arc tracked/simple",
        "motorpool compare bicycle bicycle/six-line --set wheelbase=2.5 --speed 3",
        "motorpool compare --list",
        "motorpool compare --all figures",
    ),
    "courses": (
        "motorpool courses",
        "motorpool courses u-trap --figure u-trap.png",
        "motorpool courses slalom --rule orca --rule dynamic-window",
    ),
    "validate": (
        "motorpool validate M1A1 --show",
        "motorpool validate single-track --manoeuvre step-steer --out report.html",
    ),
    "export": (
        "motorpool export bicycle --to javascript",
        "motorpool export M998 --to csharp --pose unity --out Assets/Scripts",
        "motorpool export single-track --to fmu --fmi 2.0",
    ),
    "sweep": ("motorpool sweep convoy --vary seed=0:20 --out seeds",),
    "route": (
        "motorpool route 0,0 9000,8000 --terrain jacksboro --vehicle M998",
        "motorpool route -9000,-9000 9000,8000 --map map.tif --out way.geojson",
    ),
    "terrain": (
        "motorpool terrain --osm andorra.osm.gz --heights N42E001.hgt.zip --out andorra",
        "motorpool terrain --opendrive crossing.xodr --out crossing",
    ),
    "fit": (
        "motorpool fit drive.csv --model single-track --out my.toml",
        "motorpool fit drive.csv --base car --column yaw_rate=psi_dot --out my.toml",
        "motorpool fit a.csv b.csv --test c.csv --also steer_delay --out my.toml",
    ),
    "check": ("motorpool check convoy.yaml", "motorpool check --schema > scenario.schema.json"),
    "recover": ("motorpool recover out.parquet",),
    "kernels": ("motorpool kernels", "motorpool kernels --clear"),
    "replay": ("motorpool replay out.parquet", "motorpool replay out.parquet --verify"),
}


def epilog(command: str) -> str | None:
    """Return the examples of a command for its help; None if there are none."""
    examples = EXAMPLES.get(command)
    return "\n\n".join(["Examples:", *examples]) if examples else None
