"""`make new-game NAME=mygame`: a new game that plays at once, because it begins as the smallest one there is.

Copies the model game's rooms, rule page, cases, golden playthroughs and tests under the new name, gives its rules
ids of their own, registers it, and writes again what is generated. Everything passes before the first change.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODEL = "skirmish"
MODEL_TITLE = "Stellar Skirmish"
MODEL_PREFIX = "SS"
MOST_LETTERS = 20
TEXT = frozenset({".md", ".py", ".toml", ".txt"})


def main(arguments: list[str]) -> int:
    """Say what is wrong with the name, or make the game."""
    name = arguments[0] if len(arguments) == 1 else ""
    if fault := fault_of(name):
        print(f"new-game: {fault}", file=sys.stderr)
        return 2
    write(name)
    settle(name)
    print(f"{title_of(name)} is in src/armillary/games/{name}, tests/games/{name} and docs/rules/{name}.md.")
    print(f"Try it: .venv/bin/armillary play {name}. Then docs/adding-a-game.md says what to change first.")
    return 0


def fault_of(name: str) -> str | None:
    """Why this cannot be a game's slug; None when it can."""
    if not name:
        return "give it a name: make new-game NAME=mygame"
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{1,{MOST_LETTERS - 1}}}", name) or name.endswith("_"):
        return f"a name is 2 to {MOST_LETTERS} lower-case letters, digits and _, a letter first; not {name!r}"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return f"{name!r} means something in Python; choose another name"
    if any(target.exists() for _, target in rooms(name)):
        return f"{name!r} is taken"
    return None


def rooms(name: str) -> tuple[tuple[Path, Path], ...]:
    """What is copied, and to where."""
    places = ("src/armillary/games/{}", "tests/games/{}", "docs/rules/{}.md")
    return tuple((ROOT / place.format(MODEL), ROOT / place.format(name)) for place in places)


def write(name: str) -> None:
    """The new game's files, and its line in the project file."""
    prefix = prefix_for(name)
    for source, target in rooms(name):
        for file in _files(source):
            copy = target / renamed(str(file.relative_to(source)), name, prefix) if source.is_dir() else target
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(file.read_text("utf-8"), name, prefix), "utf-8")
    register(name)


def _files(source: Path) -> Iterator[Path]:
    if source.is_file():
        yield source
    else:
        yield from (file for file in sorted(source.rglob("*")) if file.is_file() and file.suffix in TEXT)


def renamed(text: str, name: str, prefix: str) -> str:
    """The model game's text about the new game: its title, its names in code, its rule ids."""
    text = text.replace(MODEL_TITLE, title_of(name))
    text = text.replace(MODEL.title(), title_of(name).replace(" ", ""))
    text = text.replace(MODEL.upper(), name.upper()).replace(MODEL, name)
    return re.sub(rf"\b{MODEL_PREFIX}\b", prefix, text)


def title_of(name: str) -> str:
    """`my_game` is called My Game."""
    return " ".join(word.capitalize() for word in name.split("_") if word)


def prefix_for(name: str) -> str:
    """Two letters for the rule ids, or as many more as it takes to be nobody else's."""
    words = [word for word in name.split("_") if word]
    letters = "".join(word[0] for word in words) if len(words) > 1 else name
    letters = (letters + name.replace("_", "") + "x" * MOST_LETTERS).upper()
    pages = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    taken = set(re.findall(r"^#+ ([A-Z][A-Z0-9]*)-", pages, re.MULTILINE))
    return next(letters[:size] for size in range(2, len(letters)) if letters[:size] not in taken)


def register(name: str) -> None:
    """The entry point through which everything else finds the game, under those of the games before it."""
    project = ROOT / "pyproject.toml"
    entry = '{0} = "armillary.games.{0}.game:GAME"\n'
    text = project.read_text("utf-8")
    project.write_text(text.replace(entry.format(MODEL), entry.format(MODEL) + entry.format(name)), "utf-8")


def settle(name: str) -> None:
    """Sort and wrap what the new name has moved, install the entry point, write again what is generated."""
    folders = [str(target) for _, target in rooms(name) if target.is_dir()]
    _python("ruff", "check", "--quiet", "--fix", "--select", "I", *folders)
    _python("ruff", "format", "--quiet", *folders)
    _python("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    _python("armillary.testing.golden", "tests/games")
    _python("scripts.docs")


def _python(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
