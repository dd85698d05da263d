"""What a `position` block cannot say, because no game leads there."""

from collections.abc import Iterator

from grammar.syntax import Span
from model.great_race.board import CITY
from model.great_race.cards import leaders
from model.great_race.position import CAMP, Player, Setup
from model.great_race.standing import Standing
from verifier.great_race.lines.block_read import Block

Fault = tuple[Span, str, str]
"""Where a fault is, what is impossible, and why."""


def faults(setup: Setup, standing: Standing, block: Block) -> Iterator[Fault]:
    """What is wrong with a block with which a game begins; `standing` is what it stands for."""
    position, board = standing.position, setup.board
    spans = {name: line.node.span for name, _, _, line in block.players}
    for player in position.players:
        for fact, reason in _faults_of_player(setup, standing, player):
            yield spans[player.name], fact, reason
    home = sorted((one.finished, one.name) for one in position.players if one.finished)
    for due, (rank, name) in enumerate(home, 1):
        if rank != due:
            yield spans[name], f"{name} has finished {rank}", f"{due} is due: ranks count from 1 (GR-19.6)"
    for space, _ in position.tiles:
        if board.index[space].kind == CITY:
            yield (
                block.spans["tiles"],
                f"a tile lies on {space}",
                "tiles lie on spaces, not on cities (GR-13.4)",
            )
    for level, stack in block.track.items():
        span = block.spans[f"level {level}"]
        for name in stack:
            there = setup.level(position.player(name).place)
            if there != level:
                yield span, f"{name} is on level {level}", f"the vehicle is on level {there} (GR-16.1)"
            if sum(other.count(name) for other in block.track.values()) > 1:
                yield span, f"{name} is on the track twice", "each player has one marker (GR-1.1)"
    most = len(position.players) + setup.parameter("camp_extra")
    if position.display and position.phase != CAMP:
        yield block.spans["display"], f"cards are on show in the {position.phase} phase", "write `phase camp`"
    if len(position.display) > most:
        fact = f"{len(position.display)} cards are on show"
        yield block.spans["display"], fact, f"at most {most} are (GR-4.1)"


def _faults_of_player(setup: Setup, standing: Standing, player: Player) -> Iterator[tuple[str, str]]:
    name, place, most = player.name, player.place, setup.parameter("assistants")
    hand = len(dict(standing.cards[0].hands)[name])  # type: ignore[union-attr]
    if sum(player.left or ()) > most:
        yield f"{name} has {sum(player.left or ())} assistants left", f"there are {most} (GR-5.1)"
    limited = player.chassis is not None and "GR-11.6" not in setup.ruleset.left_out
    if limited and hand > (player.chassis or 0):
        yield f"{name} has {hand} cards and chassis {player.chassis}", "a hand has no more cards (GR-11.6)"
    if player.finished and hand:
        yield f"{name} has finished and holds cards", "who arrives discards the hand (GR-18.2)"
    if player.finished and place != setup.finish:
        yield f"{name} has finished and is at {place}", f"the finish is {setup.finish} (GR-18.1)"
    if not player.finished and place == setup.finish:
        yield f"{name} is at the finish and has not finished", "add a place, as in `finished 1` (GR-18.2)"
    leader = setup.leader(name)
    if player.used and (not leader or leaders()[leader].permanent):
        yield f"{name} has no power to use in a turn", "leave out `used` (GR-22.2)"
