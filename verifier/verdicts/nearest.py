"""The legal moves that are most like a line that is not legal."""

import re
from itertools import islice, takewhile
from typing import Any

from grammar.parser import line_at
from verifier.game import Game, MovesRequest, Where

WORD = re.compile(r"[^\s:;,]+")

MOST = 6
"""The most moves that are named."""


def nearest(game: Game[Any], table: Any, source: str, where: Where) -> tuple[str, ...]:
    """Legal moves from a table, those first that begin as the source does for longest; none without the mover that it names. Each
    is judged: a list of moves does not ask whether a card can still be in the deck."""
    words = WORD.findall(source)

    def alike(notation: str) -> int:
        named = WORD.findall(notation)
        begin = words[0] in named[1:2]  # a round before the mover, which the source need not have
        pairs = zip(words, named[begin:], strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def legal(notation: str) -> bool:
        line = line_at(game.name, 1, notation)
        return line is not None and not game.line(table, line, where).findings

    if game.legal_moves is None or not words:
        return ()
    moves = [one.notation for one in game.legal_moves(table, MovesRequest()).moves]
    tried = sorted(filter(alike, moves), key=alike, reverse=True)[: 4 * MOST]
    return tuple(islice(filter(legal, tried), MOST))
