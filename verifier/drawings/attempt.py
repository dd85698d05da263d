"""What a line tried or did, as marks on a drawing: for a legal line from its effects, for an illegal one from its legal part."""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from grammar.lines import split_comment
from grammar.parser import line_at
from model.values import replace
from verifier.answer import MovesRequest, Where
from verifier.drawings.scene import NO_MARKS, Marks, Scene, Tried
from verifier.findings import ILLEGAL, KINDS, Finding, deciding
from verifier.game import Game
from verifier.judging import Effect
from verifier.records.heading import KINDS as HEADING
from verifier.records.stepping import ASSERTIONS, JUDGED, Step

WORD = re.compile(r'"[^"]*"|[^\s,;:=>/()`{}\[\]@!$~"]+')
"""A word of a record or a sentence that can name a place or a mover."""

MOVES = ("space", "step", "place")
"""What changes when something moves."""

FIRST = 2
"""A line of play names its mover in one of these first words."""

MOST_GHOSTS = 24
"""The most alternatives that are drawn."""


def marks_of(game: Game[Any], scene: Scene, step: Step) -> Marks:
    """The marks for a judged line; `scene` is the position before it."""
    finding = deciding(step.findings)
    turn = step.statement.kind == "turn"  # its number names no car
    words = [] if turn else _words(split_comment(step.statement.source)[0])
    if finding is None:
        effects = tuple(step.effects())
        named = (*words[:FIRST], *(one.who for one in effects if one.what in MOVES), *words)
        mover = _mover(scene, named)  # a name in quotes may be another name of a piece
        moved = any(one.who == mover and one.what in MOVES for one in effects)
        made = _marks(scene, mover, _carried(effects), words if moved else ())
        return replace(made, dice=_dice(game, step, made.path))
    if KINDS[finding.kind] != ILLEGAL:
        return NO_MARKS
    tried = game.tried(step.before, step.statement) if game.tried is not None else None
    if tried is None:
        tried = _legal_part(game, scene, step, finding, _mover(scene, words))
    marked = finding.source[finding.column - 1 : finding.end_column - 1] if finding.column > 0 else ""
    spots = [word for text in (marked, finding.fact) for word in _words(text) if word in scene.places]
    fault = tried.fault or next(iter(spots), "")
    before = words[: words.index(fault)] if fault in words else words
    begun = _marks(scene, tried.mover, tried.carried, before)
    here = _place(scene, tried.mover)
    route = begun.path or ((here,) if here else ())
    goes_on = bool(fault) and route[-1:] != (fault,) and tried.mover in words[:FIRST]
    path = (*route, fault) if goes_on else route
    ghosts = _ghosts(game, scene, step, finding, tried.mover) if fault or tried.carried else ()
    shown = tuple(one for one in ghosts if one not in (fault, here))[:MOST_GHOSTS]
    return Marks(tried.mover, path, fault, shown, begun.moved, _dice(game, step, path))


def _dice(game: Game[Any], step: Step, path: Sequence[str]) -> tuple[str, ...]:
    return game.dice(step.before, step.statement)[: len(path) - 1] if len(path) > 1 else ()


def _words(text: str) -> list[str]:
    """The words of a text; a name in quotes is one of them."""
    return [word.strip('"') for word in WORD.findall(text)]


def _ghosts(game: Game[Any], scene: Scene, step: Step, finding: Finding, mover: str) -> tuple[str, ...]:
    """Where the mover could have ended: by the finding, else by the list of its legal moves."""
    named = [[word for word in _words(one) if word in scene.places] for one in finding.legal_instead]
    ends = [places[-1] for places in named if places]
    if not ends and mover and finding.kind == "illegal" and game.legal_moves is not None:
        moves = game.legal_moves(step.before, MovesRequest(mover=mover)).moves
        words = (_words(one.ends) for one in moves)
        ends = [place for each in words if (place := next((w for w in each if w in scene.places), ""))]
    return tuple(dict.fromkeys(ends))


def is_play(step: Step, header: Collection[str]) -> bool:
    """Whether this is a judged line of play, or a check with a finding; `header` are the kinds of line that set up a race."""
    kind = step.statement.kind
    if step.state != JUDGED or kind in {*HEADING, *header, "position", "either"}:
        return False
    return kind not in ASSERTIONS or bool(step.findings)


def caption_of(title: str, step: Step | None) -> tuple[str, ...]:
    """What stands below a drawing: the title of the record, the line, and what was found or happened."""
    lines = [title] if title else []
    if step is not None:
        finding = deciding(step.findings)
        found = (
            step.sentence
            if finding is None
            else f"{KINDS[finding.kind]} {' '.join(finding.rules)}: {finding.fact}"
        )
        lines += [f"{step.statement.line} | {step.statement.source.strip()}", *([found] if found else [])]
    return tuple(lines)


def _mover(scene: Scene, words: Iterable[str]) -> str:
    """The first of these words that is a piece: a line names its mover first."""
    known = {piece.id for piece in scene.pieces}
    return next((word for word in words if word in known), "")


def _place(scene: Scene, id: str) -> str:
    piece = scene.piece(id)
    return piece.place if piece is not None else ""


def _carried(effects: Iterable[Effect]) -> tuple[tuple[str, str], ...]:
    return tuple((one.who, str(one.now)) for one in effects if one.what in MOVES and one.now and one.who)


def _marks(scene: Scene, mover: str, carried: Sequence[tuple[str, str]], words: Sequence[str]) -> Marks:
    """The ways of the mover and of the others. If no piece was carried, the mover goes through the places that the line names."""
    routes: dict[str, list[str]] = {}
    for who, place in carried:
        route = routes.setdefault(who, [_place(scene, who)])
        if place != route[-1]:
            route.append(place)
    if not carried and mover:
        routes[mover] = [_place(scene, mover), *(word for word in words if word in scene.places)]
    kept = {who: tuple(filter(None, route)) for who, route in routes.items() if len(route) > 1}
    path = kept.pop(mover, ())
    return Marks(mover, path, moved=tuple(kept.items()))


def _legal_part(game: Game[Any], scene: Scene, step: Step, finding: Finding, mover: str) -> Tried:
    """What the line did before the word that is wrong: that part of it, followed by `...`."""
    statement = step.statement
    if statement.body or finding.line != statement.line or finding.column < 2:
        return Tried(mover)
    begin = line_at(game.name, statement.line, f"{statement.source[: finding.column - 1]} ...")
    if begin is None:
        return Tried(mover)
    answer = game.line(step.before, begin, Where("", Path()))
    return Tried(mover, () if answer.findings else _carried(answer.effects()))
