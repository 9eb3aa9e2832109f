"""Tests that ship with the package: what every game must pass, ours and yours.

from armillary.testing import check_game
check_game(game)
"""

from armillary.testing.contract import check_game
from armillary.testing.play import ContractBroken
from armillary.testing.rule_ids import check_rule_ids

__all__ = ["ContractBroken", "check_game", "check_rule_ids"]
