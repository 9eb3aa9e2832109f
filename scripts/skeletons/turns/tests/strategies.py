"""Configs of Stone Pile that nobody would sensibly choose, for the properties."""

from __future__ import annotations

from hypothesis import strategies as st

from scripts.skeletons.turns.rooms.model import MOST_PER_TURN, MOST_STONES, Config

CONFIGS = st.builds(
    Config,
    stones=st.integers(1, 30) | st.just(MOST_STONES),
    most=st.integers(1, 5) | st.just(MOST_PER_TURN),
)
