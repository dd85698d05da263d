"""`moves --both`: the drives and placements of the player in turn, as engine and spec both find them."""

from collections.abc import Sequence
from functools import partial
from itertools import islice

from model.great_race.moves import Sequence as Acts
from model.great_race.position import CONVOY, Setup
from model.great_race.standing import Standing
from verifier.answer import MovesRequest, itself
from verifier.findings import Finding
from verifier.great_race.engine.door import judge
from verifier.great_race.lines.header import set_up
from verifier.great_race.lines.offers import MOST, Asked, decisions, move_offer, read_request
from verifier.great_race.lines.terms import Table
from verifier.great_race.spec.listing import MEANS, outcomes
from verifier.solving.comparison import Difference, differing
from verifier.verdicts import certified

NOTE = "drives over known terrain, and tiles placed before they are seen; no cards are played"

Moves = certified.MoveList[Standing, Acts]


def asked(table: Table, request: MovesRequest) -> certified.MoveLists:
    """The drives and placements of the player in turn. Other acts differ in nothing that a list could show."""
    table = set_up(table).unasked()
    if table.setup is None or table.position is None or table.position.phase != CONVOY:
        return certified.MoveLists()
    wanted = read_request(table, request)
    if isinstance(wanted, Finding) or wanted.before or wanted.player != table.position.next:
        return certified.MoveLists()
    assert table.standing is not None
    kinds = [kind for kind in MEANS if wanted.kind in ("", kind)]
    lists = tuple(_moves(table.setup, table.standing, wanted.player, kind) for kind in kinds)
    return certified.MoveLists(lists, NOTE, help="ask for one of them, as in `--act drive`")


def _moves(setup: Setup, standing: Standing, player: str, kind: str) -> Moves:
    def engine() -> Sequence[tuple[Acts, Standing]]:
        every = islice(decisions(setup, standing, Asked(player, (), kind)), MOST)
        acts = [one for one in every if isinstance(one, Acts)]
        return [(one, after) for one in acts for after in judge(setup, standing, one).positions]

    def certify(given: Sequence[Standing]) -> Difference[Standing, Acts]:
        return differing(outcomes(setup, standing, kind), given, itself)

    found, offer = partial(outcomes, setup, standing, kind), partial(move_offer, setup)
    return certified.MoveList(player, kind, engine, found, certify, offer)
