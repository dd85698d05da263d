"""The lines of the engine that each check runs, and how long it takes: measured once, on the engine as it is."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.mutants.children import each
from tests.mutants.engines import Engine
from tests.mutants.loading import load
from tests.mutants.mutations import EVERYWHERE
from tests.mutants.nets import NETS, Check

Lines = Mapping[str, frozenset[int]]
"""Module of the engine -> the lines that ran."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The result of a check of the engine as it is: whether it holds, its seconds while watched, the lines it ran."""

    holds: bool
    seconds: float
    lines: Lines


class Reach:
    """The measurements: `checks`, and in `loading` the lines that ran while the engine was loaded."""

    def __init__(self, engine: Engine, found: Sequence[Check], workers: int) -> None:
        """Loads the engine and runs each check in a separate process, so that none can use another's caches. Raises
        AssertionError if one does not hold."""
        self.checks = list(found)
        loading = _Watcher(engine)
        with loading:
            load(engine)
        self._loading = loading.lines()
        reached = list(each([_watching(engine, check) for check in found], workers))
        wrong = [check for check, one in zip(found, reached, strict=True) if one is None or not one.holds]
        assert not wrong, f"these do not hold for the engine as it is: {[f'{c.net} {c.name}' for c in wrong]}"
        self._reached = [one for one in reached if one is not None]

    def at_loading(self, module: str, lines: tuple[int, int]) -> bool:
        """Whether one of these lines of a module runs while it is loaded."""
        return lines == EVERYWHERE or _touches(self._loading, module, lines)

    def seconds(self, number: int) -> float:
        """How long a check took while it was watched."""
        return self._reached[number].seconds

    def asked(self, module: str, lines: tuple[int, int], often: Mapping[int, int]) -> list[int]:
        """The numbers of the checks that run these lines of a module, net by net: first those that have noticed something
        `often`, then quick ones. A change in these lines cannot affect any other check."""
        always = self.at_loading(module, lines)
        return sorted(
            (
                number
                for number, one in enumerate(self._reached)
                if always or _touches(one.lines, module, lines)
            ),
            key=lambda number: (
                NETS.index(self.checks[number].net),
                -often.get(number, 0),
                self.seconds(number),
                number,
            ),
        )


def _touches(run: Lines, module: str, lines: tuple[int, int]) -> bool:
    first, last = lines
    return any(first <= line <= last for line in run.get(module, ()))


def _watching(engine: Engine, check: Check) -> Callable[[], Reached]:
    def work() -> Reached:
        watcher = _Watcher(engine)
        begin = time.process_time()
        with watcher:
            holds = check.holds()
        return Reached(holds, time.process_time() - begin, watcher.lines())

    return work


class _Watcher:
    """Notes the lines that run; it stops watching a function when all of its lines are known."""

    def __init__(self, engine: Engine) -> None:
        self._files = {str(path) for path in engine.files}
        self._open: dict[CodeType, set[int] | None] = {}
        self._run: dict[str, set[int]] = {}

    def __enter__(self) -> None:
        sys.settrace(self.called)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def called(
        self, frame: FrameType, _event: str, _value: Any
    ) -> "Callable[[FrameType, str, Any], Any] | None":
        code = frame.f_code
        if code not in self._open:
            ours = code.co_filename in self._files
            self._open[code] = {line for *_, line in code.co_lines() if line} if ours else None
        left = self._open[code]
        if not left:
            return None
        run = self._run.setdefault(Path(code.co_filename).stem, set())

        def line(frame: FrameType, _event: str, _value: Any) -> Any:
            run.add(frame.f_lineno)
            left.discard(frame.f_lineno)
            return line

        return line(frame, "", None)  # type: ignore[no-any-return]

    def lines(self) -> Lines:
        return {module: frozenset(lines) for module, lines in self._run.items()}
