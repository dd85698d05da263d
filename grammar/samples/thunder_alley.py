"""Mistakes in the lines of Thunder Alley."""

from grammar.samples.known import KnownMistake, in_one_word, lines, misspelt, places, stretches

STEPS = "`f` forward, `i` in, `o` out, `di` `do` diagonal, `s` swap; a number repeats: `f3`"
A_STEP = r"(?:di|do|[fiosb])x?\d{0,2}(?![\w])"
A_NAME = r"[^\W\d_][\w.'\u2018\u2019\u00b4\u0384\u203a-]*"
NO_STEP = (
    *(f"29 Charge: {at}{{}}" for at in ("", "f3 ", "f3, ", "f(29>b) ", "f3 = 14b ", "[43] ", "? ", "@14b ")),
    "41 Teamwork: f4 + 29 {}",
)
"""The places of a step: at the start, after another step, after a comma, after each kind of item, with the second car."""


def _of_team(name: str, message: str, *samples: str) -> KnownMistake:
    """A mistake in a `team` line."""
    return KnownMistake(name, message, '`team Red "Ana" 29 25 41`', lines(*samples))


MISTAKES = (
    KnownMistake(
        "space-reversed",
        "a space is written sector first, then lane",
        "`14b`: sector 14, lane b",
        (
            *lines("29 Charge: f3 = b14", "29 Charge -> b14", "check 29 at b14"),
            *places("29 b14", "29 Blue b14 led 1"),
            *stretches("ahead b5 6a", "ahead 5b b6"),
        ),
        line=r"(?<!\w)(?P<at>[a-eghp]\d+)(?!\w)",
    ),
    # a move
    KnownMistake(
        "missing-colon",
        "there is no `:` between the card and the path",
        "`{card}: {path}`",
        lines(
            *("29 Charge f3", "29 Charge f3>b", "29 Charge f(29>b)", "29 Charge [43] f", "29 f3"),
            *("29 Charge f3 = 14b", "41 Teamwork f4 + 29 f3", "29 Charge f3, o", "29 Charge f3 ..."),
            *('29 "Charge" f3', "29 Charge. f3"),
        ),
        line=rf"^\s*(?P<card>(?:\S+|\"[^\"]*\")(?:\s[^:]*?[^:.\s])??)\.?\s+(?P<path>(?P<at>{A_STEP}|\[|\?\d*$)[^:]*)$",
    ),
    KnownMistake(
        "pass-or-retire",
        "`{word}` is not a card, and a card is followed by `:` and a path",
        "without a card a line is `1 pass`, `15 retire` or `15 chosen`",
        lines("29 passes", "29 retired", "15 chose"),
        line=r"^\s*\S+\s+(?P<at>(?:pass|retir|chos|choose)\w*)\s*$",
    ),
    KnownMistake(
        "card-without-path",
        "the card is not followed by a path",
        "`29 Charge: f3`, `29 Charge -> 14b`, `29 Charge: ?` if the path is not known, `29 Charge: -` if no step was made",
        lines("29 Charge", "29 Top Gear", "29 Charge:", "29 Charge left 2", '29 "Top Gear"'),
        when="$",
    ),
    KnownMistake(
        "car-without-card",
        "there is no card after the car",
        "`29 Charge: f3`; `?` stands for a card that is not known: `29 ?: f3`",
        lines("29: f3", "?: f3", "29", '"Dave"'),
    ),
    KnownMistake(
        "card-before-car",
        "the car comes before its card",
        "`29 Charge: f3`",
        lines("Charge 29: f3"),
        when=r"\d+\s*:",
    ),
    KnownMistake(
        "name-without-quotes",
        "no line begins with `{word}`",
        'put the name of a driver in quotes: `"Dave" Charge: f3`',
        lines(
            *("Dave Charge: f7", "Dave Top Gear: f7", "Dave ?: f7", 'Dave "Top Gear": f7', "Dave: f7"),
            *("Dave Charge -> 14b", "Dave Charge left 2: f"),
        ),
        line=rf"^\s*(?P<at>{A_NAME})(?:\s(?:\"[^\"]*\"|[^:\"])*?)?(?::\s*(?:{A_STEP}|[\[?@-])|->)",
    ),
    KnownMistake(
        "two-cards",
        "a car plays one card",
        "the path follows the card: `29 Charge: f3`; only a blank separates a card from its car",
        lines('29 "Charge" "Top Gear": f', "29 Charge, Top Gear: f", "29, Charge: f3", "29 17 Charge: f3"),
    ),
    KnownMistake(
        "glued-number",
        "`{word}` is neither a number nor a space",
        "put a blank between the car and its card: `29 Charge: f3`",
        lines("29Charge: f3", "29charge -> 14b"),
    ),
    KnownMistake(
        "equals-for-destination",
        "a destination is written with `->`",
        "`29 Charge -> 14b`; `= 14b` asserts the space at the end of a path",
        lines("29 Charge = 14b", "29 Charge: = 14b", '29 "Charge" = 14b'),
    ),
    KnownMistake(
        "path-and-destination",
        "a move is written as its path or as its destination, not as both",
        "`29 Charge: f3`, or `29 Charge -> 14b`; `= 14b` asserts the end of a path",
        lines("29 Charge: -> 14b", "29 Charge: f3 -> 14b", "29 Charge: f(29>b) -> 14b"),
    ),
    KnownMistake(
        "path-as-destination",
        "the space where the car ends follows `->`",
        "`29 Charge -> 14b`; a path follows `:`",
        lines("29 Charge -> f3"),
        when=A_STEP,
    ),
    KnownMistake(
        "pass-with-card",
        "`{word}` has no card",
        "`1 pass`, `15 retire`",
        lines("29 Charge: pass", "29 Charge: retire"),
        when="pass|retire",
    ),
    KnownMistake(
        "left-without-number",
        "`left` before the path needs the number of MPs that are left",
        "`29 Dirty Air left 2: f!`",
        lines("29 Charge left: f3", "29 Charge left two: f3", "29 Charge left f3"),
    ),
    # steps
    KnownMistake(
        "second-car-colon",
        "the second car of Teamwork has no card and no `:`",
        "`41 Teamwork: f4 + 29 f3`",
        lines("41 Teamwork: f4 + 29: f3", "41 Teamwork: f4 + 29 Charge: f3"),
        when=r":|[^\W\d]\w+\s*:",
    ),
    KnownMistake(
        "capital-step",
        "steps are written in small letters",
        STEPS,
        lines(*(line.format("F3") for line in NO_STEP)),
        when=r"(?:DI|DO|[FIOSB])X?\d*(?![A-Za-z])",
    ),
    KnownMistake(
        "count-too-large",
        "`{word}` repeats a step too often",
        "at most `f99`",
        lines("29 Charge: f123", "29 Charge: f3 o100"),
        when=r"[a-z]+\d{3,}",
    ),
    KnownMistake(
        "no-such-step",
        "`{word}` is not a step",
        STEPS,
        lines(*(line.format(step) for line in NO_STEP for step in ("g3", "forward"))),
    ),
    KnownMistake(
        "second-car-without-plus",
        "the second car of Teamwork follows `+`",
        "`41 Teamwork: f4 + 29 f3`",
        lines("41 Teamwork: f4, 29 f3", "41 Teamwork: f4 29 f3"),
        when=r"\d+\s+" + A_STEP,
    ),
    KnownMistake(
        "second-car-missing",
        "the second car of Teamwork and then its path follow `+`",
        "`41 Teamwork: f4 + 29 f3`",
        lines("29 Charge: f3 + f2", "41 Teamwork: f4 +", "41 Teamwork: f4 + 29"),
    ),
    KnownMistake(
        "count-before-step",
        "the number comes after the letter of its step",
        "`f3`, not `3f`",
        lines(*(line.format(step) for line in NO_STEP[:3] for step in ("3f", "2o", "2di"))),
        when=r"\d{1,2}(?:di|do|[fios])(?!\w)",
    ),
    KnownMistake(
        "count-apart",
        "the number comes directly after the letter of its step",
        "`f3`, without a blank",
        lines("29 Charge: f 3", "29 Charge: f3 o 2"),
        when=r"\d",
    ),
    KnownMistake(
        "mark-order",
        "the marks of a step are in the wrong order",
        "displacement, number, lane, bump, MPs booked: `fx2>b!/3`; then choices in brackets: `f/3(29>b)`",
        lines("29 Charge: f(29>b)/3", "29 Charge: f/2!", "29 Charge: f!>b", "29 Charge: f(29>b)!"),
        line=r"(?P<at>(?<=\))[/!>]|(?<=/\d)[!>]|(?<=/\d\d)[!>]|(?<=!)[>\d])",
    ),
    KnownMistake(
        "bump-mark-first",
        "`!` comes after the letter of its step",
        "`f!`: bump forward with all MPs left",
        lines("29 Charge: !f", "29 Charge: f3 !f"),
        when=r"!\s*[a-z]",
    ),
    KnownMistake(
        "bump-mark-apart",
        "`!` is written once, at the end of its step",
        "`f!`, with a lane `f>b!`",
        lines("29 Charge: f!!", "29 Charge: f !"),
        when=r"!",
    ),
    KnownMistake(
        "lane-capital",
        "lanes are written in small letters",
        "`f>b`",
        lines("29 Charge: f3>B", "29 Charge: f >A"),
        when=r">\s*[A-H](?!\w)",
    ),
    KnownMistake(
        "fork-without-lane",
        "the fork mark `>` needs a lane directly after it",
        "`f>b` takes lane b, `f4>b` at the fork met in these steps",
        lines("29 Charge: f> o", "29 Charge: f3>", "29 Charge: f > b", "29 Charge: f>9"),
        when=">",
    ),
    KnownMistake(
        "choice-unclosed",
        "the list of lane choices is not closed",
        "`f(29>b 43>a)`",
        lines("29 Charge: f(29>b", "29 Charge: f(29>b f3", "29 Charge: f(29>b, 43>a"),
    ),
    KnownMistake(
        "choice-form",
        "round brackets hold lane choices: a car or a space, `>`, and a lane",
        "`f(29>b)` car 29 takes lane b, `f(4a>b)` the car that leaves 4a does, `f(3a<b)` the car that falls back from 3a does",
        lines("29 Charge: f(29b)", "29 Charge: f()", "29 Charge: f(29>b, b)"),
        any_word=True,
    ),
    KnownMistake(
        "bracket-unopened",
        "`{word}` closes nothing",
        "`f(29>b)`: lane choices; `[43 23]`: cars linked behind",
        lines("29 Charge: f)29>b", "29 Charge: f ]"),
        when=r"[)\]]",
    ),
    KnownMistake(
        "links-unclosed",
        "the list of linked cars is not closed",
        "`[43 23] f3`, and `[]` for the empty lane",
        lines("29 Charge: [43 f", "29 Charge: [f", "29 Charge: [43", "29 Charge: ["),
    ),
    KnownMistake(
        "space-without-equals",
        "a space asserted after a step needs `=`",
        "`f3 = 14b`",
        lines("29 Charge: f3 14b", "29 Charge: f(29>b) 14b"),
    ),
    KnownMistake(
        "placed-form",
        "the space where the car is placed follows `@`",
        "`@14b`, without a blank",
        lines("29 Charge: f3 @b14", "29 Charge: @ 14b", "29 Charge: f3 @"),
        when="@",
    ),
    KnownMistake(
        "lane-in-capitals",
        "the lane of a space is written in small letters",
        "`14b`: sector 14, lane b; `a` is innermost, `8p` the apron",
        (
            *lines("29 Charge: f3 = 14B", "29 Charge -> 14B", "check 29 at 14B"),
            *places("29 14B", "29 Blue 14B"),
        ),
        when=r"\d{1,3}[A-HP](?!\w)",
    ),
    KnownMistake(
        "space-without-lane",
        "a space is sector and lane in one word",
        "`14b`: sector 14, lane b; `a` is innermost, `8p` the apron",
        (
            *lines("29 Charge: f3 = 14 b", "29 Charge -> 14", "check 29 at 14"),
            *places("29 14 b", "29 Blue 14", "29 14z"),
            *stretches("ahead 5 6", "ahead 5b 6"),
        ),
        when=r"\d",
    ),
    # header and other lines
    in_one_word("track", "short oval"),
    _of_team("team-without-cars", "a team needs its cars", "team Red", 'team Red "Ana"', "team"),
    _of_team(
        "team-colour",
        "a team begins with its colour, in one word and without quotes",
        *('team "Red" 29', "team 29 15"),
    ),
    _of_team("team-player", "the player's name needs quotes", "team Red Ana 29"),
    KnownMistake(
        "name-without-quotes",
        "the names of a car go in quotes, after its number",
        '`car 29 "Dave"`',
        lines("car 29 Dave", "car 29", 'car "Dave" 29'),
    ),
    KnownMistake(
        "team-passes", "a team's pass is written `pass`", "`Blue pass`", lines("Red passes"), when="pass"
    ),
    KnownMistake(
        "check-of-nothing",
        "this check states nothing",
        "`check leader 29`, `check 15 at 8c wear black`, `check order 29 15`, `check Red 112`",
        lines("check", "check 29", "check winner", "check points"),
    ),
    misspelt("led", "most", "check most ledd 15", "check most ledd Blue", "check most ledBlue"),
    KnownMistake(
        "check-space",
        "the space of a car is checked with `at`",
        "`check 29 at 14b`",
        lines("check 29 14b", "check 29 = 14b"),
    ),
    KnownMistake(
        "team-for-car",
        "a car is expected here: its number, or its name in quotes",
        "`check leader 29`; `check first Red` for the team that begins",
        lines("check leader Red", "check order Red Blue"),
    ),
    KnownMistake(
        "event-without-colon",
        "there is no `:` between the event and its cars",
        "`{event}: {cars}`",
        lines("event Collision 3", 'event "Collision" 3', "event Collision bar Green 3"),
        line=r"^\s*(?P<event>event\s[^:]*?)\s(?P<cars>(?P<at>\d+)[\d\s,]*)$",
    ),
    KnownMistake(
        "event-colours",
        "colours of a Team Bar follow `bar`, cars follow `:`",
        "`event Collision bar Green: 3 25`",
        lines("event Collision: Green", "event Collision bar: 3", "event Collision bar"),
    ),
    KnownMistake(
        "pit-which",
        "`pit` names the cars that pitted",
        "`pit 25 4 3`, or `pit none`",
        lines("pit", "pit all", "pit Red"),
    ),
    KnownMistake(
        "cards-of-whom",
        "a team and then its cards are expected here",
        "`discard Red Charge, Top Gear`, `hand Red Charge, ?4`",
        lines("discard Charge", "hand Red", "hand Red: Charge", "discard ?2"),
    ),
    KnownMistake(
        "fate-without-car",
        "the car is missing",
        "it comes before `{word}`: `22 out place 4`",
        (*lines("check out place 4", "check out"), *places("out place 4", "place 1")),
        line=r"^\s*(?:check\s+)?(?P<at>out|place)(?!\w)",
    ),
    KnownMistake(
        "points",
        "points follow their team, with only a blank between",
        "`result Red 112 Blue 108`",
        lines("result Red: 112", "result 112 Red", "result Red = 112", "result Red", "check Red"),
    ),
    # position
    KnownMistake(
        "position-at",
        "in a `position` block the space has no `at`",
        "`29 12b led 2`",
        places("29 at 12b", "29 Red at 12b"),
        when="at",
    ),
    KnownMistake(
        "car-without-space",
        "the space of this car is missing",
        "a space such as `12b` or `8p`, `out`, `place 1` when it has finished, or `?`",
        places("29", "29 Blue", "29 led 2", "4 Blue wear black", "29: 12b"),
    ),
    KnownMistake(
        "team-before-car",
        "the car comes first, its team after it",
        "`4 Blue 10b`",
        places("Blue 29 12b", "Red 4 10b wear black"),
        line=r"^\s*[A-Z]\w*\s+\d+\s",
    ),
    KnownMistake(
        "colour-without-wear",
        "`{word}` is not allowed here",
        "colours of wear markers follow `wear`: `4 10b wear black black`",
        places("29 12b black", "29 12b led 2 red"),
        when="black|blue|gray|grey|green|lavender|orange|red|yellow",
    ),
    # track
    KnownMistake(
        "sectors-range",
        "the range of the sectors follows `sectors`",
        "`sectors 1-5 a b c`",
        stretches("sectors 1 5 a", "sectors a b", "sectors"),
    ),
    KnownMistake(
        "lanes-apart",
        "lanes are small letters from the inside out, separated by blanks",
        "`sectors 1-5 a b c`",
        stretches(
            "sectors 1-5", "sectors 1-5 abc", "sectors 1-5 a-c", "sectors 1-5 A B", "sectors 1-5 a b z"
        ),
    ),
    KnownMistake(
        "ahead-form",
        "`ahead` names a space and the spaces ahead of it",
        "`ahead 5b 6a 6b`",
        stretches("ahead 5b", "ahead 5b: 6a", "ahead 5b -> 6a", "5b 6a"),
    ),
)
