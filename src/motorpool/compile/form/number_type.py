"""Numbers of an array annotation. Without NumPy, which the browser's Python lacks: it exports models, too."""

from typing import Any, get_args, get_origin


def number_type(annotation: Any) -> Any:
    """Return NumPy's type of the numbers of an array annotation, such as ``NDArray[np.float64]``; None of another one.

    NumPy before 2.5 evaluates it to ``ndarray[tuple[Any, ...], dtype[float64]]``, later versions to an alias that keeps
    its argument.
    """
    if getattr(get_origin(annotation), "__name__", "") not in ("ndarray", "NDArray"):
        return None
    last = get_args(annotation)[-1]
    return next(iter(get_args(last)), last)
