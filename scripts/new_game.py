"""`make new-game NAME=mygame KIND=turns`: a new game that plays at once, because it starts as a tiny complete one.

Copies a skeleton (`scripts/skeletons/<kind>`) under the new name: rooms, rule page, notation page, cases, golden
playthroughs and tests. Gives its rules ids of their own, registers it, and rewrites what is generated. Everything
passes before the first change.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAX_LETTERS = 20
TEXT = frozenset({".md", ".py", ".toml", ".txt"})


@dataclass(frozen=True)
class Skeleton:
    """What is replaced by the new game's own when the skeleton is copied."""

    slug: str
    title: str
    prefix: str


SKELETONS = {
    "turns": Skeleton("stone_pile", "Stone Pile", "SP"),
    "simultaneous": Skeleton("sealed_bids", "Sealed Bids", "SB"),
}


def main(arguments: list[str]) -> int:
    """Say what is wrong with the name or the kind, or make the game."""
    name, kind, *_ = (*arguments, "", "")
    if fault := fault_of(name, kind):
        print(f"new-game: {fault}", file=sys.stderr)
        return 2
    write(name, kind)
    finish(name)
    print(f"{title_of(name)} is in src/armillary/games/{name}, tests/games/{name} and docs/rules/{name}.md.")
    print(f"Play it: .venv/bin/armillary play {name}")
    print("Make it yours: docs/adding-a-game.md says what to change first.")
    return 0


def fault_of(name: str, kind: str) -> str | None:
    """Why no game of this name and kind can be made; None when one can."""
    if kind not in SKELETONS:
        return f"KIND must be {' or '.join(SKELETONS)}, not {kind!r}"
    if not name:
        return "give the game a name: make new-game NAME=mygame"
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{1,{MAX_LETTERS - 1}}}", name) or name.endswith("_"):
        return f"NAME must be 2 to {MAX_LETTERS} lower-case letters, digits and _, a letter first; not {name!r}"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return f"{name!r} is a word of Python; choose another name"
    if any(target.exists() for target in targets(name).values()):
        return f"{name!r} is taken; choose another name"
    return None


def targets(name: str) -> dict[str, Path]:
    """Where each part of a skeleton goes."""
    return {
        "rooms": ROOT / "src" / "armillary" / "games" / name,
        "tests": ROOT / "tests" / "games" / name,
        "rules.md": ROOT / "docs" / "rules" / f"{name}.md",
        "notation.md": ROOT / "docs" / "notation" / f"{name}.md",
    }


def write(name: str, kind: str) -> None:
    """The new game's files, and its line in the project file."""
    skeleton, prefix = ROOT / "scripts" / "skeletons" / kind, prefix_for(name)
    for part, target in targets(name).items():
        for file in _files(skeleton / part):
            place = str(file.relative_to(skeleton / part))
            copy = target if place == "." else target / renamed(place, kind, name, prefix)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(file.read_text("utf-8"), kind, name, prefix), "utf-8")
    register(name)


def _files(part: Path) -> Iterator[Path]:
    if part.is_file():
        yield part
    else:
        yield from (file for file in sorted(part.rglob("*")) if file.is_file() and file.suffix in TEXT)


def renamed(text: str, kind: str, name: str, prefix: str) -> str:
    """The skeleton's text about the new game: its title, its places, its rule ids."""
    skeleton = SKELETONS[kind]
    for old, new in (
        (f"scripts.skeletons.{kind}.rooms", f"armillary.games.{name}"),
        (f"scripts.skeletons.{kind}.tests", f"tests.games.{name}"),
        ('parents[1] / "rules.md"', f'parents[3] / "docs" / "rules" / "{name}.md"'),
        ('parents[1] / "notation.md"', f'parents[3] / "docs" / "notation" / "{name}.md"'),
        (skeleton.title, title_of(name)),
        (skeleton.slug, name),
    ):
        text = text.replace(old, new)
    return re.sub(rf"\b{skeleton.prefix}-(?=[0-9])", f"{prefix}-", text)


def title_of(name: str) -> str:
    """`my_game` is called My Game."""
    return " ".join(word.capitalize() for word in name.split("_") if word)


def prefix_for(name: str) -> str:
    """Two letters for the rule ids, or as many more as it takes to differ from every other game's."""
    words = re.findall(r"[a-z]+", name)
    letters = "".join(word[0] for word in words) if len(words) > 1 else ""
    letters = (letters + "".join(words) + "x" * MAX_LETTERS).upper()
    pages = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    taken = set(re.findall(r"^#+ ([A-Z]+)-", pages, re.MULTILINE))
    return next(letters[:size] for size in range(2, len(letters)) if letters[:size] not in taken)


def register(name: str) -> None:
    """The entry point through which everything else finds the game, among those of the other games."""
    project = ROOT / "pyproject.toml"
    before, table, after = project.read_text("utf-8").partition('[project.entry-points."armillary.games"]\n')
    entries, blank, rest = after.partition("\n\n")
    lines = sorted([*entries.splitlines(), f'{name} = "armillary.games.{name}.game:GAME"'])
    project.write_text(before + table + "\n".join(lines) + blank + rest, "utf-8")


def finish(name: str) -> None:
    """Sort and wrap what the new name has moved, install the entry point, rewrite what is generated."""
    folders = [str(target) for target in targets(name).values() if target.is_dir()]
    _run("ruff", "check", "--quiet", "--fix", "--select", "I", *folders)
    _run("ruff", "format", "--quiet", *folders)
    _run("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    _run("armillary.testing.golden", "tests/games")
    _run("scripts.docs")
    (ROOT / ".venv" / ".installed").touch()  # `make` need not install again for the new entry point


def _run(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
