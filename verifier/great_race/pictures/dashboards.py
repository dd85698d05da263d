"""The dashboards and the legend below the SVG drawing of a board."""

from collections.abc import Iterator

from model.great_race.board import AIR, SEA
from model.great_race.facts import CHASSIS, ENGINE, FUEL, GAUGES
from model.great_race.position import ZONES, Player
from verifier.drawings.drawing import box, cut, flowing, label, moved, number
from verifier.great_race.pictures.marks import MARK, badge_of, carrier, costs, danger, paint, stop
from verifier.great_race.pictures.view import View

WIDE, HIGH, GAP = 236, 132, 14
"""Size of a dashboard, and the room to the next one."""
STEP = 12
"""Length of one level of a gauge."""

COLOURS = {FUEL: "#a8481f", ENGINE: "#4d6a86", CHASSIS: "#6b7d3a"}
GROUNDS = (
    "#e6cf95",
    "#cfd6a2",
    "#efd9a0",
    "#c9beb0",
    "#a9c8a0",
    "#a8cbd8",
    "#b9c79a",
    "#dfb49a",
    "#c7bfd9",
    "#d1a98c",
    "#b9d6c8",
    "#e3b7b7",
    "#b7b9a0",
)
"""Colours of tiles in the order of the board file."""


def ground(view: View, tile: str) -> str:
    """The colour of a kind of tile."""
    return (
        GROUNDS[list(view.board.terrain).index(tile) % len(GROUNDS)] if tile in view.board.terrain else "#fff"
    )


def dashboards(view: View, left: float, top: float, room: float) -> tuple[list[tuple[str, str]], float]:
    """The parts of the dashboards in turn order, each with its name, and the room they take."""
    each = max(1, int((room + GAP) // (WIDE + GAP)))
    parts = [
        (f"{name} {at + 1}", moved(left + at % each * (WIDE + GAP), top + at // each * (HIGH + GAP), drawn))
        for at, player in enumerate(view.players)
        for name, drawn in _dashboard(view, player, at + 1)
    ]
    return parts, (len(view.players) + each - 1) // each * (HIGH + GAP)


def _dashboard(view: View, player: Player, rank: int) -> Iterator[tuple[str, str]]:
    """One player's gauges, money, hand and assistants, part by part: a page repeats only the parts that change."""
    assert view.setup is not None
    yield "panel", "".join(_panel(view, player, rank))
    for at, gauge in enumerate(GAUGES):
        yield gauge, _gauge(36 + 19 * at, gauge, getattr(player, gauge), view.setup.parameter(f"{gauge}_max"))
    money, hand = ("?" if one is None else str(one) for one in (player.money, player.cards))
    yield (
        "money",
        label(36, 97, f"{money} F", "count", "start") + label(136, 98, f"hand {hand}", "count", "start"),
    )
    left = ["?"] * len(ZONES) if player.left is None else [str(count) for count in player.left]
    yield (
        "assistants",
        "".join(
            label(44 + 56 * at, 119, f"{zone} {count}", "count" if count != "0" else "", "start")
            for at, (zone, count) in enumerate(zip(ZONES, left, strict=True))
        ),
    )


def _panel(view: View, player: Player, rank: int) -> Iterator[str]:
    """A dashboard without its values: whose it is, the names of the gauges, the signs. That of the player who acts has a thick
    edge."""
    assert view.setup is not None
    acts = view.position is not None and view.position.next == player.name
    yield box(0, 0, WIDE, HIGH, "board next-up" if acts else "board", 8)
    yield f'<path d="M0 22V8Q0 0 8 0H{WIDE - 8}Q{WIDE} 0 {WIDE} 8V22z" fill="{paint(view, player.name)}"/>'
    leader = view.setup.leader(player.name)
    state = f"number {player.finished}" if player.finished else "broken down" if player.broken else ""
    state = state or ("passed" if player.passed else "")
    owner = f"{rank}. {player.name}" + (f" ({leader})" if leader else "")
    yield moved(13, 11, badge_of(view, player.name, 6))
    yield label(24, 11, cut(owner, 15 if state else 23), "owner", "start")
    yield label(WIDE - 10, 11, state, "owner", "end")
    yield moved(20, 97, '<circle class="coin" r="9"/>', label(0, 0, "F", "count"))
    yield box(112, 87, 13, 19, "card", 2) + box(116, 89, 13, 19, "card", 2)
    man = '<circle class="man" cy="-5" r="3.4"/><path class="man" d="M-6 7Q-6 -2 0 -2Q6 -2 6 7z"/>'
    yield from (moved(34 + 56 * at, 119, man) for at in range(len(ZONES)))


def _gauge(y: float, gauge: str, level: int | None, most: int) -> str:
    """A gauge with its value; the levels that are left are filled."""
    step = min(STEP, 132 / most)

    def bar(first: int, last: int, colour: str) -> str:
        steps = "".join(
            f"M{number(84 + place * step)} {number(y - 6)}h{number(step - 2)}v12h-{number(step - 2)}z"
            for place in range(first, last)
        )
        return f'<path class="gauge" fill="{colour}" d="{steps}"/>' if steps else ""

    filled = level or 0
    words = label(10, y, gauge, "", "start") + label(
        76, y, "?" if level is None else str(level), "count", "end"
    )
    return words + bar(0, filled, COLOURS[gauge]) + bar(filled, most, "#eee4cb")


def legend(view: View, left: float, top: float, room: float) -> tuple[list[str], float]:
    """The kinds of tiles with how many there are, and the marks that occur, in rows of at most `room`."""
    drawn, high = flowing([*_tiles(view), *_marks(view)], left, top + 14, room, 32)
    return drawn, high + 10


def _tiles(view: View) -> Iterator[tuple[str, str, float]]:
    for tile in view.board.tiles:
        swatch = box(0, -12, 78, 24, "tile", 5, ground(view, tile.id))
        words = cut(f"{tile.id} \N{MULTIPLICATION SIGN}{tile.count}", 24)
        yield swatch + costs(tile, 39, 0), words, 78 + 8


def _marks(view: View) -> Iterator[tuple[str, str, float]]:
    tiles, places = view.board.tiles, view.board.places
    shown = [
        (any(tile.danger for tile in tiles), moved(9, 0, danger()), "DANGER: 2 more points"),
        (any(tile.stop for tile in tiles), moved(9, 0, stop()), "STOP: the move ends"),
        (any(place.risk for place in places), box(0, -8, 18, 16, "space risk", 4), "risk space: 1 more fuel"),
        (True, box(0, -8, 18, 16, "city purple", 6), "a start or a finish"),
        (True, box(0, -8, 18, 16, "city", 6), "a city, with the cards drawn there"),
    ]
    for kind, words in ((SEA, "a boat and its price"), (AIR, "an airship and its price")):
        shown.append((any(line.kind == kind for line in view.board.lines), moved(9, 0, carrier(kind)), words))
    for there, mark, words in shown:
        if there:
            yield mark, words, MARK + 11
