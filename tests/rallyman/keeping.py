"""Keeps a book of the record of a stage, line by line, and compares it with the record. Of our own modules it imports only the
book."""

import re

from tests.rallyman.book import Book, Car, need

TURN = re.compile(r"R(\d+) (\w+): (.*?) (?:=(\S+) )?> (.*)")


def keep(text: str) -> Book:
    """The book of a record of one stage, from its start. Raises `WrongError` if the record contradicts it."""
    book = Book()
    expected: list[str] = []
    round_ = 0
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "stage":
            book.open(rest)
        elif word == "weather":
            book.surfaces |= dict(part.split("=") for part in rest.split())
        elif word == "driver":
            name, *fields = rest.split()
            book.cars[name] = Car(name)
            _set(book.cars[name], fields)
        elif word == "start":
            book.start = rest.split()
            for number, name in enumerate(book.start):
                book.cars[name].came = number - 10
        elif found := TURN.fullmatch(line):
            number, name, played, card, checks = found.groups()
            if int(number) != round_:
                need(not expected, f"{expected} have not played")
                round_ = int(number)
                expected = book.order(round_)
            need(bool(expected) and expected.pop(0) == name, f"round {number}: {name} out of order")
            taken, car = book.turn(name, played)
            need((card or "-") == taken, f"{line}: card {taken}")
            _compare(car, checks, line)
            book.played += 1
        elif word == "result":
            for name, time in zip(rest.split()[::2], rest.split()[1::2], strict=True):
                car = book.cars[name]
                need(time == ("out" if car.status == "out" else _time(car.t - car.m)), f"result of {name}")
    return book


def _time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _set(car: Car, fields: list[str]) -> None:
    for part in fields:
        key, _, value = part.partition("=")
        setattr(
            car,
            key,
            value != "used" if key in ("sisu", "spare") else int(value) if value.isdigit() else value,
        )


def _compare(car: Car, checks: str, line: str) -> None:
    """Every field that the line names, and those at their default that it leaves out."""
    words = checks.split()
    space = words[0] if words and re.fullmatch(r"[A-Z]+|[sk]\d+\w*", words[0]) else ""
    need(space == car.space, f"{line}: {car}")
    gear = next((int(word[1:]) for word in words if re.fullmatch(r"g\d", word)), 0)
    need(gear == car.gear, f"{line}: {car}")
    fields = dict(word.split("=") for word in words if "=" in word)
    told = {
        "t": _time(car.t) if car.t else None,
        "m": str(car.m) if car.m else None,
        "dmg": str(car.dmg) if car.dmg else None,
        "flats": str(car.flats) if car.flats else None,
        "sisu": None if car.sisu else "used",
        "spare": None if car.spare else "used",
    }
    need(fields == {key: value for key, value in told.items() if value is not None}, f"{line}: {car}")
    status = next((word for word in words if word in ("spun", "left", "right", "stopped", "out")), "")
    need(status == car.status, f"{line}: {car}")
