"""Compiles the hot modules with mypyc if STEWARD_COMPILE=1 is set; everything else is in pyproject.toml.

Nothing depends on compiling: compiled modules give the same answers, only faster.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

HOT = (
    "grammar/patterns.py",
    "grammar/stream.py",
    "grammar/syntax.py",
    "verifier/cards/*.py",
    "verifier/records/stepping.py",
    "verifier/great_race/engine/*.py",
    "verifier/rallyman/engine/*.py",
    "verifier/thunder_alley/engine/*.py",
    "verifier/thunder_alley/lines/plain.py",
)
PLAIN = {"__init__.py", "listing.py", "readings.py"}
"""Not compiled: mypyc turns a generator into a list, and checks every `cast`."""

NEEDED = ["mypy>=1.11", "lark>=1.2.2", "types-networkx>=3.3"]
"""The compiler, and the types that it checks."""

compiling = os.environ.get("STEWARD_COMPILE") == "1"
extensions = []
if compiling and "bdist_wheel" in sys.argv:
    from mypyc.build import mypycify

    found = [str(path) for hot in HOT for path in sorted(Path().glob(hot)) if path.name not in PLAIN]
    extensions = mypycify(found, opt_level="2", multi_file=True)

setup(ext_modules=extensions, setup_requires=NEEDED if compiling else [])
