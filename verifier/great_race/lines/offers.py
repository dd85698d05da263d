"""`steward moves`: the legal lines at a position, and why a line in question would be illegal."""

from collections.abc import Iterator
from itertools import islice

from grammar.parser import parse
from grammar.syntax import Node
from model.datafiles import did_you_mean, plain
from model.great_race.cards import card_by_name
from model.great_race.moves import Act, Decision, Interrupt, Pass, Plan, Sequence, Take
from model.great_race.position import CAMP, CONVOY, OVER, PLANNING, Setup
from model.great_race.standing import Standing
from model.values import replace, value
from verifier.errors import printable
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.great_race.engine.cards import known_hand
from verifier.great_race.engine.offered import Chosen, Maker
from verifier.great_race.engine.offers import due, sequences
from verifier.great_race.lines.block import block_lines
from verifier.great_race.lines.facts import player_text
from verifier.great_race.lines.names import names_of
from verifier.great_race.lines.play import KINDS, play_line
from verifier.great_race.lines.read import read_acts
from verifier.great_race.lines.terms import Speaker, Table
from verifier.great_race.lines.write import line_text
from verifier.offers import every
from verifier.records.asked_lines import one_line, said
from verifier.records.speaking import NotationError

MOST = 10_000
"""The most decisions that are listed."""

LAST = ("scout", "draw", "drive", "repair", "clear", "cash", "pass")
"""Kinds of the last act of a sequence."""

BEFORE = ("buy", "play", "power")
"""Kinds of the acts before it."""

ON_THE_WAY = ("blind", "jerrycan", "late", "interrupt")
"""What a list leaves out: tiles not seen yet, and cards played on the way."""

NOTE = "one act is listed for each line; tiles not seen yet are ?, and no cards are played on the way"


@value
class Asked:
    """A request: the player, the acts before, and the kind of the next act (empty: any last one) or its card."""

    player: str
    before: tuple[Act, ...] = ()
    kind: str = ""
    card: str = ""


def offers(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal lines of the player in turn. Findings name the place in question, not a line."""
    return _answer(table, request).placed(request.place)


def _answer(table: Table, request: MovesRequest) -> MovesAnswer:
    setup, standing = table.setup, table.standing
    if setup is None or standing is None:
        fact = "the position is not known here"
        return MovesAnswer(findings=(said("undetermined", fact, "give a `position` block"),))
    if request.why_not is not None:
        return _why_not(table, request, request.why_not)
    position = standing.position
    if position.phase == OVER:
        return MovesAnswer(note="the game is over")
    if position.phase not in (PLANNING, CONVOY) and not position.display:
        return MovesAnswer(
            note=f"turn {position.turn} is over: `turn {position.turn + 1}` comes next"
            if position.phase != CAMP
            else "the camp begins: its `display` comes next"
        )
    asked = read_request(table, request)
    if isinstance(asked, Finding):
        return MovesAnswer(findings=(asked,))
    found: dict[object, MoveOffer] = {}
    for decision in islice(decisions(setup, standing, asked, paths=request.paths), MOST):
        judgement = table.door.judge(setup, standing, decision)
        for after in judgement.positions:
            offer = move_offer(setup, decision, after)
            found.setdefault(offer.notation if request.paths else after, offer)
    if not found and asked.player:
        judgement = table.door.judge(setup, standing, Sequence(asked.player, (*asked.before, Pass())))
        breach = next(iter(judgement.breaches), None)
        if breach is not None:
            why = Finding("illegal", "", 0, 1, 1, breach.fact, (breach.rule,), breach.reason)
            return MovesAnswer(findings=(why,))
    shown = sorted(found.values(), key=lambda offer: _place(offer.notation))
    return MovesAnswer(tuple(shown), note=NOTE if position.phase == CONVOY else "")


def _place(line: str) -> tuple[str, int, str]:
    """The place of a line in a list: takes and plans by the player, then the short ones first."""
    player = "" if ":" in line else line.split(" ")[1]
    return player, len(line), line


def decisions(setup: Setup, standing: Standing, asked: Asked, *, paths: bool = False) -> Iterator[Decision]:
    """What the player can decide, with cards that are certainly in hand: each take, each plan, each sequence of the kind asked
    for; after a card or a power the player passes. `paths`: also ways that lead to the same position."""
    maker = Maker(setup, standing, sure=True, paths=paths)
    if standing.position.phase != CONVOY:
        offer = due(maker)
        for decision in every(offer, lambda choice: choice.kind in ON_THE_WAY) if offer is not None else ():
            whose = isinstance(decision, Take | Plan) and asked.player in ("", decision.player)
            if whose and not isinstance(decision, Interrupt):
                yield decision
        return
    if standing.position.next not in (None, asked.player):
        return
    offer = sequences(maker, asked.player, asked.before)
    wanted = [choice for choice in offer.choices if _is_wanted(choice, asked)]
    left_out = {*ON_THE_WAY, *BEFORE, *(kind for kind in LAST if kind != "pass")}

    def is_left_out(choice: Chosen) -> bool:
        return (
            choice.kind in left_out or "guide" in choice.word.split(" ") or "card" in choice.word.split(" ")
        )

    for choice in wanted:
        if choice.decision is not None:
            yield choice.decision
        elif choice.then is not None:
            yield from every(choice.then(), is_left_out)


def _is_wanted(choice: Chosen, asked: Asked) -> bool:
    if asked.card:
        return (choice.kind, choice.word) == ("play", asked.card)
    return choice.kind == asked.kind if asked.kind else choice.kind in (*LAST, "end")


def move_offer(setup: Setup, decision: Decision, after: Standing) -> MoveOffer:
    """A decision as the command shows it, with the player after it."""
    ends = ""
    if isinstance(decision, Sequence):
        player = after.position.player(decision.player)
        hand = known_hand(setup, after.cards, player.name, player.cards)
        ends = player_text(player, hand).removeprefix(f"{player.name} ")
    return MoveOffer(line_text(decision), ends, None, block_lines(setup, after))


def read_request(table: Table, request: MovesRequest) -> Asked | Finding:
    """The player and the acts that are requested; or what is wrong with the request."""
    assert table.setup is not None and table.position is not None
    player = table.position.next or ""
    if request.mover is not None:
        known = [name for name in table.players if plain(name) == plain(request.mover)]
        if not known:
            wanted = printable(request.mover)
            help = did_you_mean(request.mover, table.players) or f"players: {', '.join(table.players)}"
            return said("unknown-name", f"there is no player `{wanted}`", help)
        player = known[0]
    *before, last = [act.strip() for act in (request.means or "").split(";")]
    card = card_by_name(last) or ""
    kind = "play" if card else last if last in (*LAST, "power") else ""
    if last and not kind:
        before.append(last)
    if not before:
        return Asked(player, (), kind, card)
    parsed = parse(f"game great-race\n{player}: {'; '.join(before)}\n", "asked")
    statements = parsed.records[0].statements[1:] if parsed.records else ()
    if parsed.errors or len(statements) != 1 or statements[0].kind != "sequence":
        help = f"acts are written as in a record, as in `buy 2; drive`; kinds are {', '.join(LAST)}, power, and cards"
        return said("unknown-name", f"`{printable(request.means or '')}` are no acts", help)
    nodes = [part for part in statements[0].node.parts if isinstance(part, Node) and part.kind != "mover"]
    try:
        return Asked(player, read_acts(nodes, names_of(table.setup)).acts, kind, card)
    except NotationError as error:
        return replace(Speaker("", statements[0]).troubles(error)[0])


def _why_not(table: Table, request: MovesRequest, text: str) -> MovesAnswer:
    """Why a line in question is illegal."""
    assert table.position is not None
    mover = request.mover or table.position.next or ""
    first = text.split(" ", 1)[0]
    whole = first[-1:] in (":", "!") or first in ("camp", "plan", "display", "turn", "order", "bonus")
    line = text if whole or not mover else f"{mover}: {text}"
    statement = one_line("great-race", line, "one line", "Blue: drive b2 b3")
    if isinstance(statement, Finding):
        return MovesAnswer(findings=(statement,))
    speaker = Speaker("", statement)
    if statement.kind not in KINDS:
        return MovesAnswer(findings=(speaker.finding("unreadable", statement.node.span, "this is no play"),))
    try:
        answer = play_line(table, speaker)
        can_be = (
            answer.judgement is not None and answer.judgement.legal
        )  # with some way to fill in what is left out
        return MovesAnswer(findings=() if can_be else answer.findings)
    except NotationError as error:
        return MovesAnswer(findings=speaker.troubles(error))
