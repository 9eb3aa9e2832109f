"""Configs of Stone Pile that nobody would sensibly choose, for the properties."""

from __future__ import annotations

from hypothesis import strategies as st

from armillary.testing.skeletons.turns.rooms.model import MAX_PER_TURN, MAX_STONES, Config

CONFIGS = st.builds(
    Config,
    stones=st.integers(1, 30) | st.just(MAX_STONES),
    most=st.integers(1, 5) | st.just(MAX_PER_TURN),
)
