"""Mistakes in the lines that all games share."""

from grammar.samples.known import KnownMistake, lines

COMMON = (
    KnownMistake(
        "curly-quote",
        'quotes are written `"`, not `{word}`',
        "replace the typographic quotes by straight ones",
        lines("title “Club evening”", "title „Club evening“"),
        when="[\u201c\u201d\u201e\u00ab\u00bb]",
        anywhere=True,
    ),
    KnownMistake(
        "arrow",
        "an arrow is written `->`, not `{word}`",
        "{arrow}",
        lines("turn → 4", "turn => 4", "turn 3 => 4", "turn 3 → 4"),
        when=r"=>|[\u2192\u21d2\u279c]",
        anywhere=True,
    ),
    KnownMistake(
        "semicolon",
        "`;` has no meaning here",
        "steps and words are parted by blanks; one decision stands on one line",
        lines("turn 3; check", "turn 3;"),
        when=";",
        anywhere=True,
    ),
    KnownMistake(
        "slash-comment",
        "comments begin with `#`",
        "",
        lines("turn 3 // three turns", "format 1 // nice"),
        when="//",
        anywhere=True,
    ),
    KnownMistake(
        "text-without-quotes",
        "this text stands in quotes",
        'write `"` before and after it',
        lines("title Club", "note 3 players", "source Club evening"),
        any_word=True,
    ),
    KnownMistake(
        "date-order",
        "`{word}` is not a date as it is written here",
        "year, month, day: `2026-03-14`",
        lines("date 14.03.2026", "date 2026/03/14", "date March 14", "date 2026-13-01", 'date "2026-03-14"'),
        any_word=True,
    ),
    KnownMistake(
        "ruling-without-reading",
        "a ruling needs `=` and a reading",
        "`{ruling}`",
        lines("ruling x", "ruling x y", "ruling x: y", "ruling x ="),
    ),
    KnownMistake(
        "parameter-without-value",
        "a parameter needs `=` and a value",
        "`{parameter}`",
        lines("set x", "set x 3", "set x: 3", "set x ="),
    ),
    KnownMistake(
        "parameter-by-its-name",
        "a parameter is set by `set`",
        "`{parameter}`",
        lines("parameter x = 3", "parameter x", "parameter"),
        line=r"^\s*(?P<at>(?i:param(?:e?ters?)?))(?:\s+[\w-]+)?\s*(?:=.*)?$",
        anywhere=True,
    ),
    KnownMistake(
        "game-in-two-words",
        "a game is named in one word",
        "`game thunder-alley`",
        lines("game thunder alley", 'game "thunder-alley"', "game"),
    ),
)
