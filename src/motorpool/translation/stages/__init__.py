"""Stages of a world in TypeScript: their loops over columns, and all functions that these call.

``motorpool.export`` writes models, which are formulas, in any language. Stages have columns, whole numbers and loops
that end early, too; JavaScript has the same, so ``module.StageModule`` carries their text over line by line.
"""

from .module import StageModule

__all__ = ["StageModule"]
