"""What a changed card does: one or two cars, of which one drives with it."""

from collections.abc import Iterator

from model.ruleset import Ruleset
from model.thunder_alley.cards import cards_of
from model.thunder_alley.position import Car, Position, Setup, make_position
from verifier.changes import Change
from verifier.checking import Witness
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.differences import candidate, under
from verifier.thunder_alley.check.scenes import BLUE, RED, teams_of
from verifier.thunder_alley.check.small import ACTIVE, EXIT, LAPS
from verifier.thunder_alley.engine import legal_moves

STARTS = ("1a", f"{EXIT[:-1]}p")
"""Where the car stands that drives: on the track and on the apron."""


class CardSearch:
    """The search for a change of a race card among drives with it."""

    asked = True
    limit = ""

    def __init__(self, ruleset: Ruleset, change: Change) -> None:
        self._rulesets = ruleset, change.applied(ruleset)
        self._card = change.name.partition(".")[0]
        self.bound = f"drives of a car at {' or '.join(STARTS)} with one other car"

    def at(self, cars: int) -> Witness | None:
        """The first position in which a drive has another result, by both judges."""
        for setup, position in self._positions(cars):
            one, two = (
                {
                    move.position: move.move
                    for move in legal_moves(under(setup, rules), position, ACTIVE, self._card)
                }
                for rules in self._rulesets
            )
            apart = [move for table, move in one.items() if table not in two]
            apart += [move for table, move in two.items() if table not in one]
            card = cards_of(setup.ruleset)[self._card]
            mps = card.speed if position.known_car(ACTIVE).on_track else card.pit_speed
            for move in apart:
                found = candidate(setup, self._rulesets[1], position, move, mps)
                if found.confirmed:
                    return found.witness()
        return None

    def _positions(self, cars: int) -> Iterator[tuple[Setup, Position]]:
        track = ring(SECTORS)
        setup = Setup(track, self._rulesets[0], teams_of((RED, BLUE)[:cars]), LAPS)
        for start in STARTS if cars < 3 else ():
            for space in track.spaces if cars == 2 else (None,):
                if space != start:
                    other = [] if space is None else [Car(2, BLUE, space)]
                    yield setup, make_position([Car(ACTIVE, RED, start), *other])
