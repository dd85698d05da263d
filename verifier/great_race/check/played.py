"""A way of a scene as the judges see it: what it leads to, as an answer, as one of two edge cases, and as a witness."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from model.great_race.facts import DATA
from model.great_race.moves import Decision
from model.great_race.position import Setup
from model.great_race.standing import Ended, Standing
from model.ruleset import Ruleset
from model.values import value
from verifier.great_race.check.scenes import Scene, Way, under
from verifier.great_race.engine import door as engine
from verifier.great_race.lines.block import block_lines
from verifier.great_race.lines.facts import phrase
from verifier.great_race.lines.terms import Door
from verifier.great_race.pictures.text import text_picture
from verifier.great_race.pictures.view import View
from verifier.great_race.spec import door as spec
from verifier.judging import Judgement
from verifier.rulesets.changes import rule_lines
from verifier.rulesets.checking import Witness
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import Altered, Result
from verifier.words import counted

OF_PLAYER = ("place", "fuel", "engine", "chassis", "money", "cards", "left", "passed", "finished", "used")
OF_POSITION = ("turn", "phase", "next", "order", "track", "tiles")

MOST_SHOWN = 3
"""The most facts of a result that are put into words."""


def judged(
    door: Door, setup: Setup, standing: Standing, decisions: Sequence[Decision]
) -> Judgement[Standing]:
    """The judgement of the last decision, or of the first one that is not legal."""
    for decision in decisions:
        judgement = door.judge(setup, standing, decision)
        if not judgement.legal:
            break
        standing = judgement.outcomes[0].position
    return judgement


def result_of(judgement: Judgement[Standing]) -> Result | None:
    """The result of a way, by what a position block shows; None without an answer."""
    if judgement.limit:
        return None
    if judgement.breaches:
        return Result(judgement.breaches[0].rule)
    return Result("", tuple(map(visible, judgement.positions)))


def visible(standing: Standing) -> tuple[tuple[tuple[str, str], object], ...]:
    """What a position block and the result of a record show of a standing."""
    position = standing.position
    players = (
        ((player.name, fact), getattr(player, fact)) for player in position.players for fact in OF_PLAYER
    )
    facts = ((("", fact), getattr(position, fact)) for fact in OF_POSITION)
    return (*players, *facts, (("", "end"), standing.ended))


def open_result(scene: Scene, way: Way, ruleset: Ruleset) -> Result | None:
    """What the spec finds while facts are open."""
    return result_of(judged(spec, under(scene.setup, ruleset), scene.standing, way.decisions))


@value
class Played:
    """A way in one case of a scene. `ruleset` is the one that its record states."""

    scene: Scene
    case: int
    way: Way
    ruleset: Ruleset

    game = DATA.game
    before = ()

    @property
    def decision(self) -> tuple[str, ...]:
        return self.way.lines

    @property
    def head(self) -> tuple[str, ...]:
        return (*rule_lines(DATA, self.ruleset), *self.scene.head)

    @property
    def lines(self) -> tuple[str, ...]:
        return (*self.scene.position(self.case), *self.way.lines)

    def judged(self, door: Door, ruleset: Ruleset) -> Judgement[Standing]:
        """The judgement of a judge under a ruleset."""
        standing = self.scene.standings[self.case]
        return judged(door, under(self.scene.setup, ruleset), standing, self.way.decisions)

    def by_engine(self, ruleset: Ruleset) -> Result | None:
        return result_of(self.judged(engine, ruleset))

    def by_spec(self, ruleset: Ruleset) -> Result | None:
        return result_of(self.judged(spec, ruleset))

    def told(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The position after the way, as a block."""
        setup = under(self.scene.setup, ruleset)
        block = block_lines(setup, self.judged(engine, ruleset).outcomes[0].position)
        return ("position", *(f"  {line}" for line in block), "end")

    def witness(self, rulesets: Sequence[Ruleset], results: Sequence[Result]) -> Witness:
        """This case as a witness of what it leads to under some rulesets."""
        setup = under(self.scene.setup, rulesets[0])
        record = (
            f"game {DATA.game}",
            *self.head,
            *self.lines,
            *_claims(results, begins=not self.scene.blocks[0]),
        )
        view = View(setup.board, setup, self.scene.standings[self.case] if self.scene.blocks[0] else None)
        size = counted(len(setup.seats), "player")
        return Witness(tuple(rulesets), record, tuple(_told(results)), size, text_picture(view))


def _claims(results: Sequence[Result], *, begins: bool) -> Iterator[str]:
    """What a record states by the first of two legal results where no position block can: how the game ended, and how it
    `begins`."""
    if len(results) < 2 or any(one.rule for one in results):
        return
    one, two = (dict(facts_of(each.ways[0])) for each in results[:2])
    ended, other = one["", "end"], two["", "end"]
    if isinstance(ended, Ended) and isinstance(other, Ended) and ended != other:
        if ended.points != other.points:
            yield f"result {' '.join(f'{name} {points}' for name, points in ended.points)}"
        else:
            yield f"check winner {' '.join(ended.winners or ())}"
    apart = ((who, fact) for who, fact in one if who and one[who, fact] != two.get((who, fact)))
    for who, fact in islice(apart, int(begins)):
        yield f"check {who} {fact} {one[who, fact]}"


def confirmed(altered: Altered, scene: Scene, way: Way, case: int) -> Witness | None:
    """The witness in a case of a scene, if the judges agree under each ruleset, and the results differ."""
    played = Played(scene, case, way, altered.rulesets[0])
    results = altered.confirmed(played.by_engine, played.by_spec)
    return None if results is None else played.witness(altered.rulesets, results)


def facts_of(way: object) -> Facts:
    """The facts to which a way leads."""
    assert isinstance(way, tuple)
    return dict(way)


def _told(results: Sequence[Result]) -> list[str]:
    """The results in words: the rule, or the facts in which the legal ones differ."""
    legal = [dict(facts_of(one.ways[0])) for one in results if not one.rule]
    apart = [key for key in legal[0] if any(one.get(key) != legal[0][key] for one in legal)] if legal else []
    return [
        f"illegal, {one.rule}" if one.rule else ": ".join(filter(None, ("legal", _facts(one, apart))))
        for one in results
    ]


def _facts(result: Result, apart: Sequence[tuple[str, str]]) -> str:
    known: Mapping[object, object] = dict(facts_of(result.ways[0]))
    return ", ".join(_phrase(*key, known.get(key)) for key in apart[:MOST_SHOWN])


def _phrase(who: str, fact: str, found: object) -> str:
    if who:
        return f"{who} {phrase(fact, found)}"
    if isinstance(found, Ended):
        points = ", ".join(f"{name} {number}" for name, number in found.points)
        return f"the end: {points}; the winner is {' and '.join(found.winners or ('not known',))}"
    if fact in ("track", "tiles") and isinstance(found, tuple):
        found = " ".join(
            f"{one} {' '.join(other) if isinstance(other, tuple) else other}" for one, other in found
        )
    return f"{fact} {' '.join(found) if isinstance(found, tuple) else found}"
