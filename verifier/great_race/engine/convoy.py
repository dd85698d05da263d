"""GR-6: the convoy, in which each player takes one sequence after the other."""

from model.great_race.moves import (
    UNKNOWN,
    Act,
    Buy,
    Cash,
    Clear,
    Draw,
    Drive,
    Interrupt,
    Lost,
    Pass,
    Play,
    Power,
    Repair,
    Scout,
    Sequence,
)
from model.great_race.position import (
    CONVOY,
    ESCORT,
    EXPLORER,
    MAINTENANCE,
    MECHANIC,
    NONE,
    OVER,
    TREASURY,
    ZONES,
    Player,
)
from verifier.great_race.engine import escort, finish, leaders, lost, lost_acts, resources, tiles
from verifier.great_race.engine.drive import drive
from verifier.great_race.engine.repair import repair
from verifier.great_race.engine.table import COMPLEMENTS, NotKnownError, Table
from verifier.words import counted

BUY, CARDS, LAST, DONE = range(4)
"""The steps of a sequence (GR-6.2), and after its last act."""


def sequence(table: Table, decision: Sequence) -> None:
    """A player's sequence."""
    _may_act(table, decision.player, decision.acts[0])
    stage = BUY
    for number, act in enumerate(decision.acts, 1):
        table.act, table.word = number, ""
        if isinstance(act, Lost):
            rest = act.rest or len(decision.acts) == 1
            stage = _lost(table, decision.player, stage, rest=rest)
            continue
        _not_finished(table, decision.player)
        stage = carry_out(table, decision.player, act, stage)
    table.act, table.word = 0, ""
    player = table.player(decision.player)
    if not _may_end(table, player.name, stage):
        table.refuse(
            "GR-6.2",
            f"{player.name} plays no assistant and does not pass",
            "each sequence ends with one or the other",
        )
    if stage != DONE and not player.finished:
        table.set(player.name, passed=True)
        table.did("GR-6.7", who=player.name, what="passed")
    _go_on(table, decision.player)


def _lost(table: Table, name: str, stage: int, *, rest: bool) -> int:
    """An act that was not written down, or any number of them up to the end of the sequence. Returns the step after it."""
    if table.whole:
        raise NotKnownError("an act of the sequence is lost")
    while not rest or not _may_end(table, name, stage) or table.choose((False, True)):
        _not_finished(table, name)
        act = table.choose(lost_acts.acts(table, name, first=stage == BUY, last=stage == DONE))
        table.unwritten = True
        stage = carry_out(table, name, act, stage)
        table.unwritten = False
        if not rest:
            break
    return stage


def _may_end(table: Table, name: str, stage: int) -> bool:
    """Whether a sequence may end here."""
    player = table.player(name)
    return stage == DONE or bool(player.finished) or player.left == NONE


def _may_act(table: Table, name: str, first: Act) -> None:
    """Whether the player may have a sequence now; `first` is its first act."""
    position, player = table.position, table.player(name)
    if position.phase not in (CONVOY, MAINTENANCE, OVER):
        table.refuse(
            "GR-6.3" if isinstance(first, Buy) else "GR-3.1",
            f"{name} has a sequence in the {position.phase} phase",
            "the convoy comes after the planning",
        )
    _not_finished(table, name)
    if player.passed:
        table.refuse("GR-6.6", f"{name} has passed", "passing ends one's part in the phase")
    due = _due(table, name)
    if player.left == NONE or position.phase in (MAINTENANCE, OVER):
        rule, reason = "GR-6.1", "a sequence needs an assistant on the dashboard"
        if isinstance(first, Buy):
            rule = "GR-6.3"
        elif isinstance(first, Play):
            exempt = resources.any_time(table, first.card) and table.reads("anytime-without-assistant", "a")
            rule = "GR-6.1" if exempt else "GR-6.4"
            reason = (
                f"an any-time card out of sequence is written `{name}! {first.card}`" if exempt else reason
            )
        table.refuse(rule, f"{name} has no assistant left", reason)
    if due is not None and due != name:
        table.refuse("GR-6.1", f"{due} is due, not {name}", "players take one sequence each in turn order")


def _not_finished(table: Table, name: str) -> None:
    """Refuses what a player does after reaching the finish (GR-18.2)."""
    if table.player(name).finished:
        table.refuse("GR-18.2", f"{name} has finished", "who has finished takes no further part")


def _due(table: Table, name: str) -> str | None:
    """Who is due. Players before this one who have no part in the convoy are skipped; so those whose plan is lost, and who have
    not passed, have nothing left."""
    due, order = table.position.next, table.position.order
    while due is not None and due != name and (table.player(due).idle or table.player(due).left is None):
        if not table.player(due).idle:
            table.set(due, left=NONE)
        due = order[(order.index(due) + 1) % len(order)]
    return due


def carry_out(table: Table, name: str, act: Act, stage: int) -> int:
    """Carries out an act. Returns the step of the sequence after it."""
    none_left = table.player(name).left == NONE
    if isinstance(act, Buy):
        if stage != BUY or none_left:
            table.refuse(
                _ended(table, name, "GR-6.3"),
                f"{name} buys fuel after the first step",
                "fuel is bought first in a sequence, with an assistant left",
            )
        _buy(table, name, act)
        return CARDS
    if isinstance(act, Power):
        return _power(table, name, act, stage)
    if isinstance(act, Play):
        if resources.any_time(table, act.card):
            resources.play(table, name, act)
            return max(stage, CARDS)
        if stage == DONE:
            rule = _ended(table, name)
            table.refuse(rule, f"{name} plays after the assistant", "the assistant ends the sequence")
        if none_left:
            table.refuse(
                "GR-6.4",
                f"{name} has no assistant on the dashboard",
                "cards need an assistant on the dashboard",
            )
        resources.play(table, name, act)
        return CARDS
    if stage == DONE:
        what = "passes after an assistant" if isinstance(act, Pass) else "plays a second assistant"
        table.refuse(_ended(table, name), f"{name} {what}", "a sequence has one assistant, or a pass")
    _last(table, name, act)
    return DONE


def _ended(table: Table, name: str, rule: str = "GR-6.2") -> str:
    """The rule against an act after the last one of a sequence: this one, unless that was a pass."""
    return "GR-6.6" if table.player(name).passed else rule


def _power(table: Table, name: str, act: Power, stage: int) -> int:
    """The power of the turn, as a card of the second step, or at any moment of the sequence (ruling leader-timing). Returns the
    step of the sequence after it."""
    if table.player(name).passed and not table.reads("leader-timing", "c"):
        table.refuse("GR-6.6", f"{name} has passed", "passing ends one's part in the phase")
    if not table.reads("leader-timing", "a"):
        leaders.use(table, name, act)
        return stage
    if stage == DONE or table.player(name).left == NONE:
        fact = f"{name} uses a power after the assistant"
        table.refuse("GR-22.3", fact, "a power is used like a card of the second step")
    leaders.use(table, name, act)
    return CARDS


def _last(table: Table, name: str, act: Act) -> None:
    """The third step: an assistant, or a pass."""
    match act:
        case Pass():
            table.set(name, passed=True)
            table.did("GR-6.6", who=name, what="passed")
        case Scout():
            escort.take(table, name, EXPLORER, "GR-6.5")
            tiles.scout(table, name, act, table.number("explorer_tiles"), "GR-7.2")
        case Draw():
            escort.take(table, name, EXPLORER, "GR-6.5")
            table.draw_cards(name, None if act.card == UNKNOWN else (act.card,), 1, "GR-7.6")
            table.limit_hand(name, act.forced)
        case Drive():
            escort.take(table, name, MECHANIC, "GR-8.6")
            if not drive(table, name, act):
                _without_effect(table, "the vehicle stays")
        case Repair():
            escort.take(table, name, MECHANIC, "GR-6.5")
            repair(table, name, act)
            if all(fix.split == (0, 0) for fix in act.fixes):
                _without_effect(table, "nothing is repaired")
        case Clear():
            escort.take(table, name, ESCORT, "GR-6.5")
            escort.clear(table, name, act)
        case Cash():
            _cash(table, name, act)


def _without_effect(table: Table, fact: str) -> None:
    """An assistant is played and does nothing (ruling null-action)."""
    if table.reads("null-action", "b"):
        table.refuse("GR-6.9", fact, "an assistant is played for an effect")


def _buy(table: Table, name: str, act: Buy) -> None:
    """Fuel at the price of the place (GR-6.3), no more than the gauge has room for (GR-11.1)."""
    fuel, most = table.level(name, "fuel"), table.number("fuel_max")
    levels = act.levels
    if levels is None:
        levels = table.choose(range(most + 1))
        table.fill(levels=levels)
    if fuel + levels > most and not table.reads("gauge-overflow", "c"):
        table.refuse(
            "GR-11.1",
            f"{name} has {fuel} fuel of {most} and buys {levels}",
            "no more is bought than the gauge has room for",
        )
    price = table.number("fuel_in_city" if table.in_city(name) else "fuel_outside")
    table.pay(name, levels * price, "GR-6.3", f"fuel for {counted(levels, 'level')}")
    table.refuel(name, levels, "GR-6.3")


def _cash(table: Table, name: str, act: Cash) -> None:
    """The whole treasury group pays at once (GR-10)."""
    left = table.player(name).left
    if left is None:
        left = table.choose(lost.plans(table))
        table.set(name, left=left)
    there = left[ZONES.index(TREASURY)]
    taken = there if act.count is None else act.count
    if taken != there and table.keeps("GR-10.2"):
        table.refuse(
            "GR-10.2",
            f"{name} has {counted(there, 'assistant')} in the treasury, not {taken}",
            "the treasury pays once, for all its assistants",
            there=there,
        )
    if not taken and there:
        table.refuse("GR-6.5", "no assistant is taken", "the treasury pays for its assistants")
    escort.take(table, name, TREASURY, "GR-6.5", max(taken, 1))
    table.earn(name, table.number(f"income_{max(taken, 1)}"), "GR-10.1", "GR-10.2", "GR-10.3")


def interrupt(table: Table, decision: Interrupt) -> None:
    """A player acts outside the own sequence: only any-time cards may be played so (GR-20.4)."""
    player = table.player(decision.player)
    _interrupt(table, player, decision.act)
    if table.position.phase == CONVOY and table.position.next is not None:
        _next(table, table.position.next)


def _interrupt(table: Table, player: Player, act: str | Act) -> None:
    """Carries out what is done out of sequence."""
    name = player.name
    if isinstance(act, Lost):
        act = table.choose(lost_acts.acts(table, name, first=False, last=True))
    if table.position.phase == OVER:
        table.refuse("GR-18.4", "the game is over", "nothing is done after the game")
    if isinstance(act, Play) and act.use is None:
        act = act.card
    if not isinstance(act, str):
        in_convoy = table.position.phase == CONVOY
        if isinstance(act, Clear) and in_convoy and table.reads("escort-clear-anytime", "b"):
            _not_finished(table, name)
            if player.passed and table.reads("escort-after-pass", "b"):
                table.refuse("GR-6.6", f"{name} has passed", "passing ends one's part in the phase")
            escort.take(table, name, ESCORT, "GR-6.5")
            escort.clear(table, name, act)
            return
        if isinstance(act, Power) and table.reads("leader-timing", "c"):
            _not_finished(table, name)
            leaders.use(table, name, act)
            return
        if not (isinstance(act, Play) and resources.any_time(table, act.card)):
            rule = _not_now(player, act)
            table.refuse(rule, f"{name} acts outside the own sequence", "acts belong to the own sequence")
    _not_finished(table, name)
    card = act.card if isinstance(act, Play) else act
    if not resources.any_time(table, card):
        with_action = card in COMPLEMENTS
        table.refuse(
            "GR-20.3" if with_action else "GR-20.2",
            f"{card} is no any-time card",
            "it goes with a move or a repair" if with_action else "it belongs to the own sequence",
        )
    resources.play(table, name, act if isinstance(act, Play) else Play(act))


def _not_now(player: Player, act: Act) -> str:
    """The rule against an act out of sequence."""
    match act:
        case Play():
            return "GR-20.3" if act.card in COMPLEMENTS else "GR-20.2"
        case Clear():
            return "GR-9.4"
        case Power():
            return "GR-22.3"
        case Buy():
            return "GR-6.3"
    return "GR-6.6" if player.passed else "GR-6.1"


def _go_on(table: Table, name: str) -> None:
    """The player after this one is next."""
    order = table.position.order
    _next(table, order[(order.index(name) + 1) % len(order)])


def _next(table: Table, first: str) -> None:
    """This player is next, or the first one after with a part in the convoy; without one it is over (GR-6.1, GR-18.4)."""
    order = table.position.order
    place = order.index(first)
    later = (*order[place:], *order[:place])
    waiting = [one for one in later if not table.player(one).idle]
    if waiting:
        table.change(next=waiting[0])
    elif any(one.finished for one in table.position.players):
        finish.end(table)
    else:
        table.change(phase=MAINTENANCE, next=None)
