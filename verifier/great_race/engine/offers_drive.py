"""Every way to drive, step by step: where to, what is drawn, how it is paid, and when to stop."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from model.great_race.board import CITY, Tile
from model.great_race.moves import ASSISTANT, CARD, UNKNOWN, Drive, Forced, Step
from model.great_race.position import ZONES
from model.great_race.seen import Drew
from model.values import replace, value
from verifier.great_race.engine.drive import GUIDE, TRANSPORT, Way, go_on
from verifier.great_race.engine.offered import Chosen, Maker, Offered, Then
from verifier.great_race.engine.table import JERRYCAN, Table

ESCORT = "Escort"


@value
class Run:
    """A drive under way: the table after its steps."""

    table: Table
    way: Way
    steps: tuple[Step, ...] = ()


class Drives:
    """The drives of a player. `make` goes on after the drive."""

    def __init__(self, maker: Maker, player: str, make: Callable[[Drive], Offered]) -> None:
        self.maker, self.player, self.make = maker, player, make

    def due(self, table: Table) -> Offered:
        """The first step, on a table on which the pilot has been paid for."""
        return self._moving(Run(table, Way(table.player(self.player))))

    def _moving(self, run: Run, jerrycans: int = 0) -> Offered:
        """Where to go, or to stop. Jerrycans played between steps count as played with the step before."""
        choices = []
        if not jerrycans:
            choices.append(Chosen("stop" if run.steps else "stay", then=partial(self.make, Drive(run.steps))))
        if not run.way.ended:
            choices += self._steps(run, jerrycans)
            if not run.steps and jerrycans < self._held(run)[JERRYCAN]:
                choices.append(Chosen("jerrycan", then=partial(self._moving, run, jerrycans + 1)))
        left = self.maker.spent(run.table, self.player, JERRYCAN, jerrycans)
        return self.maker.offer("drive", self.player, choices, left, run.way, jerrycans)

    def _steps(self, run: Run, jerrycans: int) -> Iterator[Chosen]:
        table, limit = run.table, run.way.start.engine
        here, board = table.place(self.player), table.board
        full = limit is not None and run.way.counted >= limit
        for place in here.near:
            step = Step(place, jerrycans=jerrycans)
            if board.index[place].kind == CITY:
                if not full or table.reads("city-counts-as-step", "b"):
                    yield from self._into_city("city", place, run, step)
            elif not full:
                laid = table.position.tile(place)
                if laid is None:
                    yield Chosen("blind", place, then=partial(self._drawing, run, step))
                elif laid != UNKNOWN:
                    yield Chosen("step", place, then=partial(self._paying, run, step, board.terrain[laid]))
        for line in board.lines_from(here.id) if not run.steps else ():
            to = board.other_end(line, here.id)
            for count in range(self._held(run)[TRANSPORT] + 1):
                step = Step(to, line=line.kind, transports=(TRANSPORT,) * count, jerrycans=jerrycans)
                yield from self._into_city("line", f"{to} {count}", run, step)

    def _into_city(self, kind: str, word: str, run: Run, step: Step) -> Iterator[Chosen]:
        """A city, if it can be entered; its cards are drawn unseen."""

        def enter(table: Table, forced: Forced) -> Way:
            return go_on(table, self.player, run.way, replace(step, forced=forced))

        def entered(table: Table, forced: Forced, way: Way) -> Offered:
            new = table.cards[len(run.table.cards) :]
            drawn = next((one.cards for one in new if isinstance(one, Drew)), None)
            return self._moving(Run(table, way, (*run.steps, replace(step, drawn=drawn, forced=forced))))

        then = self.maker.going(run.table, self.player, enter, entered)
        if then is not None:
            yield Chosen(kind, word, then=then)

    def _drawing(self, run: Run, step: Step) -> Offered:
        """The tile of a blind step."""
        position, board = run.table.position, run.table.board
        if position.in_bag == 0 and not (position.removed and run.table.reads("empty-bag", "b")):
            return self.maker.nothing()
        bag = position.removed if position.in_bag == 0 else [tile for tile, count in position.bag if count]
        tiles = [
            Chosen(
                "tile", tile, then=partial(self._paying, run, replace(step, tile=tile), board.terrain[tile])
            )
            for tile in dict.fromkeys(bag)
        ]
        return self.maker.offer("tile", "", tiles, run.table, step.to, run.way)

    def _paying(self, run: Run, step: Step, tile: Tile) -> Offered:
        """The ways to pay for a space: means against its symbols, and the split of the points."""
        choices = []
        for one in self._payments(run, step, tile):
            then = self._paid(run, one)
            if then is not None:
                choices.append(Chosen("back" if one.sent_back else "pay", _marks(one), then=then))
        if step.jerrycans + step.late < self._held(run)[JERRYCAN]:
            late = replace(step, late=step.late + 1)
            choices.append(Chosen("late", then=partial(self._paying, run, late, tile)))
        left = self.maker.spent(run.table, self.player, JERRYCAN, step.jerrycans + step.late)
        return self.maker.offer("pay", self.player, choices, left, step, run.way)

    def _payments(self, run: Run, step: Step, tile: Tile) -> Iterator[Step]:
        """Candidates; the engine judges them."""
        table, now = run.table, run.table.player(self.player)
        if step.tile is not None:
            yield replace(step, sent_back=True)
        if now.engine is None or now.chassis is None:
            return
        hand = self._held(run)
        means: list[tuple[str, ...]] = [()]
        if tile.danger and (now.left is None or now.left[ZONES.index("S")]):
            means.append((ASSISTANT,))
        if tile.danger and hand[ESCORT]:
            means.append((CARD,))
        guides = (False, True) if tile.stop and hand[GUIDE] and not run.way.guided else (False,)
        points = tile.mech + tile.engine + tile.chassis
        for avoided, guide in product(means, guides):
            due = points + (table.number("danger_loss") if tile.danger and not avoided else 0)
            if table.reads("danger-affordability", "b"):
                due = max(points, min(due, now.engine + now.chassis))
            for engine in range(min(due, now.engine) + 1):
                if due - engine <= now.chassis:
                    split = (engine, due - engine) if due else None
                    yield replace(step, avoided=avoided, guide=guide, split=split)

    def _paid(self, run: Run, step: Step) -> Then | None:
        """How it goes on after a payment. A Jerrycan that the hand limit would force out is played as a late one instead."""

        def enter(table: Table, forced: Forced) -> Way:
            return go_on(table, self.player, run.way, replace(step, forced=forced))

        def entered(table: Table, forced: Forced, way: Way) -> Offered:
            return self._moving(Run(table, way, (*run.steps, replace(step, forced=forced))))

        return self.maker.going(run.table, self.player, enter, entered, plays=False)

    def _held(self, run: Run) -> Counter[str]:
        return self.maker.hand(run.table, self.player)


def _marks(step: Step) -> str:
    """How a step is paid: `card guide 1 0`, for an Escort card, a Guide, and a point on the engine."""
    split = step.split if isinstance(step.split, tuple) else (0, 0)
    return " ".join((*step.avoided, *(["guide"] if step.guide else []), *map(str, split)))
