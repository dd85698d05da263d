"""Moves as a record writes them, in canonical form: `22 Riding the Draft: f4>b = 23b`."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from model.thunder_alley.cards import CARDS, EVENTS
from model.thunder_alley.moves import UNKNOWN, Activation, Move, Pass, Path, Pitting, Retire, Step
from model.values import replace
from verifier.thunder_alley.lines.names import quoted_if_needed


def move_text(move: Move, short: bool = True, own_words: bool = False) -> str:
    """The line of a move. With `short`, a lane is joined with the equal steps before it (`f4>b` for `f3 f>b`); the meaning is
    the same unless those steps meet a fork of their own. With `own_words`, steps are joined just as the record joins them."""
    if isinstance(move, Pass):
        return f"{move.team if move.car is None else move.car} pass"
    if isinstance(move, Retire):
        return f"{move.car} retire"
    if not isinstance(move, Activation):
        return f"{move.car} chosen"
    left = f" left {move.left}" if move.left is not None else ""
    head = f"{move.car} {card_text(move.card)}{left}"
    if move.path is None:
        return f"{head} -> {move.destination}"
    text = f"{head}: {path_text(move.path, short, own_words)}"
    if move.second is not None:
        text += f" + {move.second[0]} {path_text(move.second[1], short, own_words)}"
    return text


def event_text(event: str, bar: str, cars: Sequence[int]) -> str:
    """The line of an event (its id) that hits these cars; `bar` is the text of its Team Bar, otherwise empty."""
    shown = f" bar {bar}" if bar else ""
    struck = f": {' '.join(map(str, cars))}" if cars else ""
    return f"event {quoted_if_needed(EVENTS[event].name)}{shown}{struck}"


def pit_text(pitting: Pitting) -> str:
    """A car that pits: `25`, or `25 keeps blue gray`."""
    return f"{pitting.car} keeps {' '.join(pitting.keeps)}" if pitting.keeps else str(pitting.car)


@lru_cache(maxsize=256)
def card_text(card: str | None) -> str:
    """A card's name, quoted only if necessary; `?` if it was not noted."""
    if card is None:
        return "?"
    return quoted_if_needed(CARDS[card].name if card in CARDS else card)


def path_text(path: Path, short: bool = True, own_words: bool = False) -> str:
    """The steps of one car: equal neighbours are joined unless one of them has a mark."""
    groups = _written_groups(path.steps) if own_words else _groups(path.steps, short)
    words = [_word(group) for group in groups]
    if path.placed is not None:
        words.append(f"@{path.placed}")
    if path.lost_end:
        words.append("..." if words else "?")
    if not words and not path.open_end:
        words.append("-")
    if path.ends is not None:
        words.append(f"= {path.ends}")
    if path.open_end:
        words.append("left" if path.left_after is None else f"left {path.left_after}")
    return " ".join(words)


def _groups(steps: tuple[Step, ...], short: bool) -> list[list[Step]]:
    groups: list[list[Step]] = []
    for step in steps:
        if groups and _joins(groups[-1], step):
            groups[-1].append(step)
        elif short and groups and _lends(groups[-1], step):
            groups[-1] = [*(_marked(old, step) for old in groups[-1]), step]
        else:
            groups.append([step])
    return groups


def _written_groups(steps: tuple[Step, ...]) -> list[list[Step]]:
    """The steps of each word of the record."""
    return [list(group) for _, group in groupby(steps, key=lambda step: step.token)]


def joined_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps as their short text is read: those of one word share its lane and its number."""
    return tuple(
        replace(step, token=number) for number, group in enumerate(_groups(steps, True)) for step in group
    )


def _joins(group: list[Step], step: Step) -> bool:
    """Whether one word can hold the group and this step: the same marks, links only before, `=` only after."""
    last = group[-1]
    return not step.bump and step.links is None and last.to is None and _alike(last, step) and len(group) < 99


def _alike(one: Step, other: Step) -> bool:
    """Whether two steps are the same within a word, ignoring the links before it and the `=` after it."""
    return (
        one.kind == other.kind
        and one.bump == other.bump
        and one.lane == other.lane
        and one.lanes == other.lanes
        and one.forks == other.forks
        and one.displaces == other.displaces
        and one.booked == other.booked
    )


def _lends(group: list[Step], step: Step) -> bool:
    """Whether unmarked steps before a step with a lane can share its word."""
    bare = replace(step, lane=None, lanes=(), forks=())
    chosen = step.lane is not None or step.lanes
    return bool(
        chosen and step.links is None and not step.bump and not step.displaces and not step.forks
        and group[-1].to is None and all(_alike(old, bare) for old in group) and not step.booked
    )  # fmt: skip


def _marked(old: Step, like: Step) -> Step:
    return replace(old, lane=like.lane, lanes=like.lanes)


def _word(group: list[Step]) -> str:
    first, last = group[0], group[-1]
    count = str(len(group)) if len(group) > 1 else ""
    if first.kind == UNKNOWN:
        # A single `?` alone would be an unknown path, `?1` is one unknown step.
        word = f"?{len(group)}"
    else:
        word = f"{first.kind}{'x' if first.displaces else ''}{count}"
        word += f">{first.lane}" if first.lane is not None else ""
        word += "!" if first.bump else ""
        word += f"/{first.booked}" if first.booked is not None else ""
        choices = [f"{car}>{lane}" for car, lane in first.lanes]
        choices += [f"{space}{way}{lane}" for space, way, lane in first.forks]
        word += f"({' '.join(choices)})" if choices else ""
    if first.links is not None:
        word = f"[{' '.join(str(car) for car in first.links)}] {word}"
    return f"{word} = {last.to}" if last.to is not None else word
