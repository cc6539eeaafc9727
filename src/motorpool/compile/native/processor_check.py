"""Check of a processor's name in a process of its own, because LLVM ends the process for some names.

    python processor_check.py NAME     compile a loop for this processor and run it
    python processor_check.py help     print the names to stderr

It imports only llvmlite, so that it starts at once.
"""

import ctypes
import sys
from importlib import import_module
from typing import Any

llvm: Any = import_module("llvmlite.binding")  # without types

LOOP = """
define void @squares(ptr noalias %values, i64 %count) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %place = getelementptr double, ptr %values, i64 %i
  %value = load double, ptr %place
  %square = fmul fast double %value, %value
  %sum = fadd fast double %square, 1.0
  store double %sum, ptr %place
  %next = add i64 %i, 1
  %goes_on = icmp slt i64 %next, %count
  br i1 %goes_on, label %loop, label %end
end:
  ret void
}
"""
COUNT = 100  # values that the loop squares; enough for whole vectors and a rest


def run_on(name: str) -> bool:
    """Compile and run a vectorised loop for a processor; return whether its result is right."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=name, opt=3, jit=True, codemodel="jitdefault")
    module = llvm.parse_assembly(LOOP)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    values = (ctypes.c_double * COUNT)(*range(COUNT))
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(engine.get_function_address("squares"))(
        ctypes.addressof(values), COUNT
    )
    return list(values) == [number * number + 1.0 for number in range(COUNT)]


if __name__ == "__main__":
    sys.exit(0 if run_on(sys.argv[1]) else 1)
