"""Players that misbehave, one way each: named by their place, as anybody's are."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from armillary.core.contract import AnyGame
from armillary.games.skirmish.model import Play


class Bad:
    """Plays its lowest card until its fifth decision."""

    def __init__(self, game: AnyGame) -> None:
        self.asked = 0

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        self.asked += 1
        return options.templates[0].order if self.asked < 5 else self.misbehave()

    def misbehave(self) -> Any:
        raise NotImplementedError


class Crashes(Bad):
    """Raises an error."""

    def misbehave(self) -> Any:
        raise ValueError("I am\nlost")


class Unspeakable(Bad):
    """Raises an error that cannot even be told."""

    def misbehave(self) -> Any:
        class Nameless(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise Nameless


class Leaves(Bad):
    """Ends the program, the polite way."""

    def misbehave(self) -> Any:
        sys.exit("enough")


class Dies(Bad):
    """Ends the process."""

    def misbehave(self) -> Any:
        os._exit(3)


class Sleeps(Bad):
    """Falls asleep."""

    def misbehave(self) -> Any:
        time.sleep(600)


class Ignores(Bad):
    """Cannot be woken."""

    def misbehave(self) -> Any:
        while True:
            try:
                time.sleep(600)
            except BaseException:  # noqa: BLE001
                continue


class Cheats(Bad):
    """Plays a card it does not have."""

    def misbehave(self) -> Any:
        return Play(99)


class Babbles(Bad):
    """Answers with something that is no order."""

    def misbehave(self) -> Any:
        return {"kind": object()}


class Eats(Bad):
    """Takes more memory than there is."""

    def misbehave(self) -> Any:
        return bytearray(1 << 30)


class Unmade(Bad):
    """Cannot even be made."""

    def __init__(self, game: AnyGame) -> None:
        os._exit(4)


class Prints(Bad):
    """Talks while it plays."""

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        print("hello")
        return options.templates[0].order


class Hoards(Bad):
    """Keeps from game to game what it should give back."""

    kept: list[bytearray] = []

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        if self.asked == 0:
            self.kept.append(bytearray(48 << 20))
        self.asked += 1
        return options.templates[0].order


class Unmakable(Bad):
    """Cannot be made, and says so."""

    def __init__(self, game: AnyGame) -> None:
        raise ValueError("not today")
