"""Makes LLVM work on several vectors of vehicles at once, and on the widest: it does neither by itself.

A vehicle's step is one chain: each result waits for the one before, tens of cycles in all, and a processor
looks too few instructions ahead to begin the next vehicles meanwhile. LLVM interleaves short loops by itself,
but deems a loop of this length not worth it. It does as it is told by ``llvm.loop.interleave.count``,
which C compilers offer as a pragma and Numba does not; so this writes it on the loops of a function
while Numba lowers it. What is computed stays the same; only the order in which vehicles take turns changes.

LLVM's tunings of Intel's servers prefer vectors of 256 bits where the processor has 512; ``prefer-vector-width`` on a
function asks for 512, as ``-mprefer-vector-width=512`` does for a C compiler. It says nothing to other processors.

It also says that no column lies on another. Else the code would have to compare the addresses of all pairs before each
loop, and a model with many columns (``bicycle/drift`` has 25) would not be vectorised at all.

It stands on Numba's compiler classes ("Customizing the Compiler" in its developer manual) and on
``Lower.post_lower``. Where a later Numba has them no more, loops are compiled without it.
"""

from functools import cache
from importlib import import_module
from typing import Any

COUNT = 4  # vectors in flight; 2 are slower, 8 as well where vectors have 512 bits
LONG_COUNT = 2  # of a step with so many columns that more would not find registers
WIDTH = 512  # of a vector, where the processor has it [bit]
HINTS = (COUNT, LONG_COUNT, WIDTH)  # for the key of what is compiled with them


@cache
def loop_hints(*, is_long: bool = False) -> dict[str, Any]:
    """The option for ``numba.njit`` that hints each loop of the function; none where Numba cannot.

    Args:
        is_long: the loop has so many columns that more than two vectors in flight would be slower.
    """
    try:
        return {"pipeline_class": _hinting_compiler(LONG_COUNT if is_long else COUNT)}
    except (ImportError, AttributeError):
        return {}


def _hinting_compiler(count: int) -> type:
    """A Numba compiler whose last step to LLVM also hints the loops."""
    compiler: Any = import_module("numba.core.compiler")
    machinery: Any = import_module("numba.core.compiler_machinery")
    base_lower: Any = import_module("numba.core.lowering").Lower
    base_lowering: Any = import_module("numba.core.typed_passes").NativeLowering

    class HintedLower(base_lower):
        def post_lower(self) -> None:
            base_lower.post_lower(self)
            hint_loops(self.module, self.function, count)

    class HintedLowering(base_lowering):
        _name = "motorpool_hinted_lowering"
        lowering_class = HintedLower

    machinery.register_pass(mutates_CFG=True, analysis_only=False)(HintedLowering)

    class HintingCompiler(compiler.CompilerBase):
        def define_pipelines(self) -> list[Any]:
            self.state.flags.noalias = True  # columns are apart; LLVM compares no more than 128 pairs of them itself
            usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
            ours = machinery.PassManager("motorpool_hints")
            ours.passes = [(HintedLowering if each is base_lowering else each, why) for each, why in usual.passes]
            ours.finalize()
            return [ours]

    return HintingCompiler


def hint_loops(module: Any, function: Any, count: int) -> None:
    """Ask for wide vectors in an LLVM function, and for several at once on each branch back to an earlier block.

    Args:
        module: the LLVM module of the function.
        function: an LLVM function of llvmlite, complete.
        count: vectors to interleave.
    """
    words: set[str] = function.attributes
    set[str].add(words, f'"prefer-vector-width"="{WIDTH}"')  # llvmlite's own ``add`` refuses it
    earlier: set[str] = set()
    for block in function.blocks:
        earlier.add(block.name)
        branch = block.terminator  # none yet in the entry
        if branch is not None and branch.opname == "br" and any(target.name in earlier for target in branch.operands):
            branch.set_metadata("llvm.loop", _hint(module, block.name, count))


def _hint(module: Any, loop: str, vectors: int) -> Any:
    """The metadata of one loop; its first operand must be itself, which is how LLVM tells loops apart."""
    ir: Any = import_module("llvmlite.ir")
    words = ir.MetaDataString(module, "llvm.loop.interleave.count")
    count = module.add_metadata([words, ir.Constant(ir.IntType(32), vectors)])
    node = module.add_metadata([ir.MetaDataString(module, loop), count])
    node.operands = (node, count)
    return node
