"""`make new-game NAME=mygame KIND=turns`: a new game of this project, registered and documented like the others.

For a game in a package of your own, `armillary new-game` does the same anywhere.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from armillary.core.errors import BadInput
from armillary.testing.new_game import Layout, prefix_for, require_name, title_of, write

ROOT = Path(__file__).parents[1]


def main(arguments: list[str]) -> int:
    """Say what is wrong with the name or the kind, or make the game."""
    name, kind, *_ = (*arguments, "", "")
    try:
        require_free(name)
        write(name, kind, prefix_for(name, prefixes()), layout_of(name))
    except BadInput as error:
        print(f"new-game: {error}", file=sys.stderr)
        return 2
    register(name)
    finish(name)
    print(f"{title_of(name)} is in src/armillary/games/{name}, tests/games/{name} and docs/rules/{name}.md.")
    print(f"Play it: .venv/bin/armillary play {name}")
    print("Make it yours: docs/adding-a-game.md says what to change first.")
    return 0


def require_free(name: str) -> None:
    """Raise `BadInput` unless a game of this project can be called this."""
    require_name(name)
    if any(target.exists() for target in layout_of(name).parts().values()):
        raise BadInput(f"{name!r} is taken; choose another name.")


def layout_of(name: str) -> Layout:
    """Where each part of a game of this project is."""
    return Layout(
        rooms=ROOT / "src" / "armillary" / "games" / name,
        tests=ROOT / "tests" / "games" / name,
        rules=ROOT / "docs" / "rules" / f"{name}.md",
        notation=ROOT / "docs" / "notation" / f"{name}.md",
        rooms_module=f"armillary.games.{name}",
        tests_module=f"tests.games.{name}",
    )


def prefixes() -> set[str]:
    """What the rule ids of the games we have begin with."""
    pages = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    return set(re.findall(r"^#+ ([A-Z]+)-", pages, re.MULTILINE))


def register(name: str) -> None:
    """The entry point through which everything else finds the game, among those of the other games."""
    project = ROOT / "pyproject.toml"
    before, table, after = project.read_text("utf-8").partition('[project.entry-points."armillary.games"]\n')
    entries, blank, rest = after.partition("\n\n")
    lines = sorted([*entries.splitlines(), f'{name} = "armillary.games.{name}.game:GAME"'])
    project.write_text(before + table + "\n".join(lines) + blank + rest, "utf-8")


def finish(name: str) -> None:
    """Sort and wrap what the new name has moved, install the entry point, rewrite what is generated."""
    folders = [str(target) for target in layout_of(name).parts().values() if target.is_dir()]
    _run("ruff", "check", "--quiet", "--fix", "--select", "I", *folders)
    _run("ruff", "format", "--quiet", *folders)
    _run("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    _run("armillary.testing.golden", "tests/games")
    _run("scripts.docs")
    (ROOT / ".venv" / ".play").touch()  # `make` need not install again for the new entry point


def _run(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
