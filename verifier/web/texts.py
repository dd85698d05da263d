"""Texts of records: the header of a new one, the records of a file, how one begins."""

from grammar.lines import split_comment
from grammar.parser import parse
from model.ruleset import shipped_rulesets
from verifier.errors import StewardError
from verifier.game import TemplateRequest
from verifier.games import GAMES, find_game, parameters
from verifier.records.heading import KINDS as HEADING
from verifier.records.replay import Options


def parts_of(text: str) -> list[tuple[str, str]]:
    """The records of a file, each with its title or its first line, and its text."""
    records = parse(text).records
    lines = text.split("\n")
    found = []
    for record, following in zip(records, (*records[1:], None), strict=True):
        end = following.line - 1 if following is not None else len(lines)
        own = "\n".join(lines[record.line - 1 : end]).rstrip() + "\n"
        title = next(
            (
                leaves[1].text
                for one in record.statements
                if one.kind == "remark" and (leaves := one.node.leaves())[0].text == "title"
            ),
            f"line {record.line}",
        )
        found.append((title.strip('"'), own))
    return found


def rulesets_of(game: str) -> tuple[str, ...]:
    """The rulesets that come with a game, the usual one first."""
    return shipped_rulesets(find_game(game).data)


def new_record(game: str, players: int | None, title: str, course: str, rules: str, options: Options) -> str:
    """The header of a new record. Raises `StewardError` or `ModelError` for what a game does not have."""
    if game not in GAMES or (found := find_game(game)).template is None:
        raise StewardError("which game?", f"games: {', '.join(GAMES)}")
    assert found.template is not None
    own = {parameters(game, "new")[0].name: course} if course else {}
    overrides = options.overrides
    usual = overrides.defaults.get(game)
    if rules and rules not in rulesets_of(game):
        raise StewardError("which ruleset?", f"rulesets: {', '.join(rulesets_of(game))}")
    if '"' in title or not title.isprintable() or len(title) > 200:
        raise StewardError("this title cannot be put in quotes")
    request = TemplateRequest(
        players,
        rules or (usual.id if usual is not None else None),
        title or None,
        own,
        overrides.tracks,
        overrides.folders,
    )
    kinds = {*HEADING, *found.header}
    [record] = parse(found.template(request)).records
    lines = [split_comment(one.source)[0].strip() for one in record.statements if one.kind in kinds]
    return "\n".join([*lines, "", ""])


def named(text: str) -> dict[str, str]:
    """What the beginning of a record says: its game and its title."""
    found = {"game": "", "title": ""}
    for line in text.split("\n")[:40]:
        word, _, rest = split_comment(line)[0].strip().partition(" ")
        if word in found and not found[word]:
            found[word] = rest.strip().strip('"')[:200]
    return found
