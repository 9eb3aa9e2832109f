"""Configs of Sealed Bids that nobody would sensibly choose, for the properties."""

from __future__ import annotations

from hypothesis import strategies as st

from armillary.testing.skeletons.simultaneous.rooms.model import MAX_COINS, Config

CONFIGS = st.builds(Config, coins=st.integers(0, 30) | st.just(MAX_COINS), prizes=st.integers(1, 8))
