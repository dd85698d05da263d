"""Moves in plain words, read without a parse tree: cars by their numbers, a card by its printed name, steps, linked cars, cars
sent into lanes and the last space. `read` handles everything else that a line can contain, and finds the places of the words."""

import re
from typing import Final

from model.thunder_alley.moves import Activation, Path, Step
from model.values import replace
from verifier.thunder_alley.lines.names import CARD_IDS, Names

STEP = re.compile(r"(di|do|[fiosb])(x?)(\d{0,2})(?:>([a-h]))?(!?)(?:/(\d{1,2}))?")
PLAIN = re.compile(STEP.pattern + r"(?:\((\d+>[a-h](?: \d+>[a-h])*)\))?")
"""A step, and the lanes of cars given by their numbers."""
NO_STEP = "-"

MOST_KEPT = 10_000
"""The most words that are cached."""
MOST_WORDS = 40
"""The most words of a path that is read here."""

Steps = tuple[Step, ...]

_words: Final = dict[str, list[Steps]]()
"""The meaning of each path word read so far, as the first word, the second word and so on."""


def plain_activation(text: str, names: Names) -> Activation | None:
    """The activation in a line, if its words are plain."""
    head, _, path = text.partition(": ")
    number, _, card_name = head.partition(" ")
    car, card = names.numbers.get(number), CARD_IDS.get(card_name)
    if car is None or card is None:
        return None
    if " + " not in path:
        alone = _path(path, 0, names)
        return None if alone is None else Activation(car, card, alone)
    own, _, partner = path.partition(" + ")
    first = _path(own, 0, names)
    if first is None:
        return None
    number, _, path = partner.partition(" ")
    second_car = names.numbers.get(number)
    second = _path(path, first.steps[-1].token + 1 if first.steps else 0, names)
    if second_car is None or second is None:
        return None
    return Activation(car, card, first, second=(second_car, second))


def _path(text: str, token: int, names: Names) -> Path | None:
    """The path of these words, whose first step is word `token` of the line; None if any word is not plain."""
    steps: list[Step] = []
    links: list[int] = []
    linking = linked = False
    begun = ""
    text, _, ends = text.partition(" = ")
    if ends and (names.track is None or not names.track.has(ends)):
        return None
    for word in text.split(" "):
        if word.startswith("["):
            linking, links, word = True, [], word[1:]
        if linking:
            if word.endswith("]"):
                linking, linked, word = False, True, word[:-1]
            if word:
                number = names.numbers.get(word)
                if number is None:
                    return None
                links.append(number)
            continue
        if begun:
            begun, word = "", f"{begun} {word}"
        made = _steps_of(word, token)
        if made is None:
            if "(" not in word or ")" in word:
                return None
            begun = word
            continue
        if made and made[0].lanes and not all([number in names.cars for number, _ in made[0].lanes]):
            return None
        token += 1
        if linked:
            first, linked = made[0], False
            steps.append(replace(first, links=tuple(links)))
            made = made[1:]
        steps += made
    if begun or linking or linked or (ends and not steps):
        return None
    return Path(tuple(steps), ends=ends or None)


def _steps_of(word: str, token: int) -> Steps | None:
    """The steps of word number `token` of a line; None if the word is not plain."""
    known = _words.get(word)
    if known is None:
        if word != NO_STEP and not _is_plain(word):
            return None
        if len(_words) >= MOST_KEPT:
            _words.clear()
        known = _words[word] = []
    if token >= MOST_WORDS:
        return None
    while len(known) <= token:
        known.append(() if word == NO_STEP else _made(word, len(known)))
    return known[token]


def _is_plain(word: str) -> bool:
    """Whether the word is a step; a repeated bump is reported elsewhere."""
    match = PLAIN.fullmatch(word)
    return match is not None and not (match[5] and int(match[3] or 1) > 1)


def _made(word: str, token: int) -> Steps:
    match = PLAIN.fullmatch(word)
    assert match
    kind, pushes, count, lane, bump, booked, choices = match.groups()
    lanes = [choice.split(">") for choice in (choices or "").split()]
    step = Step(
        kind,
        bool(bump),
        lane,
        tuple([(int(number), lane) for number, lane in lanes]),
        displaces=bool(pushes),
        booked=int(booked) if booked else None,
        token=token,
    )
    return (step,) * int(count or 1)
