"""Commands on this machine: its compiled kernels and its speed."""

from typing import Annotated

import typer

from ..waiting import waiting

PASSED_ON = {  # settings for a command that parses its own arguments
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": list[str](),
}


def kernels(
    clear: Annotated[bool, typer.Option("--clear", help="Delete them; they are compiled again when needed.")] = False,
) -> None:
    """Show the folder and size of the compiled kernels."""
    from ...compile import cache

    folder = cache.cache_folder()
    if clear:
        print(f"deleted {cache.clear_cache()} kernels from {folder}")
        return
    files = [file for file in folder.rglob("*") if file.is_file()]
    megabytes = sum(file.stat().st_size for file in files) / 1e6
    count = sum(file.suffix == ".o" for file in files)
    print(f"{count} kernels, {megabytes:.1f} MB in {folder}")


def bench(context: typer.Context) -> int:
    """Measure the rate of the models on this machine, after checking their results."""
    from ...studies.bench import main

    if {"-h", "--help"} & set(context.args):
        return main(context.args)
    with waiting("starting", total=1.0) as show:
        return main(context.args, told=lambda words, share: show(words, done=share))
