"""Text that people write: names and lines, made safe to show; and names that look alike, told apart. Pure.

Two names are alike when their skeletons are equal. That is the idea of Unicode's own report on security (UTS 39), with
a table of ours for the letters that names are written in. Capitals and small letters are equal here, so a letter that
looks like another in one of its two forms stands for it in both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

MAX_NAME_LENGTH = 40

BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, by their kind, that nobody sees."""
_TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
"""Marks that turn the direction of text, and ends of lines that not every reader takes for one."""
_ACCENT = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_PILED = re.compile(f"({_ACCENT}{{2}}){_ACCENT}+")
"""Accents piled up on one letter: two are enough."""

_FORMS = str.maketrans("ΗΜΝΥημνυγՍՈսո", "HMNYnuvuyUNun")
"""Letters of which capital and small look like two different Latin ones: these go by their form."""
_ALPHABETS = {
    "01i|ıɩǀɑɡ": "ollllllag",  # digits, and Latin letters
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ": "abcdefghljklmnoprstuvwyz",  # small capitals
    "авгекмнорстухзіјѕһԁԛԝӏьѵѡүԍҽ": "abrekmhopctyx3ljshdqwlbvwyge",  # Cyrillic
    "αβεζικορτχϲϳ": "abezlkoptxcj",  # Greek
    "օհցզյքռգատ": "ohgqjfnqws",  # Armenian
    "ᎠᎡᎢᎥᎩᎪᎫᎬᎱᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏳᏴ": "drtlyajerwmhyghz4brwsvslcpkd6gb",  # Cherokee
    "ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ": "bpddtgkjczfmnlsrvhwxyaelou",  # Lisu
    "ᐯᑌᑭᑯᑲᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ᙭᙮": "vupdbjl2xhxrbfaddmbxx",  # Canadian syllabics
    "ϩⲅⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭⳋⳍⳑⳓ𐋵": "2rhlkmnopctyx93l6z",  # Coptic
}
_LETTERS = {ord(one): other for ones, others in _ALPHABETS.items() for one, other in zip(ones, others, strict=True)}
"""What each small letter is taken for, because it or its capital looks like that."""
_UNSEEN = re.compile("[\u034f\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks on letters that change nothing to be seen."""


def clean_name(name: str) -> str:
    """A display name: printable, one line, not too long, never empty, with something in it to be seen."""
    printable = "".join(char for char in name if char.isprintable() and char not in BLANKS)
    kept = _PILED.sub(r"\1", printable.strip())[:MAX_NAME_LENGTH].strip()
    return kept if any(unicodedata.category(char)[0] not in "MZ" for char in kept) else "Guest"


def clean_text(text: str) -> str:
    """What somebody says: lines stay, but nothing that controls a terminal or turns the direction of text."""
    if text.isprintable():  # as nearly always: nothing of that kind is
        return text.strip()
    return "".join(char for char in text.replace("\r\n", "\n") if char in "\n\t" or _is_plain(char)).strip()


def _is_plain(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs") and char not in _TURNS


def skeleton(name: str) -> str:
    """What is left of a name when everything is taken away that a reader may overlook; for comparing, not for reading.

    >>> skeleton("Ада Lоvе1асе") == skeleton("Aдa  LOVElace") == skeleton("Ａдａ Lovelace")
    True
    >>> skeleton("René") == skeleton("Rene")
    False
    """
    seen = "".join(char for char in unicodedata.normalize("NFKC", name) if char.isprintable() and char not in BLANKS)
    forms = _UNSEEN.sub("", seen).translate(_FORMS)
    letters = unicodedata.normalize("NFKC", forms.casefold()).translate(_LETTERS)
    return " ".join(letters.replace("rn", "m").replace("vv", "w").split())


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it if it looks like one of the others; never longer than a name may be."""
    taken = {skeleton(each) for each in others}
    if skeleton(name) not in taken:
        return name
    for number in count(2):
        end = f" ({number})"
        numbered = name[: MAX_NAME_LENGTH - len(end)].rstrip() + end
        if skeleton(numbered) not in taken:
            return numbered
    raise AssertionError("Numbers never run out.")
