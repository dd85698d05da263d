"""The chapters of the rules as scenes (`scenes.py` has their notation)."""

from model.ruleset import Ruleset
from model.values import value
from verifier.great_race.check.in_a_turn import CAMP, CARDS, END, MODULE, SEQUENCES, SETUP, WORK
from verifier.great_race.check.on_the_board import BLIND, CITIES, MOVES, TILES
from verifier.great_race.check.scenes import Scene, scenes_of

LEADERS = "leaders"


@value
class Chapter:
    """Scenes about some rules, given by the beginnings of their ids. `module`: an option that must be in force."""

    name: str
    rules: tuple[str, ...]
    text: str
    module: str = ""

    def scenes(self, ruleset: Ruleset) -> tuple[Scene, ...]:
        """The scenes that can be played under a ruleset."""
        return () if self.module and self.module not in ruleset.options else scenes_of(self.text)


CHAPTERS = (
    Chapter("moves", ("GR-8", "GR-9.2", "GR-11", "GR-12", "GR-14", "GR-21.4", "GR-21.10", "GR-21.12"), MOVES),
    Chapter("blind steps", ("GR-1", "GR-9.2", "GR-11", "GR-12"), BLIND),
    Chapter("cities and lines", ("GR-8", "GR-12", "GR-13", "GR-15", "GR-16", "GR-20", "GR-21.9"), CITIES),
    Chapter("tiles", ("GR-1", "GR-7", "GR-9", "GR-12.1", "GR-13.4", "GR-21.7"), TILES),
    Chapter("fuel, repairs and the treasury", ("GR-6.3", "GR-6.9", "GR-8", "GR-10", "GR-11", "GR-21"), WORK),
    Chapter("sequences", ("GR-3", "GR-5", "GR-6", "GR-9.2", "GR-20"), SEQUENCES),
    Chapter("cards", ("GR-6", "GR-9", "GR-11", "GR-18", "GR-20", "GR-21", "GR-25"), CARDS),
    Chapter("camp and planning", ("GR-3", "GR-4", "GR-5", "GR-11.6"), CAMP),
    Chapter("maintenance and the end", ("GR-13", "GR-16", "GR-17", "GR-18", "GR-19"), END),
    Chapter("the start", ("GR-2", "GR-3", "GR-4", "GR-5.1", "GR-11.1", "GR-24"), SETUP),
    Chapter("leaders", ("GR-6", "GR-7", "GR-13", "GR-15", "GR-20", "GR-21.16", "GR-22"), MODULE, LEADERS),
)
