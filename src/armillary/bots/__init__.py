"""Players that are programs: who there is, and how they decide."""

from __future__ import annotations

from armillary.bots.registry import find, known, names, require_ready

__all__ = ["find", "known", "names", "require_ready"]
