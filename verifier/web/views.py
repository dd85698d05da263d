"""What the page shows, as plain data: a desk, an offer, a position with its marks. Texts of a record stay texts."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from grammar.errors import visible
from model.rules import load_rules
from model.values import value
from verifier.drawings.attempt import WORD, is_play, marks_of
from verifier.drawings.scene import MARK_STYLE, NO_MARKS, Marks, Scene, body, marked
from verifier.errors import printable
from verifier.findings import ILLEGAL, KINDS, Finding, deciding
from verifier.game import Game, MoveOffer
from verifier.judging import words_of
from verifier.offers import Choice, Offer
from verifier.plays import Chosen, Plays
from verifier.records.spots import several
from verifier.records.stepping import ASSERTIONS, SKIPPED, UNJUDGED, Step, last_line
from verifier.render.page import scoped
from verifier.web import notes
from verifier.web.desk import Desk, Judged

View = dict[str, Any]

MOST_WAYS = 2_000
"""The most whole moves that are sent at once."""


def version_of(text: str) -> str:
    """A name for a text: two people who write at one table must have seen the same."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def desk_view(desk: Desk) -> View:
    """A record with what was found line by line, and what is due at its end."""
    now = desk.now
    last = now.last
    return {
        "file": desk.file,
        "game": now.game.name,
        "version": version_of(now.text),
        "verdict": now.verdict,
        "complete": bool(now.steps) and now.game.complete(last.table),
        "text": now.text,
        "lines": _lines(desk),
        "undo": bool(desk.past) or desk.can_shorten,
        "redo": bool(desk.future),
        "note": visible(several(now.game, (last.table, *last.others), last.lost_line))
        if last.followed
        else "",
        "offer": offer_view(desk, ()),
        "begun": desk.begun,
    }


def _lines(desk: Desk) -> list[View]:
    """For each statement, and each line with something wrong: its number, verdict, last line, findings."""
    found: dict[int, View] = {}
    for step in desk.now.steps:
        first = deciding(step.findings)
        kind = KINDS[first.kind] if first is not None else ""
        if not kind and step.state != SKIPPED and step.statement.kind not in desk.now.game.header:
            kind = "unjudged" if step.state == UNJUDGED else "legal"
        last = last_line(step.statement)
        found[step.statement.line] = {"kind": kind, "last": last}
    for finding in desk.now.findings:
        line = found.setdefault(finding.line, {"kind": KINDS[finding.kind], "last": finding.line})
        line["kind"] = KINDS[finding.kind] if line["kind"] in ("", "legal", "unjudged") else line["kind"]
        line.setdefault("findings", []).append(finding_view(desk.now.game, finding))
    return [{"line": number, **found[number]} for number in sorted(found)]


def finding_view(game: Game[Any], finding: Finding) -> View:
    """A finding with the rules that it names."""
    book, because = load_rules(game.data), dict(finding.because)
    rules = []
    for place, id in enumerate(finding.rules):
        known = book.rules.get(id)
        why = because.get(id) or (finding.reason if place == 0 else "") or (known.short if known else "")
        rules.append(
            {
                "id": id,
                "title": known.title if known else "",
                "because": visible(why),
                "digest": known.digest if known else "",
            }
        )
    return {
        "verdict": KINDS[finding.kind],
        "fact": visible(finding.fact),
        "reason": visible(finding.reason) if not finding.rules else "",
        "rules": rules,
        "instead": [visible(one) for one in dict.fromkeys(finding.legal_instead)],
        "help": visible(finding.help),
        "related": [{"line": one.line, "what": visible(one.what)} for one in finding.related],
    }


def offer_view(desk: Desk, chosen: Sequence[Chosen]) -> View | None:
    """What is due after these choices, each choice once; None if nothing is."""
    offer, plays = desk.offer(chosen), desk.plays
    if offer is None or plays is None:
        return None
    game = desk.now.game
    scene = game.scene(desk.now.last.table) if game.scene is not None else None
    each: dict[Chosen, Choice[Any]] = {}
    for choice in offer.choices:
        each.setdefault((choice.kind, choice.name), choice)
    return {
        "due": offer.due,
        "who": visible(offer.who),
        "asks": asks(plays, offer),
        "whole": plays.ends(desk.now.last.table, [*chosen]) is not None,
        "choices": [_choice(plays, offer, one, scene) for one in each.values()],
        "moved": _moved(scene, offer) if scene is not None else {},
    }


def _moved(scene: Scene, offer: Offer[Any]) -> View:
    """The pieces that the choices so far have moved: where each is drawn, and the name of its place."""
    there = offer.places() if offer.places is not None else {}
    pieces = (one for one in scene.pieces if there.get(one.id, one.place) not in (one.place, ""))
    found = {one.id: there[one.id] for one in pieces if there[one.id] in scene.places}
    return {printable(id): [*scene.places[place], printable(place)] for id, place in found.items()}


def asks(plays: Plays[Any, Any], offer: Offer[Any]) -> str:
    """What is asked when this is due."""
    return {**plays.asks, **notes.ASKS}.get(offer.due, offer.due)


def in_words(plays: Plays[Any, Any], offer: Offer[Any], choice: Choice[Any]) -> str:
    """A choice in words."""
    said = notes.said(choice) or plays.words(offer, choice)
    return visible(f"{said} {choice.note}" if choice.note else said)


def _choice(plays: Plays[Any, Any], offer: Offer[Any], choice: Choice[Any], scene: Scene | None) -> View:
    view: View = {"kind": choice.kind, "name": choice.name, "said": in_words(plays, offer, choice)}
    if choice.decision is not None:
        view["last"] = True
    if scene is not None and (choice.kind in plays.placed or choice.kind == notes.NOTE):
        view |= _placed(scene, choice.word)
    return view


def _placed(scene: Scene, words: str) -> View:
    """The first piece and the first place that some words name."""
    known = [words, *WORD.findall(words)]
    pieces = (one for one in known if scene.piece(one) is not None)
    places = (one for one in known if one in scene.places)
    named = {"piece": next(pieces, None), "place": next(places, None)}
    return {key: printable(name) for key, name in named.items() if name is not None}


def ways_view(moves: Iterable[MoveOffer], unit: str = "") -> list[View]:
    """Whole moves: the line of each, where it leads, what it costs in a unit."""
    ways = []
    for _, one in zip(range(MOST_WAYS), moves, strict=False):
        view: View = {"line": one.notation, "words": one.words, "ends": visible(one.ends)}
        if one.cost is not None and unit:
            view["cost"] = f"{one.cost} {unit}"
        ways.append(view)
    return ways


@value
class Shown:
    """A position that is shown, and the step that led to it or tried to. A legal step is shown done, an illegal one tried."""

    game: Game[Any]
    table: Any
    step: Step | None = None

    @property
    def scene(self) -> Scene | None:
        """What is drawn."""
        return self.game.scene(self.table) if self.game.scene is not None else None

    def marks(self) -> Marks:
        """What the step did or tried; none for a line that is no play."""
        step, game = self.step, self.game
        if step is None or game.scene is None or not is_play(step, game.header):
            return NO_MARKS
        before = game.scene(step.before)
        return NO_MARKS if before is None else marks_of(game, before, step)


def shown_at(now: Judged, line: int) -> Shown:
    """The position after a line, or before it if the line is illegal."""
    place = now.place_of(line)
    if not place:
        return Shown(now.game, now.last.table)
    step = now.steps[place - 1]
    first = deciding(step.findings)
    tried = first is not None and KINDS[first.kind] == ILLEGAL and step.statement.kind not in ASSERTIONS
    return Shown(now.game, step.before if tried else step.after, step)


def board_name(scene: Scene) -> str:
    """A name for the ground of a scene."""
    return version_of(scene.ground)


def scene_view(shown: Shown, marks: Marks | None = None) -> View | None:
    """A position to draw into its board."""
    scene = shown.scene
    if scene is None:
        return None
    marks = shown.marks() if marks is None else marks
    step, every = shown.step, ((marks.mover, marks.path), *marks.moved)
    ways = {
        printable(who): [scene.places[one] for one in route[1:-1] if one in scene.places]
        for who, route in every
    }
    return {
        "board": board_name(scene),
        "layers": {printable(key): drawn for key, drawn in scene.layers},
        "pieces": {printable(one.id): [*one.at, one.look, printable(one.words)] for one in scene.pieces},
        "at": {printable(one.id): printable(one.place) for one in scene.pieces},
        "head": scene.head,
        "rows": [[visible(cell) for cell in (row.id, *row.cells)] for row in scene.rows],
        "facts": [visible(one) for one in scene.facts],
        "said": visible(words_of(step.effects)) if step is not None and not step.findings else "",
        "mover": printable(marks.mover),
        "marks": marked(scene, marks) if marks != NO_MARKS else "",
        "ways": {who: way for who, way in ways.items() if way},
    }


def board_view(scene: Scene) -> View:
    """The board that positions are drawn into: what never changes during a race."""
    empty = Scene(scene.title, scene.wide, scene.high, "", scene.ground, scene.layers)
    return {
        "board": board_name(scene),
        "title": printable(scene.title),
        "wide": scene.wide,
        "high": scene.high,
        "style": scoped(scene.style + MARK_STYLE, "#board"),
        "drawn": "\n".join(body(empty)),
        "places": {printable(name): at for name, at in scene.places.items()},
        "reach": scene.reach,
        "ring": scene.ring,
    }
