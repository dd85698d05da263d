"""The stages on which positions are checked: shipped ones, and some that are changed to have what no shipped one has."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from grammar.parser import parse
from model.rallyman import stages
from model.rallyman.stage import Stage
from verifier.rallyman.lines.stages import stage_of

BUMP_AT_THE_FINISH, NARROW_START = "a bump at the finish", "a narrow start"

CHANGED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        BUMP_AT_THE_FINISH: ("from hollow-pine", "s18 bump note=3"),
        NARROW_START: ("from mill-lane", "s1 narrow room=1"),
    }
)
"""The lines of the `stage` block of each changed stage."""


@cache
def road(name: str) -> Stage:
    """A shipped stage, or a changed one."""
    if name not in CHANGED:
        return stages.load(name)
    [record] = parse("\n".join(("game rallyman", *_block(name))), name).records
    return stage_of(record.statements[-1], None, ())


def stage_lines(stage: Stage) -> tuple[str, ...]:
    """The lines by which a record names a stage."""
    changed = next((name for name in CHANGED if road(name) is stage), None)
    return (f"stage {stage.id}",) if changed is None else _block(changed)


def _block(name: str) -> tuple[str, ...]:
    return "stage", *(f"  {line}" for line in CHANGED[name]), "end"
