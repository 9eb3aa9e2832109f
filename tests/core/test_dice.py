"""Dice: pinned, fair, one protocol."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armillary.core.dice import Dice, FastDice, KeyedDice
from armillary.core.seeds import commitment, seed_from, step_hash

SEED = bytes(range(32))
KINDS = [KeyedDice(SEED, 7), FastDice(7)]


def test_keyed_dice_give_the_known_answers() -> None:
    dice = KeyedDice(SEED, 3)
    assert [dice.die(6) for _ in range(12)] == [3, 4, 1, 3, 4, 5, 5, 5, 4, 2, 2, 4]
    assert KeyedDice(SEED, 0).shuffle("abcdefgh") == tuple("bdgfaceh")
    assert KeyedDice(SEED, 4).sample(range(100), 5) == (42, 22, 57, 76, 31)
    assert KeyedDice(SEED, 2**40).below(2**32) == 1714769925


def test_keyed_dice_are_the_words_of_keyed_digests() -> None:
    digests = [
        blake2b((5).to_bytes(8, "big") + block.to_bytes(8, "big"), key=SEED, person=b"armillary dice").digest()
        for block in range(2)
    ]
    words = [int.from_bytes(digest[i : i + 4], "big") for digest in digests for i in range(0, 64, 4)]
    dice = KeyedDice(SEED, 5)
    assert [dice.below(2**32) for _ in range(32)] == words


def test_fast_dice_give_the_known_answers() -> None:
    dice = FastDice(1)
    assert [dice.die(6) for _ in range(8)] == [1, 6, 5, 2, 3, 3, 4, 5]


def test_words_beyond_the_last_fair_multiple_are_rejected() -> None:
    n = 3 * 2**30  # a quarter of all words must be thrown away
    drawn = [KeyedDice(SEED, step).below(n) for step in range(400)]
    first_words = [KeyedDice(SEED, step).below(2**32) for step in range(400)]
    rejected = [step for step, word in enumerate(first_words) if word >= n]
    assert 60 < len(rejected) < 140
    assert all(drawn[step] == first_words[step] for step in range(400) if step not in rejected)


@pytest.mark.parametrize("dice", KINDS)
def test_every_value_is_about_as_frequent(dice: Dice) -> None:
    counts = Counter(dice.below(7) for _ in range(14_000))
    assert sorted(counts) == list(range(7))
    assert all(1800 < count < 2200 for count in counts.values())


@pytest.mark.parametrize("dice", KINDS)
def test_every_shuffle_is_about_as_frequent(dice: Dice) -> None:
    counts = Counter(dice.shuffle("abc") for _ in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


@given(st.lists(st.integers(), max_size=30), st.integers(0, 30), st.integers(0, 10**6))
def test_a_sample_takes_different_places(items: list[int], k: int, step: int) -> None:
    k = min(k, len(items))
    for dice in (KeyedDice(SEED, step), FastDice(step)):
        places = dice.sample(list(enumerate(items)), k)
        assert len(set(places)) == k
        assert set(places) <= set(enumerate(items))
        assert sorted(dice.shuffle(items)) == sorted(items)


@pytest.mark.parametrize("dice", KINDS)
def test_impossible_draws_are_errors(dice: Dice) -> None:
    with pytest.raises(ValueError, match=r"at least 1|from 1"):
        dice.below(0)
    with pytest.raises(ValueError, match="Cannot sample 3 of 2"):
        dice.sample("ab", 3)
    with pytest.raises(ValueError, match="Cannot sample -1 of 2"):
        dice.sample("ab", -1)


def test_keyed_dice_know_how_far_they_reach() -> None:
    with pytest.raises(ValueError, match="4294967296"):
        KeyedDice(SEED, 1).below(2**32 + 1)


def test_steps_and_seeds_have_streams_of_their_own() -> None:
    streams = {KeyedDice(seed, step).below(2**32) for seed in (SEED, SEED[::-1]) for step in (1, 2)}
    assert len(streams) == 4


def test_seeds_and_hashes_give_the_known_answers() -> None:
    assert seed_from(7).hex() == "93cb1cb863b985ae2e09ebd289a80d2c126ada6c4a77b50b915db6a5af1d7c5b"
    assert seed_from(7) == seed_from("7")
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert step_hash(SEED, b"a", b"bc") != step_hash(SEED, b"ab", b"c")
    assert step_hash(SEED, b"a", b"bc") == "b257b1cb0f53fb08544ed6fa7af705fc"
