"""Names that look alike: at one table, nobody is taken for somebody else.

Two names are alike when their skeletons are equal. That is the idea of Unicode's own report on security (UTS 39), with
a table of ours for the letters that names are written in. Capitals and small letters are equal here, so a letter that
looks like another in one of its two forms stands for it in both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

from armillary.server.people.guests import BLANKS, MOST_NAME

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
        numbered = name[: MOST_NAME - len(end)].rstrip() + end
        if skeleton(numbered) not in taken:
            return numbered
    raise AssertionError("there are endless numbers")
