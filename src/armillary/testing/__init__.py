"""Tests that ship: what every game must hold, for us and for everybody who adds one.

from armillary.testing import check_game
check_game(game)
"""

from armillary.testing.contract import check_game
from armillary.testing.play import ContractBroken

__all__ = ["ContractBroken", "check_game"]
