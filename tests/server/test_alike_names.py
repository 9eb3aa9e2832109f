"""Names that a reader would take for the same are the same when they are compared, and others are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armillary.server.matches.text import MAX_NAME_LENGTH, clean_name, skeleton, told_apart

ALIKE = [
    ("Ada", "ADA"),
    ("Ada", "Аdа"),
    ("Ada", "Αda"),
    ("Ada", "Ａｄａ"),
    ("Ada", "𝓐𝓭𝓪"),
    ("Ada", "A\u200bda"),
    ("Ada", "A\u034fda"),
    ("Ada\ufe0f", "Ada"),
    ("Ada L", "Ada   L"),
    ("Ada L", "Ada\u2003L"),
    ("Boris", "Воris"),
    ("BORIS", "ВОRІЅ"),
    ("Борис", "БОРИС"),
    ("Nina", "Νina"),
    ("Van", "νan"),
    ("NIKOS", "ΝΙΚΟS"),
    ("Νίκος", "ΝΊΚΟΣ"),
    ("Bob", "B0b"),
    ("Bob", "Bоb"),
    ("Bill", "Bi11"),
    ("Bill", "BiIl"),
    ("lan", "Ian"),
    ("Guest 1000", "Guest lOOO"),
    ("Armin", "Arrnin"),
    ("William", "VVilliam"),
    ("Straße", "STRASSE"),
    ("ﬁnn", "Finn"),
    ("Hard", "Нard"),
    ("Ömer", "O\u0308mer"),
    ("Ｐlayer 2", "Player ２"),
    ("Ada", "ᴀᴅᴀ"),
    ("Ada", "ᎪᎠᎪ"),
    ("Ada", "ꓮꓓꓮ"),
    ("Ada", "ᗅᗪᗅ"),
    ("Tom", "Ⲧⲟⲙ"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


DIFFERENT = [
    *[("Ada", "Adam"), ("Rene", "René"), ("Jose", "José"), ("Müller", "Muller"), ("Ada L", "AdaL"), ("Ada", "Eda")],
    *[("Guest 1234", "Guest 1235"), ("Ada", "Ada (2)"), ("Ada (2)", "Ada (3)"), ("Иван", "Игорь"), ("李", "王")],
    *[("さくら", "サクラ"), ("Nan", "Van"), ("Hana", "Nana"), ("Player 1", "Player 2"), ("🙂", "🙃"), ("Дима", "Лима")],
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_to_a_reader_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_name_is_numbered_only_where_another_looks_like_it() -> None:
    assert told_apart("Ada", ()) == "Ada"
    assert told_apart("Ada", ["Grace", "Adam"]) == "Ada"
    assert told_apart("Аda", ["Ada"]) == "Аda (2)"
    assert told_apart("ada", ["Ada", "ADA (2)", "Аda (3)"]) == "ada (4)"


@given(st.text(max_size=60).map(clean_name), st.integers(0, 30))
def test_a_numbered_name_fits_and_looks_like_no_other(name: str, count: int) -> None:
    seated: list[str] = []
    for _ in range(count + 1):
        seated.append(told_apart(name, seated))
    assert len({skeleton(each) for each in seated}) == len(seated)
    assert seated[0] == name
    assert all(0 < len(each) <= MAX_NAME_LENGTH and clean_name(each) == each for each in seated)


@given(st.text(max_size=60))
def test_a_skeleton_does_not_depend_on_capitals(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)
    if name.isascii():
        assert skeleton(name.upper()) == skeleton(name.lower()) == skeleton(name)
