"""Tests that ship with the package: what every game and every database must pass, ours and yours.

from armillary.testing import check_game, check_store
check_game(game)
check_store("sqlite:///throw-away.db")
"""

from armillary.testing.contract import check_game
from armillary.testing.play import ContractBroken

__all__ = ["ContractBroken", "check_game", "check_store"]


def check_store(url: str) -> None:
    """Raise `ContractBroken` unless the match server's store keeps its promises on this empty database."""
    from armillary.testing.store import check_store as check  # noqa: PLC0415 (it needs the server's dependencies)

    check(url)
