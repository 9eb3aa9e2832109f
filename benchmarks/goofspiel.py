"""The yardstick: a random playout of Goofspiel as anybody would write it, with dicts and lists and no engine."""

from __future__ import annotations

import random

CARDS = range(1, 16)


def playout() -> dict[int, int]:
    """Two players, fifteen cards, a shuffled row of prizes; a tied prize is nobody's."""
    prizes = list(CARDS)
    random.shuffle(prizes)
    hands = {1: list(CARDS), 2: list(CARDS)}
    scores = {1: 0, 2: 0}
    for prize in prizes:
        bids = {}
        for player, hand in hands.items():
            card = random.choice(hand)
            hand.remove(card)
            bids[player] = card
        highest = max(bids.values())
        winners = [player for player, card in bids.items() if card == highest]
        if len(winners) == 1:
            scores[winners[0]] += prize
    return scores
