"""Mistakes in the lines of Rallyman."""

from grammar.samples.known import KnownMistake, lines, places

MISTAKES = (
    KnownMistake(
        "round-as-driver",
        "`{word}` is a round, and a driver follows after it",
        '`R3 A: 2 3 =3`; a driver whose name is R and digits stands in quotes: `"R2": 1 =1`',
        lines("R2: 1", "R3: W", "R2 : g"),
        line=r"^\s*(?P<at>R\d{1,3})\s*:",
    ),
    KnownMistake(
        "missing-colon",
        "there is no `:` after the driver",
        "`R3 A: 2 3 =3`",
        lines("R1 A 1 2 =2", "R1 A W 1", "R1 A [2 3]", "A 1 2 =2", "A [2 3]", "A ?3 1"),
        line=r"^\s*(?:R\d+\s+)?\S+\s+(?P<at>[\[?\w*])(?!.*:)",
    ),
    KnownMistake(
        "no-such-gear",
        "there is no die `{word}`",
        "gear dice are `1` to `5`, gas dice are `g`; each is written by itself, with blanks between them",
        lines(
            "A: 6",
            "A: 1 6",
            "A: 0 1",
            "A: 1 23",
            "A: 1! 7",
            "A: [6 g]",
            "A: [2 6]",
            "A: [2 | 6]",
            "A: 1 2/i 6",
            "A: W 6",
            "A: 1 S 6",
            "A: 12",
        ),
        when=r"\d",
    ),
    KnownMistake(
        "unknown-line",
        "`{word}` is no line of a corner",
        "`/i` inside, `/d` drift, `/k+` `/k~` `/kx` shortcut with its cut card: good, dirty, flat; `/?` `/k?` if it is not known",
        lines("A: 1/x", "A: 1 g/x", "A: 1 2/inside", "A: [2/s g]", "A: [2 g/s]", "A: 1 *left/x"),
        when=r"/",
    ),
    KnownMistake(
        "unknown-end",
        "`{word}` is no way to lose control",
        "`*spin`, `*left`, `*right`; `*line` while crossing the finish, `*out` if eliminated, `*?` if it is not known",
        lines("A: 1 *crash", "A: 1 2! *", "A: [2 3] *off", "A: 1 S *crash", "A: 1/i *crash", "A: W 1 *crash"),
        when=r"\*",
    ),
    KnownMistake(
        "loss-without-dice",
        "control is lost on a step, and no die comes before it",
        "`A: 3 4! *spin`",
        lines("A: *spin", "R2 A: *left"),
        when=r"\*",
    ),
    KnownMistake(
        "open-attack",
        "the dice of a time attack stand in brackets, and this one is not closed",
        "`[2 3 g]`; dice that were rolled and not used stand behind a bar: `[2 3 | g]`",
        lines("A: [2 3", "A: [2 3/i", "A: [2 3 | g", "A: [2 | g 5!"),
        when="$",
    ),
    KnownMistake(
        "no-such-card",
        "`{word}` is no gear card",
        "`=4` face up, `=4b` turned over, `=-` for no card",
        lines("A: 1 =6", "A: 1 =x", "A: 1 =4c", "A: [2 3] =0", "A: W =x", "A: blocked =x"),
        any_word=True,
    ),
    KnownMistake(
        "tyre-without-key",
        "tyres are written with `tyres=`",
        '`driver A "Ana" tyres=snow`',
        lines('driver A "Ana" snow', "driver A snow", "driver A asphalt"),
        when="(?:snow|asphalt)",
    ),
    KnownMistake(
        "unknown-field",
        "there is no field `{word}`",
        "fields are `t=1:10`, `m=3`, `dmg=2`, `flats=1`, `sisu=used`, `spare=used`, `tyres=snow`, `arr=7`",
        (
            *lines('driver A "Ana" tires=snow', "driver A tires=snow"),
            *lines("check A s1 damage=2", "A: 1 > s1 damage=2"),
            *places("A s1 damage=2", "A s1 g2 d=2"),
        ),
        line=r"(?<![\w=])(?P<at>(?!(?:t|m|dmg|flats|sisu|spare|tyres|arr)\s*=)[^\W\d]\w*)\s*=",
    ),
)
