"""Chapters 6.2, 6.4, 6.5, 6.6: which cars are in line with the mover.

Cars linked ahead are found on the board at each step. Cars linked behind are the trail: they are taken off the board when
they are linked and follow the mover space by space.
"""

from collections.abc import Sequence
from itertools import pairwise

from model.thunder_alley.moves import Step
from verifier.findings import Breach
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.choices import NO_MARK, Log, Mark, Wish, mark_of
from verifier.thunder_alley.engine.displacement import Moved
from verifier.thunder_alley.engine.refusals import mover
from verifier.thunder_alley.engine.run import BEGUN, DRAFT, LEAD, LINKED, PURSUIT, SOLO, Run, State

FOLLOWS = "TA-6.6-follow"
"""The rule of shifts in which a led car enters the space of the one before it."""

LANE_KEPT = {DRAFT: "TA-6.4.2-no-lateral-once-linked", PURSUIT: "TA-6.5-no-lane-change"}
"""Movement type -> the rule that keeps a linked car in its lane."""


def starts(
    run: Run, state: State, wish: Wish | None = None, steps: Sequence[Step] = ()
) -> list[tuple[State, Mark]]:
    """The states in which a movement begins: with Lead, one for each line that can be led (TA-6.6-link-at-start). `steps` are
    the path if it is known already."""
    at = state.at
    if (
        run.in_line
        # Going ahead links it just the same, unless it can choose an empty lane.
        and not (run.goes_ahead(steps) and len(run.ahead[at]) == 1)
        and touching(run, state.board, at, behind=run.pulls)
        and not _may_begin_sideways(run)
    ):
        return [(state._replace(mode=LINKED), NO_MARK)]
    if not run.leads:
        return [(state, NO_MARK)]
    return [(line, mark_of((), links=chosen)) for line, chosen in lines_behind(run, state, wish, None)]


def _may_begin_sideways(run: Run) -> bool:
    """Whether a Draft or Pursuit car that starts in line may go sideways before its first step ahead (TA-6.4.2, TA-6.5)."""
    return run.readings.draft_lateral_at_start if run.pulls else run.readings.pursuit_lateral_at_start


def lines_behind(
    run: Run, state: State, wish: Wish | None, log: Log | None
) -> list[tuple[State, tuple[int, ...] | None]]:
    """The state with each line that may be linked behind the mover, none as yet; with the cars of the line, nearest first, if
    they had to be chosen.

    Where two lanes lead to the same space the active player chooses which of them counts as the line, even an empty one
    next to an occupied one (TA-6.9.3-case-1, TA-6.9.3-case-2).
    """
    board, at = state.board, state.at
    chains = _chains(run, board, at, wish, ())
    if not chains and log is not None and wish is not None:
        log(_no_lane_behind(run, wish))
    if chains and wish is not None and wish.links is not None:
        agreeing = [chain for chain in chains if chain[1] == wish.links]
        if not agreeing and log is not None:
            log(_wrong_links(run, at, wish.links, [cars for _, cars, _ in chains], state.mode))
        chains = agreeing
    found: list[tuple[State, tuple[int, ...] | None]] = []
    for spaces, cars, free in chains:
        line = state
        if spaces:
            cells = bytearray(board)
            for space in spaces:
                cells[space] = 0
            line = state._replace(trail=spaces, board=bytes(cells), crew=(state.crew[0], *cars))
        found.append((line, cars if free else None))
    return found


def _chains(
    run: Run, board: bytes, at: int, wish: Wish | None, met: tuple[int, ...]
) -> list[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    """Chains of cars nose to tail behind `at`: spaces, cars, and whether a choice was made."""
    behind = run.behind[at]
    wanted = None if wish is None else wish.places_back.get(at)
    if wanted is not None and all(run.track.lane[space] != wanted for space in behind):
        return []
    taken = [space for space in behind if board[space] and space not in met]
    if not taken:
        return [((), (), False)]
    empty = len(taken) < len(behind)
    free = len(behind) > 1
    if free and run.fork_side is not None and run.readings.card_fixes_rear:
        kept = behind[run.fork_side]
        taken, empty, free = [space for space in taken if space == kept], kept not in taken, False
    if wanted is not None:
        kept_lane = [space for space in taken if run.track.lane[space] == wanted]
        empty = empty and not kept_lane
        taken = kept_lane
    found: list[tuple[tuple[int, ...], tuple[int, ...], bool]] = []
    for space in taken:
        for spaces, cars, chose in _chains(run, board, space, wish, (*met, space)):
            found.append(((space, *spaces), (board[space], *cars), free or chose))
    if empty:
        found.append(((), (), free))
    return found


def _no_lane_behind(run: Run, wish: Wish) -> Breach:
    """The lane written for the line behind does not lead to its space."""
    track = run.track
    for space, lane in wish.places_back.items():
        lanes = [track.lane[behind] for behind in run.behind[space]]
        if lane not in lanes:
            fact = f"behind `{track.spaces[space]}` lies lane {' and '.join(lanes)}, not lane {lane}"
            return Breach("TA-4.5", fact, "a step ahead needs a border that both spaces share")
    return Breach("TA-6.2", "no line behind agrees with the record", "cars in line stand nose to tail")


def _wrong_links(
    run: Run, at: int, wanted: tuple[int, ...], chains: list[tuple[int, ...]], mode: int
) -> Breach:
    """The cars written as linked behind do not form a line behind `at`."""
    numbers = run.numbers
    claimed = " ".join(str(numbers[code]) for code in wanted)
    possible = " or ".join("[" + " ".join(str(numbers[code]) for code in cars) + "]" for cars in chains)
    verb = "are" if len(chains) == 1 else "can be"
    fact = f"the cars linked behind {verb} {possible}, not [{claimed}]"
    if chains == [()]:
        fact = f"no car stands nose to tail behind {numbers[run.mover]}, but [{claimed}] is written"
    if run.fork_side is not None and run.readings.card_fixes_rear:
        reason = (
            "under this reading the lane that the card demands also decides which cars behind are in line"
        )
        return Breach(
            CARD_RULES[run.card.id], fact, reason, token="links", rulings=("line-card-rear-choice",)
        )
    for cars in chains:
        if cars[: len(wanted)] == wanted:
            left_out = numbers[cars[len(wanted)]]
            reason = f"{left_out} stands nose to tail in the line and must come along"
            rule = {LEAD: "TA-6.6-must-follow", DRAFT: "TA-6.4.1-line-moves"}.get(run.movement, "TA-6.2")
            if run.movement == DRAFT and at != run.home:
                # The line was not there at the start: this step makes it.
                rule, reason = (
                    "TA-6.4.2-link-on-forward",
                    f"the step ahead links {left_out} automatically",
                )
            return Breach(rule, fact, reason, token="links")
    if _both_lanes(wanted, chains):
        return Breach(case_of(mode), fact, ONE_LANE, token="links")
    return Breach(
        "TA-6.2", fact, "cars in line stand nose to tail, each behind the one before", token="links"
    )


ONE_LANE = "where two lanes meet behind a car, one of them counts as the line, never both"


def case_of(mode: int) -> str:
    """The rule of a fork that the line runs through before the first step ahead, or reaches on the way."""
    return "TA-6.9.3-case-2" if mode & BEGUN else "TA-6.9.3-case-1"


def _both_lanes(wanted: tuple[int, ...], chains: list[tuple[int, ...]]) -> bool:
    """Whether two cars that are written one after the other stand side by side, in two lanes that meet before them."""

    def begins(*cars: int) -> bool:
        return any(chain[: len(cars)] == cars for chain in chains)

    return any(
        one != other and begins(*wanted[:place], one) and begins(*wanted[:place], other)
        for place, (one, other) in enumerate(pairwise(wanted))
    )


def may_leave_line(run: Run, mode: int) -> bool:
    """Whether a linked car may step sideways out of its line: under a reading of a card's text, or where the rule that keeps
    it in its lane is left out."""
    if run.left_out and LANE_KEPT.get(run.movement) in run.left_out and (mode & BEGUN or not run.pulls):
        return True
    return run.text == "rubbin-is-racin" and run.readings.rubbin_linked


def linked_breach(run: Run, state: State, kind: str) -> Breach:
    """A sideways step of a linked car (TA-6.4.2, TA-6.5), and the cars it is linked with."""
    at, board, mode = state.at, state.board, state.mode
    ahead = next((space for space in run.ahead[at] if board[space]), None)
    linked = [] if ahead is None else [f"{run.numbers[board[ahead]]} ahead at `{run.track.spaces[ahead]}`"]
    behind = next((run.numbers[code] for code in state.crew[1:] if code), None)
    if behind is None and run.pulls:
        behind = next((run.numbers[board[space]] for space in run.behind[at] if board[space]), None)
    linked += [f"{behind} behind"] if behind is not None else []
    fact = f"`{kind}` leaves the lane at `{run.track.spaces[at]}`, but {mover(run)} is linked"
    fact += f" with {' and '.join(linked)}" if linked else ""
    if run.movement == PURSUIT:
        rulings = () if mode & BEGUN else ("pursuit-initial-lateral",)
        return Breach(
            "TA-6.5-no-lane-change",
            fact,
            "a Pursuit car that is linked ahead keeps its lane until its MPs are used up",
            rulings=rulings,
        )
    if not mode & BEGUN:
        return Breach(
            "TA-6.4.1-no-lane-change",
            fact,
            "under this reading a Draft car that starts in line may not change lanes",
            rulings=("draft-start-linked-lateral",),
        )
    return Breach(
        "TA-6.4.2-no-lateral-once-linked",
        fact,
        "once it has gone forward and is linked, a Draft car keeps its lane until its MPs are used up",
        rulings=("draft-link-after-lateral",),
    )


def own_follower(run: Run, state: State, kind: str, target: int) -> Breach:
    """A step into a car that follows (TA-6.6, lead-own-follower)."""
    follower = run.numbers[state.crew[1]]
    return Breach(
        "TA-6.6",
        f"`{kind}` leads to `{run.track.spaces[target]}`, and {follower} there is in the line that {mover(run)} leads",
        "a car does not displace a car that follows it",
        rulings=("lead-own-follower",),
    )


def owes_step_ahead(run: Run, mode: int) -> bool:
    """Whether a Draft or Pursuit car has yet to go forward once before it may stop (draft-all-lateral)."""
    return run.in_line and not mode & BEGUN and run.total > 0 and not run.readings.all_lateral


def no_step_ahead(stops: str) -> Breach:
    """A Draft or Pursuit car that `stops` without having gone forward (TA-6.4.2-lateral-before-forward)."""
    return Breach(
        "TA-6.4.2-lateral-before-forward",
        f"{stops} without one step forward",
        "under this reading a Draft or Pursuit car must go forward once",
        rulings=("draft-all-lateral",),
    )


def follow(
    run: Run, crew: tuple[int, ...], trail: tuple[int, ...], places: tuple[int, ...], rule: str = ""
) -> tuple[Moved, ...]:
    """How the cars of the trail follow the mover to these places: by `rule`, else because they are led or pulled."""
    rule = rule or (FOLLOWS if run.leads else "TA-6.4.1-line-moves")
    return tuple(
        [Moved(code, old, new, rule) for code, old, new in zip(crew[1:], trail, places, strict=True) if code]
    )


def links_agree(run: Run, state: State, links: tuple[int, ...], log: Log | None) -> bool:
    """Whether the cars written as linked behind are those that follow (TA-6.2); logs a breach if not."""
    following = _following(state)
    if links == following:
        return True
    if log is not None:
        claimed = " ".join(str(run.numbers[code]) for code in links)
        real = " ".join(str(run.numbers[code]) for code in following)
        fact = f"the cars linked behind are [{real}], not [{claimed}]"
        if not real:
            fact = f"no car is linked behind {mover(run)}, but [{claimed}] is written"
        rule, reason = _rule_of_links(run, state, links)
        log(Breach(rule, fact, reason, token="links"))
    return False


def _following(state: State) -> tuple[int, ...]:
    """The cars in line behind the mover; one that has finished is off the track."""
    return tuple([code for code in state.crew[1:] if code])


def _rule_of_links(run: Run, state: State, links: tuple[int, ...]) -> tuple[str, str]:
    """Which rule the written line breaks: it leaves out a car that is linked, or adds one that is not."""
    if run.pit_exit and run.card.movement in (DRAFT, LEAD):
        return "TA-9.4", "a car that leaves the pits moves as with Solo, with any card"
    if run.movement == SOLO:
        return "TA-6.3", "with Solo movement no car behind is linked"
    if run.movement == PURSUIT:
        return "TA-6.5-push-only", "with Pursuit movement no car behind is linked"
    left_out = set(_following(state)) - set(links)
    if run.movement == LEAD:
        if left_out:
            return "TA-6.6-must-follow", "a follower cannot refuse, and sideways steps do not unlink it"
        at_start = _chains(run, run.cells, run.home, None, ()) if run.unlinks_sideways else []
        if any(set(links) <= set(cars) for _, cars, _ in at_start):
            return "TA-6.6-must-follow", "a sideways step has unlinked all followers"
        return "TA-6.6-link-at-start", "only the cars in line behind at the start of the activation follow"
    if left_out:
        return "TA-6.4.1-line-moves", "all cars of the line move along until the MPs are used up"
    behind = [
        space
        for place in (state.at, *state.trail)
        for space in run.behind[place]
        if state.board[space] in links
    ]
    if behind and not state.mode & BEGUN:
        reason = "no car is linked while a Draft car goes sideways before its first step ahead"
        return "TA-6.4.2-lateral-before-forward", reason
    if behind:
        return case_of(state.mode), ONE_LANE
    return "TA-6.2", "cars in line stand nose to tail, each behind the one before"


def touching(run: Run, board: bytes, at: int, *, behind: bool) -> bool:
    """Whether the mover, having gone forward, is linked with a car directly ahead or, if `behind`, directly behind.

    Before a fork with one lane empty it may choose the empty lane and so is not linked (draft-fork-keeps-free).
    """
    if _blocked(run, board, run.ahead[at]):
        return True
    # Where two lanes meet behind it, the chosen lane counts as the line, and it may be an empty one (TA-6.9.3-case-1).
    spaces = run.behind[at]
    return behind and bool(spaces) and all([board[space] for space in spaces])


def _blocked(run: Run, board: bytes, lanes: tuple[int, ...]) -> bool:
    """Whether there is a car in each of these lanes; under the other reading one is enough (draft-fork-keeps-free)."""
    taken = sum([board[space] > 0 for space in lanes])
    return taken > 0 and (taken == len(lanes) or not run.readings.fork_keeps_free)
