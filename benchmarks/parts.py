"""Which part of the work takes how much of the time: `python -m benchmarks.parts verify`, or `simulate`.

It is asked in a process of its own, in which our modules are plain Python: into what `make fast` compiles no profiler sees.
"""

import cProfile
import pstats
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
OURS = ("grammar", "model", "verifier")


class PlainPython(MetaPathFinder):
    """Finds the sources of our modules, also where something compiled lies beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in OURS:
            return None
        folders = [str(ROOT)] if path is None else path
        found = (
            FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname) for folder in folders
        )
        return next((spec for spec in found if spec is not None), None)


def by_part(work: str) -> str:
    """The shares of the parts in verifying or simulating races, the largest first."""
    asked = subprocess.run(
        [sys.executable, "-m", "benchmarks.parts", work], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return asked.stdout.strip()


def shares(profile: cProfile.Profile) -> list[str]:
    """Share of each part in its own time, the largest first; what the library does counts for the part that calls it."""
    parts: dict[str, float] = {}
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, _), (_, _, own, _, callers) in stats.items():
        part = _part(file)
        if part is not None:
            parts[part] = parts.get(part, 0.0) + own
            continue
        for (caller, _, _), (_, _, spent, _) in callers.items():
            part = _part(caller) or "rest"
            parts[part] = parts.get(part, 0.0) + spent
    total = sum(parts.values())
    ranked = sorted(parts.items(), key=lambda item: -item[1])
    return [f"{name} {100 * own / total:.0f}%" for name, own in ranked]


def _part(file: str) -> str | None:
    """The part of the work that a module belongs to; None for Python's own."""
    for mark, name in (
        ("/lark/", "reading"), ("/grammar/", "reading"), ("/notation", "resolving"),
        ("/engine/deck", "decks"), ("/table/counted", "decks"), ("/table/decks", "decks"),
        ("/engine/event", "events"), ("/table/event", "events"),
        ("/engine/pits", "pits"), ("/engine/restart", "pits"), ("/table/pits", "pits"), ("/engine/closing", "pits"),
        ("/engine/", "engine"), ("/model/", "model"), ("/table", "table"), ("/verifier/", "rest"),
    ):  # fmt: skip
        if mark in file:
            return name
    return None


def _work(name: str) -> Callable[[], object]:
    if name == "simulate":
        from benchmarks.simulate import races as simulated

        return simulated
    from benchmarks.records import judge, races

    text = races(1)
    return lambda: judge(text)


def main() -> None:
    """Prints the shares of the parts in the work that is named."""
    sys.meta_path.insert(0, PlainPython())
    work = _work(sys.argv[1])
    work()
    profile = cProfile.Profile()
    profile.runcall(work)
    print(", ".join(shares(profile)))


if __name__ == "__main__":
    main()
