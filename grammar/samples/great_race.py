"""Mistakes in the lines of The Great Race."""

from grammar.samples.known import KnownMistake, in_one_word, lines, places

ACTS = "buy|play|power|scout|draw|clear|cash|pass|drive|repair"
"""The words with which an act begins."""

GAUGES = "fuel|engine|chassis|money"

MISTAKES: tuple[KnownMistake, ...] = (
    in_one_word("board", "kestrel land"),
    KnownMistake(
        "missing-colon",
        "there is no `:` after the player",
        "`{who}: {rest}`",
        lines(
            *(
                f"Blue {act}"
                for act in ("drive b2", "buy 3", "scout track@b2", "repair e1", "clear c4", "pass")
            )
        ),
        line=rf"^\s*(?P<who>\S+)\s+(?P<rest>(?:{ACTS})\b.*)$",
    ),
    KnownMistake(
        "route-with-a-sign",
        "the two cities of a route have only a blank between them",
        "`route {from} {to}`",
        lines(
            "route Almar - Dunmore", "route Almar, Dunmore", "route Almar to Dunmore", "route Almar > Dunmore"
        ),
        line=r'^\s*route\s+(?P<from>"[^"]*"|\w+)\s*(?P<at>[-,/>]|to\b)\s*(?P<to>"[^"]*"|\w+)\s*$',
    ),
    KnownMistake(
        "leader-without-word",
        "`{word}` is not expected after the player",
        '`seat Blue "Ana" leader french`',
        lines("seat Blue french", 'seat Blue "Ana" french', "seat Blue (french)", "seat Blue = Ana"),
        when=r"[\w(=]",
    ),
    KnownMistake(
        "acts-not-separated",
        "two acts of a sequence are separated by `;`",
        "`Blue: buy 3; play Financier; drive b2 b3/c1`",
        lines(
            *("Blue: buy 3 drive b2", "Blue: cash pass", "Blue: repair e1 cash"),
            *("Blue: pass cash", "Blue: clear c4 cash", "Blue: repair e1 pay cash", "Blue: drive stay cash"),
            *(
                "Blue: buy 3, drive b2",
                "Blue: play Financier, drive b2",
                "Blue: cash, pass",
                "Blue: drive b2, cash",
            ),
            *(
                "Blue: scout track@b2, cash",
                "Blue: repair e1 pay, cash",
                "Blue: draw, cash",
                "Blue: drive b2/e1, cash",
            ),
            *("Blue: draw Pilot, cash", "Blue: clear c4, pass", "Blue: pass, cash", "Blue: drive stay, cash"),
            *(
                "Blue: drive Corso(?), cash",
                "Blue: drive c7=dunes, cash",
                "Blue: buy 3. cash",
                "Blue: drive Corso(Pilot ?), cash",
            ),
        ),
        when=rf"[,.]?\s*(?:{ACTS})\b",
        line=r":",
    ),
    KnownMistake(
        "comma-between-words",
        "names, zones, facts and steps are separated by blanks, not by `{word}`",
        "`display Pilot Guide`, `plan Blue X2 M3`, `Blue: drive b2 b3`, `check Blue at b5 fuel 4`",
        (
            *lines(
                "display Pilot, Guide", "plan Blue X2, M3", "order Blue, Orange", "result Orange 13, Blue 8"
            ),
            *lines("check Blue at b5, fuel 4", "check Blue fuel 4, money 10", "check winner Blue, Orange"),
            *lines("Blue: drive b2 -> b3", "Blue: drive b2 > b3", "Blue: drive b2/e1 -> b3"),
            *lines("check order Blue, Orange", "Blue: drive b2, b3", "Blue: scout track@b2, scrub@b3"),
            *lines("Blue: drive b2/e1, b3", "Blue: drive c7=dunes, b3", "check track 7 Blue, Orange"),
            *lines(
                "Blue: play Cheat b2, c3",
                "check Blue left X1, M2",
                "camp Blue, Pilot",
                "bonus Blue, 20",
                "plan Blue, X5",
            ),
            *lines("check Blue hand Pilot, ?", "check Blue hand 2, fuel 3", "Blue: drive Corso(Pilot, ?)"),
            *lines(
                "Blue: play Cartographer track@b2, scrub@b3", "Blue: play Searcher Pilot, Guide drop Refuel"
            ),
            *places(
                "tiles track@b2, scrub@b3",
                "removed gorge, rocks",
                "display Pilot, Guide",
                "track 7 Blue, Orange",
            ),
            *places(
                "Blue b5, fuel 4", "Blue b5 fuel 4, money 10", "bag track 9, scrub 8", "discards Pilot, ?2"
            ),
            *places("Blue b5 hand ?2, fuel 4", "Blue b5 left X1, M2", "Blue b5 fuel 4 hand none, money 4"),
        ),
        when=r"[,+&/>]|[-=]>",
    ),
    KnownMistake(
        "zone-written-otherwise",
        "`{word}` is not a zone with its number of assistants",
        "a letter and a number: `plan Blue X2 M2 T1`: explorer X, mechanic M, escort S, treasury T",
        (
            *lines(
                "plan Blue 2X 3M",
                "plan Blue x2 m3",
                "plan Blue explorer 2",
                "plan Blue X 2",
                "plan Blue E2",
                "plan Blue X6",
            ),
            *lines(
                "plan Blue X2 m3",
                "plan Blue X2 3M",
                "plan Blue X2 mechanic 3",
                "plan Blue X2 M",
                "check Blue left m2",
            ),
            *lines(
                "check Blue left 2M",
                "check Blue left X1 m2",
                "plan Blue X2M3",
                "plan Blue = X2",
                "plan Blue: X5",
            ),
            *places("Blue b5 left m2", "Blue b5 left 2M", "Blue b5 left X1 m2"),
        ),
        when=rf"(?!(?:{GAUGES}|at|hand|left|passed|used|finished|broken)\b)[\w=:]",
    ),
    KnownMistake(
        "tile-on-a-space",
        "a tile and its space are joined by `@`, the tile first",
        "`scout track@b2 scrub@b3`",
        (
            *lines(
                "Blue: scout track b2",
                "Blue: scout b2=track",
                "Blue: scout track@b2 scrub b3",
                "Blue: scout track",
            ),
            *lines("Blue: scout track:b2", "Blue: scout track@b2 b3=scrub", "Blue: power track b2"),
            *places("tiles track b2", "tiles b2=track", "tiles track@b2 scrub b3"),
        ),
        when=r"$|[\w=:/]",
        line=r"\b(?:scout|tiles|power)\b",
    ),
    KnownMistake(
        "space-before-tile",
        "in a drive the space comes first, then the tile that was drawn for it",
        "`Blue: drive c7=dunes`; `c7=dunes!` if the vehicle was sent back",
        lines(
            "Blue: drive dunes@c7",
            "Blue: drive b2 dunes@c7",
            "Blue: drive c7:dunes",
            "Blue: drive b2/e1 c7:dunes",
        ),
        when=r"[@:]",
        line=r"\bdrive\b",
    ),
    KnownMistake(
        "points-written-otherwise",
        "`{word}` does not say which gauge pays how many points",
        "`e1` engine, `c2` chassis, `e1c2` both, the engine first: `b3/c1`, `repair e1 pay`",
        lines(
            *(
                "Blue: drive b3/1e",
                "Blue: drive b3/engine",
                "Blue: drive b3/c1e1",
                "Blue: drive b3/1",
                "Blue: drive b3/e",
            ),
            *(
                "Blue: drive b3/E1",
                "Blue: drive c7=dunes/1",
                "Blue: drive c7=dunes/engine",
                "Blue: drive b3/",
            ),
            *(
                "Blue: repair engine 1",
                "Blue: repair 1e",
                "Blue: repair 1",
                "Blue: repair e 1",
                "Blue: repair e1, chassis 1",
            ),
            *("Blue: repair E1", "Blue: repair e1, 1c", "Blue: repair", "Blue: repair c1e1"),
            *(
                "Blue: play Saboteur Orange/2e",
                "Blue: play Saboteur Orange/engine",
                "Blue: play Saboteur Orange/2",
            ),
        ),
        when=r"$|\w",
    ),
    KnownMistake(
        "part-bought",
        "`{word}` does not say where a part comes from",
        "`repair e1 pay` for a bought part, `repair e1 with SparePart` for a card",
        lines(
            "Blue: repair e1 bought",
            "Blue: repair e1 for 20",
            "Blue: repair e1 SparePart",
            "Blue: repair e1 paid",
        ),
        when=r"\w",
    ),
    KnownMistake(
        "reaction-in-other-brackets",
        "a reaction to a danger card goes in braces",
        "`play Saboteur Orange/e2 {Orange S}`",
        lines(
            *("Blue: play Saboteur Orange/e2 (Orange S)", "Blue: play Saboteur Orange/e2 [Orange S]"),
            *("Blue: play Tracker b2 c3 (Orange S)", "Blue: play Cheat b2 c3 [Orange card]"),
        ),
        when=r"[(\[]",
    ),
    KnownMistake(
        "reaction-in-other-words",
        "`{word}` is not a means against a danger",
        "an escort assistant is `S`, an Escort card `card`: `{Blue S}`, `c9~card`; a Guide against a STOP is `~guide`",
        lines(
            *("Blue: play Saboteur Orange/e2 {Orange escort}", "Blue: play Tracker b2 c3 {Orange Escort}"),
            *(
                "Blue: play Saboteur Orange/e2 {Orange guide}",
                "Blue: play Saboteur Orange/e2 {Orange}",
                "Blue: drive c9~escort",
                "Blue: drive c9~Escort",
                "Blue: drive c9~s",
            ),
            *("Blue: drive c9=storm~escort", "Blue: drive d8~Guide", "Blue: drive d8~"),
        ),
        when=r"$|[\w}]",
    ),
    KnownMistake(
        "marks-in-another-order",
        "`{word}` comes too late among the marks of a step",
        "their order: `=tile`, `!`, `~`, `/split`, `[cards]`, `(cards)`, as in `d8=ford~guide/e1`",
        lines(
            "Blue: drive b2 d8/e1~guide",
            "Blue: drive c9~S=storm",
            "Blue: drive c7/e1=rocks b7",
            "Blue: drive c7~S!",
        ),
        when=r"[~=!]",
        line=r"\bdrive\b",
    ),
    KnownMistake(
        "cards-in-round-brackets",
        "the cards drawn in a city go in round brackets",
        "`Corso(Pilot ?)`, `Corso(?2)`; `[Transport]` is the card that makes a line cheaper: `sea PortVell[Transport](?)`",
        lines(
            "Blue: drive Corso 2",
            "Blue: drive Corso[Pilot]",
            "Blue: drive b2 Corso 1",
            "Blue: drive sea PortVell 1",
        ),
        when=r"[\d\[]",
        line=r"\bdrive\b",
    ),
    KnownMistake(
        "number-with-currency",
        "francs are written as a number only",
        "`bonus Blue 20`, `check Blue money 140`",
        (
            *lines(
                "bonus Blue 20F",
                "bonus Blue 20 F",
                "check Blue money 140F",
                "check Blue money 140 F",
                "Blue: cash 40F",
            ),
            *lines("Blue: cash 40 F"),
            *places("Blue b5 money 140F", "Blue b5 money 140 F"),
        ),
        when=r"(?:\d+\s*)?F\b",
    ),
    KnownMistake(
        "fuel-without-number",
        "the number of levels comes after `buy`, and nothing else",
        "`buy 3`; `buy ?` if it is not known",
        lines(
            "Blue: buy",
            "Blue: buy fuel 3",
            "Blue: buy three",
            "Blue: buy 3 fuel",
            "Blue: buy all",
        ),
        when=r"$|\w",
    ),
    KnownMistake(
        "card-in-two-words",
        "cards are named in one word",
        "`SparePart`, `Toolbox`, `Refuel`; `steward notation great-race --terms` lists all of them",
        lines(
            'camp Blue "Spare Part"',
            "camp Blue Spare Part",
            'Blue: play "Spare Part"',
            'display "Spare Part"',
            'Blue: draw "Spare Part"',
        ),
        when=r'["\w]',
    ),
    KnownMistake(
        "fact-with-a-sign",
        "a fact is a word and a number, with nothing between them but a blank",
        "`check Blue at b5 fuel 4 engine 4 money 140 hand 2`",
        (
            *lines(
                "check Blue fuel=4",
                "check Blue fuel: 4",
                "check Blue at b5 fuel=4",
                "check Blue hand=2",
                "check Blue hand: 2",
            ),
            *lines("check Blue: fuel 4", "check Blue at=b5", "check Blue left: M2"),
            *places("Blue b5 fuel=4", "Blue b5 fuel: 4", "Blue b5 hand=2", "Blue: b5", "Blue b5 left=M2"),
        ),
        when=r"[=:]",
    ),
    KnownMistake(
        "number-before-gauge",
        "a fact begins with its word, and its number follows",
        "`fuel 4`, `hand 2`",
        (
            *lines(
                "check Blue 4 fuel", "check Blue at b5 4 fuel", "check Blue b5", "check Blue money 10 4 fuel"
            ),
            *places("Blue b5 4 fuel", "Blue b5 money 10 4 fuel"),
        ),
        when=r"\d|[a-z]\d",
    ),
    KnownMistake(
        "colon-and-exclamation",
        "`!` takes the place of the `:`",
        "`Blue! Jerrycan` for an any-time card, `Blue: drive b2` for a sequence of one's own",
        lines("Blue!: Jerrycan", "Blue:! Jerrycan", "Blue: ! Jerrycan"),
        when=r"[:!]",
    ),
    KnownMistake(
        "colon-after-another-word",
        "`:` follows only the player of a sequence",
        "`Blue: drive b2`, `camp Blue Pilot`, `order Blue Orange`",
        lines(
            "order: Blue Orange",
            "display: Pilot",
            "camp: Blue Pilot",
            "camp Blue: Pilot",
            "seat: Blue",
            "bonus Blue: 20",
            "bonus: Blue 20",
            "plan: Blue X5",
        ),
        when=":",
    ),
    KnownMistake(
        "act-missing",
        "an act is missing at the end of the line",
        "`Blue: pass`; a `;` only stands between two acts, and `Blue: ?` is a sequence that is not known",
        lines("Blue:", "Blue: buy 3;", "Blue: play Financier;", "Blue: buy 3; play Financier;"),
        when=r"$",
    ),
    KnownMistake(
        "no-such-act",
        "no act begins with `{word}`",
        "one of `scout`, `draw`, `drive b2`, `repair`, `clear`, `cash`, `pass`, and before it `buy`, `play Refuel` or `power`",
        lines(
            *(
                "Blue: move b2",
                "Blue: Pilot drive b2",
                "Blue: 3",
                "Blue: buy 3; move b2",
                "Blue: cash; passes",
                "Blue: b2 b3",
            ),
            *("Blue: passes",),
        ),
        when=r"\w",
    ),
    KnownMistake(
        "no-such-fact",
        "a player has no fact `{word}`",
        "one of `at`, `fuel`, `engine`, `chassis`, `money`, `hand`, `left`, `passed`, `finished`, `broken`, `used`",
        (
            *lines("check Blue feul 4", "check Blue at b5 feul 4", "check Blue fuel 4 enigne 3"),
            *lines("check Blue hand none fuels 4", "check Blue passed out"),
            *places("Blue b5 feul 4", "Blue b5 fuel 4 enigne 3"),
        ),
        when=r"[^\W\d]\w*",
    ),
)
