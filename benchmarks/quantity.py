"""Time per quantity operation, in microseconds: best of five runs.

python benchmarks/quantity.py [--check]; with --check exit 1 above the stated limits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from timeit import repeat

import page
from kubewright.quantity import Quantity, _from_value

RUNS = 50_000
SPELLINGS = ("2", "100m", "0.5", "512Mi", "1Gi", "1.5Gi", "16", "1e3")
PARSE_LIMIT, ADD_LIMIT = 1.5, 1.0


def microseconds(action: Callable[[], object]) -> float:
    return min(repeat(action, number=RUNS, repeat=5)) / RUNS * 1e6


def main() -> int:
    milli, whole, binary = Quantity("250m"), Quantity("2"), Quantity("1Gi")
    first = {
        text: microseconds(lambda text=text: _from_value(text)) for text in SPELLINGS
    }
    again = {text: microseconds(lambda text=text: Quantity(text)) for text in SPELLINGS}
    rows = {
        **{f"parse {text!r}, first time": time for text, time in first.items()},
        "parse, seen before (slowest)": max(again.values()),
        "add, same scale": microseconds(lambda: milli + milli),
        "add, other scale": microseconds(lambda: milli + whole),
        "compare, other scale": microseconds(lambda: milli < whole),
        "text, decimal": microseconds(lambda: str(milli)),
        "text, binary": microseconds(lambda: str(binary)),
    }
    floor = microseconds(lambda: Fraction("0.5"))
    print("## Quantities\n")
    print(f"Beside `Fraction('0.5')` of the standard library, {floor:.2f} us.\n")
    shown = [
        (name, f"{time:.2f}", f"{time / floor:.2f}") for name, time in rows.items()
    ]
    print(page.table(("", "us", "of a Fraction"), shown))
    common = [time for text, time in first.items() if text != "1e3"]
    slow = max(common) > PARSE_LIMIT or rows["add, other scale"] > ADD_LIMIT
    return int(slow and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
