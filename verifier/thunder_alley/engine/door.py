"""The engine's only entry point for the lines of a record. Chapters are loaded when a record needs them."""

from model.thunder_alley.cards_seen import Discards, Hand, Joined, Reshuffle, TeamBar
from model.thunder_alley.moves import (
    Absent,
    Decision,
    Event,
    Grid,
    Lay,
    NewTurn,
    PitStops,
    RaceHeld,
    Reports,
)
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import Standing
from verifier.judging import Judgement
from verifier.lazily import later
from verifier.thunder_alley.engine.decks import counted, shown
from verifier.thunder_alley.engine.order import leader as leader
from verifier.thunder_alley.engine.order import mark_lapped
from verifier.thunder_alley.engine.order import running_order as running_order
from verifier.thunder_alley.engine.segments import segment
from verifier.thunder_alley.engine.steps_of_turn import discards, new_turn
from verifier.thunder_alley.engine.turn import onward as onward

points = later("verifier.thunder_alley.engine.standing", "points")


def marked(setup: Setup, position: Position) -> Position:
    """The position with the Lap-down markers that are due where the cars stand (TA-4.2)."""
    return mark_lapped(setup, position, position, None)[0]


def judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    """The judgement of a decision in a race, its cards counted."""
    return counted(setup, _judge(setup, standing, decision))


def _judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    match decision:
        case Event():
            from verifier.thunder_alley.engine.event_drawn import drawn

            return drawn(setup, standing, decision)
        case PitStops():
            from verifier.thunder_alley.engine.pit_stops import pitted

            return pitted(setup, standing, decision)
        case Grid():
            from verifier.thunder_alley.engine.grid import laid

            return laid(setup, standing, decision)
        case Discards():
            return discards(setup, standing, decision)
        case NewTurn():
            return new_turn(setup, standing, decision)
        case TeamBar() | Hand() | Reshuffle() | Joined():
            return shown(setup, standing, decision)
        case Reports():
            from verifier.thunder_alley.engine.missing import reported

            return reported(setup, standing, decision.reports)
        case Lay():
            from verifier.thunder_alley.engine.missing import laid_out

            return laid_out(setup, standing, decision)
        case Scored():
            from verifier.thunder_alley.engine.standing import scored

            return scored(setup, standing, decision)
        case RaceHeld():
            from verifier.thunder_alley.engine.season import held

            return held(setup, standing, decision)
        case Absent():
            from verifier.thunder_alley.engine.season import absent

            return absent(standing, decision)
    return segment(setup, standing, decision)
