"""Examples that come with the package: ``python -m motorpool.examples`` lists, runs and copies them."""

import sys

from .app.examples.__main__ import main
from .base.terminal import make_output_printable

if __name__ == "__main__":
    make_output_printable()
    sys.exit(main(sys.argv[1:]))
