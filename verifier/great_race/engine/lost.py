"""Lost parts of a line: every way to fill them in is followed.

A chapter that meets a lost part asks the table to choose, which ends the attempt with all options (`ForkError`). The door then
carries out the decision again, once for each option.
"""

from collections.abc import Callable, Iterator
from itertools import product

from model.great_race.board import CITY
from model.great_race.moves import ASSISTANT, CARD, UNKNOWN, Split, Step
from model.great_race.position import ESCORT, ZONES, Assistants
from model.great_race.standing import Standing
from verifier.findings import Breach
from verifier.great_race.engine.cards import possible
from verifier.great_race.engine.table import ForkError, IllegalError, NotKnownError, Table
from verifier.judging import Effect

MOST, MOST_TRIED = 256, 1_000
"""The most outcomes, and the most attempts, before there are too many ways."""

TOO_MANY = "what was not written down can be filled in in too many ways"

Outcomes = dict[Standing, tuple[Effect, ...]]


def outcomes(
    table: Callable[[tuple[object, ...]], Table], act: Callable[[Table], None]
) -> "Outcomes | Breach":
    """All outcomes of an act on a table that is given the choices for its lost parts; if no way is legal, the breach of the one
    that gets furthest. Raises `NotKnownError` if there are too many ways."""
    found: Outcomes = {}
    refused: list[Breach] = []
    for trial in every_way(table, act, refused, MOST_TRIED):
        found.setdefault(trial.standing, tuple(trial.effects))
        if len(found) > MOST:
            raise NotKnownError(TOO_MANY)
    if not (found or refused):
        raise NotKnownError("nothing is known that fits a lost part")
    return found or max(refused, key=_how_far)


def every_way(
    table: Callable[[tuple[object, ...]], Table],
    act: Callable[[Table], None],
    refused: list[Breach],
    most_tried: int,
) -> Iterator[Table]:
    """The tables after every way to fill in the lost parts of an act. What is against the others is added to `refused`. Raises
    `NotKnownError` if there are too many ways."""
    waiting: list[tuple[object, ...]] = [()]
    tried = 0
    while waiting:
        tried += 1
        if tried > most_tried:
            raise NotKnownError(TOO_MANY)
        chosen = waiting.pop()
        trial = table(chosen)
        try:
            act(trial)
        except ForkError as fork:
            waiting += [(*chosen, option) for option in reversed(fork.options)]
        except IllegalError as error:
            refused.append(error.breach)
        else:
            yield trial


def _how_far(breach: Breach) -> tuple[int, int]:
    """How far a way gets: the act, and the number of the step or tile."""
    number = (breach.token or "").rpartition(" ")[2]
    return breach.step, int(number) if number.isdigit() else 0


def steps(table: Table, player: str) -> Iterator[Step]:
    """Where a lost step can lead; how it is paid is open too."""
    here = table.place(player)
    for place in here.near:
        yield Step(place, split=None if table.board.index[place].kind == CITY else UNKNOWN)
    for line in table.board.lines_from(here.id):
        yield Step(table.board.other_end(line, here.id), line=line.kind)


def number_played(table: Table, player: str, card: str, least: int = 0) -> int:
    """How many cards of a kind, at least so many, were played in a part that is lost."""
    return int(table.choose(range(least, possible(table.setup, table.cards, player)[card] + 1)))


def plans(table: Table) -> list[Assistants]:
    """What may be left on a dashboard whose plan is lost."""
    most = range(table.number("assistants") + 1)
    return [(x, m, s, t) for x, m, s, t in product(most, repeat=4) if x + m + s + t in most]


def means(table: Table, player: str) -> tuple[str, ...]:
    """What was used against the DANGER of a lost step."""
    left = table.player(player).left
    options: list[tuple[str, ...]] = [()]
    if left is None or left[ZONES.index(ESCORT)]:
        options.append((ASSISTANT,))
    if possible(table.setup, table.cards, player)["Escort"]:
        options.append((CARD,))
    return table.choose(options)


def guide(table: Table, player: str) -> bool:
    """Whether a Guide was played on the STOP of a lost step."""
    return bool(possible(table.setup, table.cards, player)["Guide"]) and table.choose((False, True))


def splits(points: int, engine: int, chassis: int) -> list[Split]:
    """The ways to take points off gauges with these levels."""
    return [
        (part, points - part) for part in range(points + 1) if part <= engine and points - part <= chassis
    ]
