"""On the tiny ring every string of steps up to 5 MPs is written down, read and judged: what `verify` accepts leads to just the
positions that `moves` lists. Nothing is left out on the way: a string is tried even if its beginning is illegal."""

from itertools import product

import pytest

from grammar.parser import parse
from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine import judge, legal_moves
from verifier.thunder_alley.notation import read_move
from verifier.thunder_alley.notation.names import names_of
from verifier.thunder_alley.table import Table, table_line

SETUP = Setup(load("tiny-ring"), default_ruleset(DATA), (), 3)

PACK = ("8b", "7b", "8a", "8c", "9b", "9c", "12a")
"""The car that moves, and cars on all sides of it; no fork is in reach."""

FORKS = ("4b", "9b")
"""Two spaces before the end of a corner, with one car far ahead."""

PLAIN = ("f", "i", "o", "f!", "i!", "o!")
LANES = ("f", "f>a", "f>b", "f>c", "i", "o")

SITUATIONS = [
    *((card, PACK, PLAIN, 5) for card in ("dirty-air", "watch-the-gauge", "understeer", "making-a-move")),
    *((card, FORKS, LANES, 5) for card in ("dirty-air", "watch-the-gauge", "making-a-move")),
    ("riding-the-draft", PACK, PLAIN, 4),
    ("inside-line", PACK, ("f", "i", "o", "i!"), 5),
    ("working-the-pack", PACK, (*PLAIN, "s"), 4),
    ("slingshot", PACK, (*PLAIN, "di", "do"), 4),
]
"""Card, spaces of the cars, steps to make strings of, MPs."""


def lie(spaces: tuple[str, ...]) -> Position:
    """Car 1 on the first space, the others on the rest."""
    return make_position([Car(number, "Red", space) for number, space in enumerate(spaces, 1)])


@pytest.mark.parametrize(
    ("card", "spaces", "steps", "mps"),
    SITUATIONS,
    ids=[f"{card}-{spaces[0]}" for card, spaces, *_ in SITUATIONS],
)
def test_every_string_of_steps(card: str, spaces: tuple[str, ...], steps: tuple[str, ...], mps: int) -> None:
    position = lie(spaces)
    strings = [" ".join(one) for length in range(1, mps + 1) for one in product(steps, repeat=length)]
    lines = [f"1 {CARDS[card].name} left {mps}: {string}" for string in strings]
    read = parse("\n".join(["game thunder-alley", *lines]))
    assert not read.errors
    statements = read.records[0].statements[1:]
    names, table = names_of(SETUP, position), Table(SETUP, position)
    accepted = set()
    for number, statement in enumerate(statements):
        move = read_move(statement, names).move
        judgement = judge(SETUP, position, move)
        legal = not judgement.breaches and len({outcome.position for outcome in judgement.outcomes}) == 1
        if legal:
            accepted.add(judgement.outcomes[0].position)
        if legal or number % 97 == 0:
            reply = table_line(table, statement, "test.race")
            assert (not reply.findings) == legal, lines[number]
            if legal:
                assert reply.table.position in accepted, lines[number]
    listed = {move.position for move in legal_moves(SETUP, position, 1, card, left=mps)}
    assert accepted == listed != set()
