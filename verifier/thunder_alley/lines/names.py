"""Names of a Thunder Alley record: cars, teams, cards, spaces; and help for unknown names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Span
from model.datafiles import did_you_mean, plain
from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, EVENTS, card_by_name, card_by_number, event_by_name, known_bars
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.facts import FLAGS, MOVEMENTS, TEAMS, WEAR
from model.thunder_alley.position import UNNOTED, Car, Position, Setup
from model.thunder_alley.terms import flag_named, wear_named
from model.thunder_alley.track import Track
from model.values import value
from verifier.records.speaking import IMPOSSIBLE, UNDETERMINED, UNKNOWN_NAME, UNREADABLE, Trouble

NOT_JUDGED = "not judged yet"

NO_TEAMS = "no `team` line gives the owner of these cars"

CARD_IDS = {card.name: id for id, card in CARDS.items()}
EVENT_IDS = {event.name: id for id, event in EVENTS.items()}
"""Race cards and events by their printed names."""


@value
class Names:
    """The meaning of names at one point of a record. `cars` maps numbers to teams, `aliases` plain names to numbers;
    `numbers` has the number of each car by its usual spelling, `spellings` each team by its plain name."""

    cars: Mapping[int, str]
    numbers: dict[str, int]
    aliases: Mapping[str, int]
    shown: tuple[str, ...]
    teams: tuple[str, ...]
    spellings: dict[str, str]
    track: Track | None
    ruleset: Ruleset

    def car(self, leaf: Leaf, report: list[Trouble]) -> int | None:
        """The number of a car written as a number or as a name in quotes."""
        if leaf.kind == "UNKNOWN":
            report.append(Trouble(UNDETERMINED, leaf.span, f"the car is not noted; {NOT_JUDGED}"))
            return None
        if leaf.text.startswith('"'):
            name = unquoted(leaf.text)
            number = self.aliases.get(plain(name))
            if number is None:
                help = did_you_mean(name, self.shown) or '`car 29 "Dave"` gives a car a name'
                report.append(Trouble(UNKNOWN_NAME, leaf.span, f'no car is called `"{name}"`', help))
            return number
        number = int(leaf.text)
        if number not in self.cars:
            report.append(
                Trouble(
                    UNKNOWN_NAME, leaf.span, f"car `{leaf.text}` is not in this race", self._cars(leaf.text)
                )
            )
            return None
        return number

    def _cars(self, text: str) -> str:
        if not self.cars:
            return "no cars are known yet: add `team` lines or a `position` block"
        near = [str(number) for number in sorted(self.cars) if _similar(text, str(number))]
        offer = f"did you mean {listed([f'`{number}`' for number in near[:3]], 'or')}? " if near else ""
        return f"{offer}cars are {listed([str(number) for number in sorted(self.cars)])}"

    def card(self, node: Node, report: list[Trouble]) -> str | None:
        """The card id of a name, a number or a common spelling; None for `?` and after a report."""
        printed = CARD_IDS.get(node.text)
        if printed is not None:
            return printed
        first = node.leaves()[0]
        if first.kind == "UNKNOWN":
            return None
        if first.kind == "INT":
            return self._card_number(first, report)
        name = unquoted(" ".join(leaf.text for leaf in node.leaves()))
        id = card_by_name(name)
        if id is None:
            help = did_you_mean(name, [card.name for card in CARDS.values()])
            if plain(name) in MOVEMENTS:
                help = f"{name.capitalize()} is a movement type; name the card"
            known = listed([card.name for card in CARDS.values()])
            help = help or f"race cards are {known}; docs/house-rules.md explains how to change one"
            report.append(Trouble(UNKNOWN_NAME, node.span, f"there is no race card `{name}`", help))
        return id

    def race_card(self, node: Node, report: list[Trouble]) -> RaceCard:
        """The card that a name or a number stands for."""
        kind = self.card(node, report)
        return RaceCard(kind, int(node.text) if node.text.isdecimal() else None)

    def bar(self, node: Node, report: list[Trouble]) -> tuple[tuple[str, ...], RaceCard]:
        """The colours of a Team Bar from the left, as far as known: the written ones, or those of a pictured card; and the card
        (`bar 15`, `bar "Charge" Blue Red`), unknown if only colours are given."""
        leaves = node.leaves()
        card, printed = RaceCard(), tuple[str, ...]()
        if leaves[0].kind in ("INT", "STRING"):
            number = int(leaves[0].text) if leaves[0].kind == "INT" else None
            card = RaceCard(self.card(Node.at(leaves[0].span, "card", node.parts[:1]), report), number)
            printed = tuple(colour.capitalize() for colour in known_bars().get(number or 0, ()))
            del leaves[0]
        found: dict[str, Leaf] = {}
        for leaf in leaves:
            colour = self.spellings.get(plain(leaf.text)) or team_colour(leaf, report)
            if colour in found:
                help = "a Team Bar shows each of the seven colours once"
                report.append(Trouble(IMPOSSIBLE, leaf.span, f"{colour} is on this bar twice", help))
            elif colour is not None:
                found[colour] = leaf
        # The reader may have left out colours that do not race.
        expected = [colour for colour in printed if colour in found or colour in self.teams]
        for (colour, leaf), real in zip(found.items(), expected, strict=False):
            if colour != real and not report:
                fact = f"the Team Bar of card {card.number} does not read so: it is {' '.join(printed)}"
                help = "leave the colours out, or the number of the card"
                report.append(Trouble(IMPOSSIBLE, leaf.span, fact, help))
        return printed or tuple(found), card

    def _card_number(self, leaf: Leaf, report: list[Trouble]) -> str | None:
        ids = card_by_number(int(leaf.text))
        if not ids:
            last = max(card.numbers[-1] for card in CARDS.values())
            help = f"race cards are numbered 1 to {last}"
            report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no race card `{leaf.text}`", help))
            return None
        if len(ids) == 1:
            return ids[0]
        # The card list prints 80 twice; the ruling decides which card it is.
        return self.ruleset.readings["card-80"]

    def event(self, node: Node, report: list[Trouble]) -> str | None:
        """The event id of a name or a common spelling; None for `?` and after a report."""
        printed = EVENT_IDS.get(node.text)
        if printed is not None:
            return printed
        if node.leaves()[0].kind == "UNKNOWN":
            return None
        name = unquoted(" ".join(leaf.text for leaf in node.leaves()))
        id = event_by_name(name)
        if id is None:
            known = [event.name for event in EVENTS.values()]
            help = did_you_mean(name, known) or f"events are {listed(known)}"
            report.append(Trouble(UNKNOWN_NAME, node.span, f"there is no event `{name}`", help))
        return id

    def team(self, leaf: Leaf, report: list[Trouble]) -> str | None:
        """A team, spelled as in the record's `team` line, otherwise as on the Team Bar."""
        team = self.spellings.get(plain(leaf.text))
        if team is not None:
            return team
        known = self.teams or tuple(team.capitalize() for team in TEAMS)
        help = did_you_mean(leaf.text, known)
        fact = f"there is no team `{leaf.text}` in this race"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, fact, help or f"teams are {listed(known)}"))
        return None

    def space(self, text: str, span: Span, report: list[Trouble]) -> str:
        """A space, checked against the track."""
        space = canonical_space(text)
        if self.track is None:
            report.append(no_track(span))
        elif not self.track.has(space):
            report.append(
                Trouble(
                    UNKNOWN_NAME, span, f"`{space}` is not a space of this track", around(self.track, space)
                )
            )
        return space


def team_colour(leaf: Leaf, report: list[Trouble]) -> str | None:
    """One of the seven team colours, in the usual spelling: `Red`; None for `?` and after a report."""
    colour = plain(leaf.text)
    if colour in TEAMS:
        return colour.capitalize()
    if leaf.kind != "UNKNOWN":
        help = did_you_mean(leaf.text, TEAMS) or f"team colours are {listed(list(TEAMS))}"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no team colour `{leaf.text}`", help))
    return None


def no_track(span: Span) -> Trouble:
    """The error for any space in a record that does not name its track."""
    help = "add one before the first line of play, as in `track short-oval`; `steward track` lists them"
    return Trouble(UNREADABLE, span, "this record has no `track` line", help)


def no_team(cars: Sequence[Leaf], names: Names) -> Trouble | None:
    """The error for the cars of a grid if it is more than a typo: a `team` line is missing, or all of them."""
    unknown = [leaf for leaf in cars if leaf.kind == "INT" and int(leaf.text) not in names.cars]
    if names.cars and len(unknown) < 2:
        return None
    fact = (
        f"cars {listed([f'`{leaf.text}`' for leaf in unknown])} are in no `team` line"
        if names.cars
        else NO_TEAMS
    )
    help = "add a `team` line for each team, with all of its cars"
    return Trouble(UNKNOWN_NAME, (unknown or cars)[0].span, fact, help)


def names_of(setup: Setup, position: Position | None) -> Names:
    """The names known from the header and from the cars in the position; the same object as long as these cars are the
    same."""
    driving = () if position is None else position.cars
    known: _Known | None = setup.derived.get(_Known)
    if known is None or not _same_cars(known.driving, driving):
        known = setup.derived[_Known] = _Known(driving, _known_names(setup, driving))
    # The position from the last move is compared next, and it shares most of its car objects.
    known.driving = driving
    return known.names


def _same_cars(known: tuple[Car, ...], driving: tuple[Car, ...]) -> bool:
    """Whether these cars have the same numbers and teams, in the same order."""
    if known is driving:
        return True
    if len(known) != len(driving):
        return False
    for one, other in zip(known, driving, strict=True):
        if one is not other and (one.number != other.number or one.team != other.team):
            return False
    return True


class _Known:
    """The names of a race, and the cars from which they were last built."""

    __slots__ = ("driving", "names")

    def __init__(self, driving: tuple[Car, ...], names: Names) -> None:
        self.driving, self.names = driving, names


def _known_names(setup: Setup, driving: tuple[Car, ...]) -> Names:
    """The names that follow from the header and from the numbers and teams of the cars in the position."""
    cars = {number: team.colour for team in setup.teams for number in team.cars}
    cars.update({car.number: car.team for car in driving})
    given = setup.names or {}
    teams = setup.colours or tuple(sorted({team for team in cars.values() if team}))
    spelled = teams or tuple(team.capitalize() for team in TEAMS)
    return Names(
        MappingProxyType(cars),
        {str(number): number for number in cars},
        MappingProxyType({plain(name): number for name, number in given.items()}),
        tuple(given),
        teams,
        {plain(team): team for team in reversed(spelled)},
        setup.track,
        setup.ruleset,
    )


def canonical_space(text: str) -> str:
    """`014b` -> `14b`."""
    return f"{int(text[:-1])}{text[-1]}"


def around(track: Track, space: str) -> str:
    """What the track has near a requested space: `sector 4 has lanes a to c`, or the track's whole extent."""
    sector = int(space[:-1])
    lanes = [lane for lane, number in zip(track.lane, track.sector, strict=True) if number == sector]
    if not lanes:
        return f"this track has {track.extent()}"
    return f"sector {sector} has lanes {lanes[0]} to {lanes[-1]}, apron p"


def colours(leaves: Iterable[Leaf], report: list[Trouble]) -> tuple[str, ...]:
    """Wear colours, in any language or by the kind of damage; `none` for no markers."""
    found = []
    for leaf in leaves:
        colour = plain(leaf.text).replace("grey", "gray")
        if colour in WEAR or colour == UNNOTED:
            found.append(colour)
        elif colour != "none":
            meant = wear_named(unquoted(leaf.text))
            if len(meant) == 1:
                found += meant
            else:
                report.append(_no_colour(leaf, meant))
    return tuple(sorted(found))


def flag(leaf: Leaf, report: list[Trouble]) -> str | None:
    """The flag of this name, in any language."""
    found = flag_named(unquoted(leaf.text))
    if found is None:
        help = did_you_mean(leaf.text, FLAGS) or f"flags are {listed(list(FLAGS))}"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no flag `{leaf.text}`", help))
    return found


def _no_colour(leaf: Leaf, meant: tuple[str, ...]) -> Trouble:
    """The error for a word that names no wear marker, or could mean several."""
    if meant:
        fact = f"`{leaf.text}` can be more than one wear marker"
        return Trouble(UNKNOWN_NAME, leaf.span, fact, f"write {listed([f'`{one}`' for one in meant], 'or')}")
    help = did_you_mean(leaf.text, WEAR) or f"colours are {listed(sorted(WEAR))}"
    return Trouble(UNKNOWN_NAME, leaf.span, f"there is no wear marker `{leaf.text}`", help)


def first_leaf(node: Node) -> Leaf:
    """The first word of a line, or of a part of one."""
    part = node.parts[0]
    while isinstance(part, Node):
        part = part.parts[0]
    return part


def unquoted(text: str) -> str:
    """A text without its surrounding quotes."""
    return text[1:-1] if len(text) > 1 and text.startswith('"') and text.endswith('"') else text


def listed(items: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def _similar(text: str, other: str) -> bool:
    """Whether two numbers differ by a typical slip: one digit changed, left out or added, or two exchanged."""
    if len(text) == len(other):
        differ = [place for place in range(len(text)) if text[place] != other[place]]
        exchanged = sorted(text) == sorted(other)
        return len(text) > 1 and (len(differ) == 1 or (len(differ) == 2 and exchanged))
    short, long = sorted((text, other), key=len)
    return len(long) - len(short) == 1 and any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


BARE_NAME = re.compile(r"[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*)*")


def quoted_if_needed(name: str) -> str:
    """A card's name as a record writes it: quoted only if necessary."""
    return name if BARE_NAME.fullmatch(name) else f'"{name}"'
