"""`position` blocks: compares them with the current position, or starts again from them."""

from collections import Counter
from collections.abc import Iterator

from grammar.syntax import Leaf, Statement
from model.great_race.cards import cards_of
from model.great_race.claims import Claim
from model.great_race.moves import UNKNOWN
from model.great_race.position import CAMP, CONVOY, NONE, PLANNING, Player, Position, Setup, Stack
from model.great_race.seen import DECK, DISCARDS, Joined
from model.great_race.standing import Standing
from model.values import replace
from verifier.answer import Answer
from verifier.great_race.engine.cards import in_stock, known_discards, known_hand
from verifier.great_race.lines.block_check import faults
from verifier.great_race.lines.block_read import Block, read_block
from verifier.great_race.lines.claims import (
    Denied,
    bag_denied,
    hidden_denied,
    level_denied,
    phase_denied,
    pile_denied,
    player_denied,
    refuted,
    tile_denied,
)
from verifier.great_race.lines.facts import Said, player_text
from verifier.great_race.lines.terms import Speaker, Table
from verifier.great_race.lines.write import names_text
from verifier.records.speaking import NotationError, impossible
from verifier.words import counted


def position_block(table: Table, speaker: Speaker, fresh: bool) -> Answer:
    """Handles a `position` block. `fresh`: a new start, because the record could not be followed."""
    setup = table.setup
    assert setup is not None
    try:
        block = read_block(setup, speaker.statement)
        standing = build(setup, block, speaker.statement)
    except NotationError as error:
        return Answer(table.lost(), speaker.troubles(error))
    after = replace(table, standing=standing, past=(), gap=None)
    known = table.standing
    if fresh or known is None or not known.position.track or _unbegun(known):
        fault = next(faults(setup, standing, block), None)
        if fault is not None:
            return Answer(table.lost(), speaker.troubles(impossible(*fault)))
        return Answer(after, follow=True)
    wrong = refuted(table, _wrong(table, known.position, block), speaker)
    return Answer(after if wrong else table, wrong, follow=True)


def _unbegun(standing: Standing) -> bool:
    """Whether nothing has been played."""
    position = standing.position
    return position.turn == 1 and position.phase == CAMP and not position.display and len(standing.cards) == 1


def build(setup: Setup, block: Block, statement: Statement) -> Standing:
    """The standing of a block; what it leaves out has its default. Raises `NotationError`."""
    names = [name for name, *_ in block.players]
    missing = [seat.name for seat in setup.seats if seat.name not in names]
    if missing:
        raise impossible(statement.node.span, f"{missing[0]} is missing in this position")
    for number, (name, *_, line) in enumerate(block.players):
        if name in names[:number]:
            raise impossible(line.node.span, f"{name} is here twice")
    phase = block.phase or CONVOY
    players = tuple(_built(setup, name, place, said, phase) for name, place, said, _ in block.players)
    tiles = tuple(sorted(block.tiles or ()))
    _check_tiles(block, statement)
    bag, in_bag = _left_in_bag(setup, block, statement)
    position = Position(
        block.turn or 1,
        phase,
        players,
        _next(block, players, phase),
        tiles,
        tuple(sorted(block.removed or ())),
        bag,
        in_bag,
        block.display or (),
        _track(setup, block, players),
    )
    hands = tuple((name, _hand(said)) for name, _, said, _ in block.players)
    joined = Joined(hands, block.display or (), block.discards, block.deck)
    _check_cards(setup, joined, statement)
    return Standing(position, (joined,))


def _check_cards(setup: Setup, joined: Joined, statement: Statement) -> None:
    """Raises `NotationError` if there are not that many cards of a kind, or in all."""
    deck = {kind: card.count for kind, card in cards_of(setup.ruleset).items()}
    there = [card for _, hand in joined.hands for card in hand] + [*joined.display, *(joined.discards or ())]
    for kind, count in Counter(there).items():
        if kind != UNKNOWN and count > deck.get(kind, 0):
            fact = f"of {kind} the deck has {counted(deck.get(kind, 0), 'card')}, not {count}"
            raise impossible(statement.node.span, fact)
    placed, every = len(there) + (joined.deck or 0), sum(deck.values())
    if placed > every or (placed < every and joined.deck is not None and joined.discards is not None):
        fact = f"hands, cards on show, discards and deck have {placed} cards"
        raise impossible(statement.node.span, fact, f"there are {every} cards (GR-1.4)")


def _built(setup: Setup, name: str, place: str, said: list[Said], phase: str) -> Player:
    full = {gauge: setup.parameter(f"{gauge}_max") for gauge in ("fuel", "engine", "chassis")}
    player = Player(
        name, place, full["fuel"], full["engine"], full["chassis"], setup.parameter("start_money")
    )
    facts = {one.name: one.value for one in said if one.name != "broken"}
    player = replace(player, **facts)  # type: ignore[arg-type]
    for one in said:
        if one.name in full and isinstance(one.value, int) and one.value > full[one.name]:
            raise impossible(one.span, f"the {one.name} gauge has {full[one.name]} levels")
    if player.finished:
        player = replace(player, passed=True, left=NONE, cards=0)
    return replace(player, planned=phase not in (CAMP, PLANNING))


def _hand(said: list[Said]) -> tuple[str, ...]:
    """The cards of a hand, with `?` for each that is not known."""
    for one in said:
        if one.name == "cards":
            assert isinstance(one.value, int)
            return (UNKNOWN,) * one.value if one.cards is None else one.cards
    return ()


def _next(block: Block, players: tuple[Player, ...], phase: str) -> str | None:
    """Who acts next: as written, or the first in turn order, in the camp the last."""
    if block.next is not None or phase not in (CAMP, CONVOY):
        return block.next
    if phase == CAMP:
        return players[-1].name
    return next((one.name for one in players if not one.idle), None)


def _track(setup: Setup, block: Block, players: tuple[Player, ...]) -> tuple[tuple[int, Stack], ...]:
    """The progress track: as written, or the levels of the vehicles, each stack in turn order."""
    stacks: dict[int, Stack] = {}
    written = {name for stack in block.track.values() for name in stack}
    for player in players:
        if player.name not in written:
            level = setup.level(player.place)
            stacks[level] = (*stacks.get(level, ()), player.name)
    for level, stack in block.track.items():
        stacks[level] = (*stack, *stacks.get(level, ()))
    return tuple(sorted(stacks.items()))


def _check_tiles(block: Block, statement: Statement) -> None:
    """Raises `NotationError` if a space has two tiles."""
    for space, count in Counter(space for space, _ in block.tiles or ()).items():
        if count > 1:
            raise impossible(statement.node.span, f"{space} has {count} tiles")


def _left_in_bag(setup: Setup, block: Block, statement: Statement) -> tuple[tuple[tuple[str, int], ...], int]:
    """The tiles in the bag: those of the board without those on it and those out of the game. Raises `NotationError`."""
    out = [*(tile for _, tile in block.tiles or ()), *(block.removed or ())]
    rest = {tile.id: tile.count - out.count(tile.id) for tile in setup.board.tiles}
    for kind, count in rest.items():
        if count < 0:
            fact = f"{out.count(kind)} tiles {kind} are named, and there are {count + out.count(kind)}"
            raise impossible(statement.node.span, fact)
    total = sum(rest.values()) - out.count(UNKNOWN)
    if isinstance(block.bag, dict):
        return tuple(block.bag.items()), sum(block.bag.values())
    return tuple(rest.items()), total if block.bag is None else block.bag


def _wrong(table: Table, position: Position, block: Block) -> Iterator[Denied]:
    """The false claims of a block."""
    for about, kind in (("turn", "turn"), ("phase", "phase"), ("next", "next_player")):
        said = getattr(block, about)
        if said is not None:
            yield from phase_denied(position, about, said, block.spans[kind])
    for name, place, facts, line in block.players:
        first = line.node.parts[1]
        assert isinstance(first, Leaf)
        yield from player_denied(table, name, [Said("place", place, first.span), *facts])
    for about in ("removed", "display"):
        pile = getattr(block, about)
        if pile is not None:
            yield from pile_denied(position, about, pile, block.spans[about])
    if block.tiles is not None:
        lying = dict(block.tiles)
        for space in sorted({*lying, *dict(position.tiles)}):
            yield from tile_denied(position, space, lying.get(space), block.spans["tiles"])
    if block.deck is not None:
        words = f"the deck cannot have {counted(block.deck, 'card')}"
        yield from hidden_denied(table, Claim(DECK, (UNKNOWN,) * block.deck), words, block.spans[DECK])
    if block.discards is not None:
        words = f"the discards cannot be {' '.join(block.discards)}"
        yield from hidden_denied(table, Claim(DISCARDS, block.discards), words, block.spans[DISCARDS])
    if block.bag is not None:
        yield from bag_denied(position, block.bag, block.spans["bag"])
    for level, stack in block.track.items():
        yield from level_denied(position, level, stack, block.spans[f"level {level}"])


def block_lines(setup: Setup, standing: Standing) -> tuple[str, ...]:
    """The lines of a position block, without `position` and `end`."""
    position = standing.position
    lines = [f"turn {position.turn}", f"phase {position.phase}"]
    if position.next is not None:
        lines.append(f"next {position.next}")
    lines += [
        player_text(one, known_hand(setup, standing.cards, one.name, one.cards)) for one in position.players
    ]
    if position.tiles:
        lines.append(f"tiles {' '.join(f'{tile}@{space}' for space, tile in position.tiles)}")
    if position.removed:
        lines.append(f"removed {' '.join(position.removed)}")
    if position.display:
        lines.append(f"display {' '.join(position.display)}")
    discards = known_discards(setup, standing.cards)
    if discards is not None:
        deck = in_stock(setup, standing.cards) - len(discards)
        lines.append(f"discards {' '.join(names_text(discards))}" if discards else f"deck {deck}")
    lines += [f"track {level} {' '.join(stack)}" for level, stack in position.track]
    return tuple(lines)
