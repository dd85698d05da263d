"""Tokens of the header, of events and pit stops, and of assertions."""

import re

from model.rulings import load_rulings
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA, TEAMS
from tests.thunder_alley.race.bookkeeper import WEAR_OF
from tests.thunder_alley.race.record_sheet import NUMBER, Change, Sheet
from verifier.thunder_alley.simulate import SHIPPED


def event_name(sheet: Sheet) -> Change:
    names = [event.name for event in EVENTS.values()]

    def change(line: str) -> str:
        rest = re.search(r"( bar .*|: .*)$", line)
        new = sheet.rng.choice([name for name in names if name not in line])
        return f"event {new}{rest[0] if rest else ''}"

    return sheet.pick(sheet.starting("event"), change)


def event_bar(sheet: Sheet) -> Change:
    """Two neighbouring colours of the Team Bar of an event."""
    colours = "|".join(colour.capitalize() for colour in TEAMS)
    pairs = re.compile(rf"\b({colours}) ({colours})\b")

    def change(line: str) -> str | None:
        return sheet.replace_one(pairs, line, lambda m: f"{m[2]} {m[1]}") if " bar " in line else None

    return sheet.pick(sheet.starting("event"), change)


def event_car(sheet: Sheet) -> Change:
    def change(line: str) -> str | None:
        head, colon, cars = line.partition(": ")
        new = sheet.replace_one(NUMBER, cars, lambda m: str(sheet.other_car(int(m[0]))))
        return f"{head}{colon}{new}" if colon and new else None

    return sheet.pick(sheet.starting("event"), change)


def event_cars_lost(sheet: Sheet) -> Change:
    return sheet.pick(sheet.starting("event"), lambda line: line.partition(": ")[0])


def pit_car(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("pit"),
        lambda line: sheet.replace_one(NUMBER, line, lambda m: str(sheet.other_car(int(m[0])))),
    )


def pit_car_lost(sheet: Sheet) -> Change:
    def change(line: str) -> str | None:
        return (
            sheet.replace_one(re.compile(r" \d+(?= \d|$)"), line, lambda _m: "")
            if line.count(" ") > 1
            else None
        )

    return sheet.pick(sheet.starting("pit"), change)


def pit_car_added(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("pit"), lambda line: f"{line.removesuffix(' none')} {sheet.other_car(0)}"
    )


def pit_order(sheet: Sheet) -> Change:
    return sheet.pick(
        [i for i in sheet.starting("pit") if "keeps" not in sheet.lines[i]],
        lambda line: sheet.swap_words(line, 1),
    )


def team_colour(sheet: Sheet) -> Change:
    def change(line: str) -> str:
        words = line.split(" ")
        others = [colour.capitalize() for colour in TEAMS if colour.capitalize() not in sheet.teams]
        words[1] = sheet.rng.choice(others or sheet.teams)
        return " ".join(words)

    return sheet.pick(sheet.starting("team"), change)


def team_car(sheet: Sheet) -> Change:
    """A car in a `team` line becomes one of no team or of another."""
    return sheet.pick(
        sheet.starting("team"),
        lambda line: sheet.replace_one(
            NUMBER, line, lambda m: str(sheet.rng.choice([int(m[0]) + 1, 499, sheet.other_car(int(m[0]))]))
        ),
    )


def grid_order(sheet: Sheet) -> Change:
    return sheet.pick(sheet.starting("grid"), lambda line: sheet.swap_words(line, 1))


def grid_car(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("grid"),
        lambda line: sheet.replace_one(NUMBER, line, lambda m: str(sheet.other_car(int(m[0])))),
    )


def grid_bar(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("bar"), lambda line: sheet.swap_words(line, 1) if '"' not in line else None
    )


def laps(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("laps"),
        lambda line: f"laps {sheet.rng.choice([n for n in (1, 2, 3, 4, 5) if str(n) not in line])}",
    )


def track(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("track"),
        lambda line: f"track {sheet.rng.choice([name for name in SHIPPED if name not in line])}",
    )


def turn_number(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("turn"),
        lambda line: sheet.replace_one(NUMBER, line, lambda m: str(int(m[0]) + sheet.rng.choice((-1, 1, 2)))),
    )


def check_order(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.those(lambda line: line.startswith("check places")), lambda line: sheet.swap_words(line, 2)
    )


def check_car(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.those(lambda line: line.startswith("check places")),
        lambda line: sheet.replace_one(NUMBER, line, lambda m: str(sheet.other_car(int(m[0])))),
    )


def result_points(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("result"),
        lambda line: sheet.replace_one(NUMBER, line, lambda m: str(int(m[0]) + sheet.rng.choice((-1, 1)))),
    )


def result_team(sheet: Sheet) -> Change:
    """The points of a team become those of another."""

    def change(line: str) -> str:
        words = line.split(" ")
        at = sheet.rng.randrange(1, len(words), 2)
        words[at] = sheet.rng.choice([team for team in words[1::2] if team != words[at]])
        return " ".join(words)

    return sheet.pick(sheet.starting("result"), change)


def ruleset(sheet: Sheet) -> Change:
    names = ("en-2014", "es", "el")
    return sheet.pick(
        sheet.starting("ruleset", "track"),
        lambda line: (
            f"ruleset {sheet.rng.choice([name for name in names if name not in line])}"
            if line.startswith("ruleset")
            else None
        ),
    )


def ruling(sheet: Sheet) -> Change:
    """Another reading of a ruling that the record chooses."""
    book = load_rulings(DATA)

    def change(line: str) -> str | None:
        _, id, _, reading = line.split(" ")
        others = [other for other in book.rulings[id].readings if other != reading]
        return f"ruling {id} = {sheet.rng.choice(others)}" if others else None

    return sheet.pick(sheet.starting("ruling"), change)


def option(sheet: Sheet) -> Change:
    names = ("variable-pit-stops", "grid-per-round", "grid-per-card", "race-completion", "cars-per-team = 3")
    return sheet.pick(
        sheet.starting("option"),
        lambda line: f"option {sheet.rng.choice([name for name in names if name.split(' ')[0] not in line])}",
    )


def discarded_card(sheet: Sheet) -> Change:
    def change(line: str) -> str | None:
        names = [name for name in WEAR_OF if name in line]
        new = sheet.rng.choice([name for name in WEAR_OF if name not in line])
        return line.replace(sheet.rng.choice(names), new, 1) if names else None

    return sheet.pick(sheet.starting("discard"), change)


def discarded_count(sheet: Sheet) -> Change:
    unknown = re.compile(r"\?\d*")
    return sheet.pick(
        sheet.starting("discard"),
        lambda line: sheet.replace_one(unknown, line, lambda m: f"?{int(m[0][1:] or 1) + 1}"),
    )


def discarding_team(sheet: Sheet) -> Change:
    def change(line: str) -> str:
        word, team, cards = line.split(" ", 2)
        return f"{word} {sheet.rng.choice([other for other in sheet.teams if other != team])} {cards}"

    return sheet.pick(sheet.starting("discard"), change)


def pile(sheet: Sheet) -> Change:
    return sheet.pick(
        sheet.starting("reshuffle"),
        lambda line: "reshuffle events" if line.endswith("race") else "reshuffle race",
    )
