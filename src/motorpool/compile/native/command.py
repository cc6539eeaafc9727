"""``motorpool kernels``: the cache of compiled kernels on this machine."""

from typing import Annotated

import typer

from ...base.command_line.command import Command


def kernels(
    clear: Annotated[bool, typer.Option("--clear", help="Delete them; they are compiled again when needed.")] = False,
) -> None:
    """Show the folder and size of the compiled kernels."""
    from .. import cache

    folder = cache.cache_folder()
    if clear:
        print(f"deleted {cache.clear_cache()} kernels from {folder}")
        return
    files = [file for file in folder.rglob("*") if file.is_file()]
    megabytes = sum(file.stat().st_size for file in files) / 1e6
    count = sum(file.suffix == ".o" for file in files)
    print(f"{count} kernels, {megabytes:.1f} MB in {folder}")


KERNELS = Command("kernels", kernels, examples=("motorpool kernels", "motorpool kernels --clear"))
