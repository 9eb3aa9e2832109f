"""A new game that plays at once, because it starts as a tiny complete one.

Copies a skeleton under the new name: rooms, rule page, notation page, cases, golden playthroughs and tests, with rule
ids of its own. Everything passes before the first change.
"""

from __future__ import annotations

import ast
import keyword
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from string import Template

from armillary.core.errors import BadInput
from armillary.core.registry import games, slugs
from armillary.core.rulebook import rules_by_id
from armillary.testing import golden

SKELETONS_FOLDER = Path(__file__).parent / "skeletons"
MAX_LETTERS = 20
RESERVED = frozenset({"tests"})
"""What else a package has beside itself."""
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


@dataclass(frozen=True)
class Layout:
    """Where the parts of a new game go, and how its code and its tests are imported."""

    rooms: Path
    tests: Path
    rules: Path
    notation: Path
    rooms_module: str
    tests_module: str

    def parts(self) -> dict[str, Path]:
        """Each part of a skeleton with its place."""
        return {"rooms": self.rooms, "tests": self.tests, "rules.md": self.rules, "notation.md": self.notation}


def write_package(name: str, kind: str, folder: Path) -> Path:
    """A package of its own in a new folder of this name; raises `BadInput`."""
    require_name(name)
    root = folder / name
    if root.exists():
        raise BadInput(f"{root} is there already; choose another name or another folder.")
    if name in slugs() or name in RESERVED or find_spec(name):
        raise BadInput(f"{name!r} is the name of something that is installed; choose another one.")
    layout = Layout(
        rooms=root / "src" / name,
        tests=root / "tests",
        rules=root / "docs" / "rules" / f"{name}.md",
        notation=root / "docs" / "notation" / f"{name}.md",
        rooms_module=name,
        tests_module="tests",
    )
    try:
        write(name, kind, prefix_for(name, _prefixes()), layout)
        _write_surroundings(name, kind, root)
    except OSError as error:
        raise BadInput(f"{root} cannot be written: {error.strerror or error}.") from error
    sys.path.insert(0, str(root / "src"))
    game = import_module(f"{name}.game").GAME
    for playthrough in (layout.tests / "golden").glob("*.txt"):
        golden.rewrite(game, playthrough)
    return root


def _prefixes() -> set[str]:
    """What the rule ids of installed games begin with."""
    return {rule.partition("-")[0] for rule in rules_by_id(games())}


def require_name(name: str) -> None:
    """Raise `BadInput` unless a game and its package can be called this."""
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{1,{MAX_LETTERS - 1}}}", name) or name.endswith("_"):
        raise BadInput(
            f"A game's name has 2 to {MAX_LETTERS} lower-case letters, digits and _, a letter first; not {name!r:.40}."
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadInput(f"{name!r} is a word of Python; choose another name.")


def write(name: str, kind: str, prefix: str, layout: Layout) -> None:
    """The new game's files; raises `BadInput` for a kind that there is not, and `OSError`."""
    if kind not in SKELETONS:
        raise BadInput(f"A game's kind is {' or '.join(SKELETONS)}, not {kind!r:.40}.")
    skeleton = SKELETONS_FOLDER / kind
    for part, target in layout.parts().items():
        for file in _files(skeleton / part):
            place = str(file.relative_to(skeleton / part))
            copy = target if place == "." else target / renamed(place, kind, name, prefix, layout)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(file.read_text("utf-8"), kind, name, prefix, layout), "utf-8")


def _files(part: Path) -> Iterator[Path]:
    if part.is_file():
        yield part
    else:
        yield from (file for file in sorted(part.rglob("*")) if file.is_file() and file.suffix in TEXT)


def renamed(text: str, kind: str, name: str, prefix: str, layout: Layout) -> str:
    """The skeleton's text about the new game: its title, its places, its rule ids."""
    skeleton = SKELETONS[kind]
    for old, new in (
        (f"armillary.testing.skeletons.{kind}.rooms", layout.rooms_module),
        (f"armillary.testing.skeletons.{kind}.tests", layout.tests_module),
        ('parents[1] / "rules.md"', _seen_from_tests(layout, layout.rules)),
        ('parents[1] / "notation.md"', _seen_from_tests(layout, layout.notation)),
        (skeleton.title, title_of(name)),
        (skeleton.slug, name),
    ):
        text = text.replace(old, new)
    return re.sub(rf"\b{skeleton.prefix}-(?=[0-9])", f"{prefix}-", text)


def _seen_from_tests(layout: Layout, page: Path) -> str:
    """How a test finds a page: from the nearest folder that both are in."""
    up, root = next((up, root) for up, root in enumerate(layout.tests.parents, start=1) if page.is_relative_to(root))
    return " / ".join([f"parents[{up}]", *(f'"{part}"' for part in page.relative_to(root).parts)])


def _write_surroundings(name: str, kind: str, root: Path) -> None:
    """What makes a package of it: the project file, a README, the test that holds it to the contract."""
    symmetric = ", symmetric=True" if kind == "simultaneous" else ""
    for template, target in (
        ("pyproject.txt", "pyproject.toml"),
        ("README.md", "README.md"),
        ("test_contract.txt", "tests/test_contract.py"),
    ):
        text = Template((SKELETONS_FOLDER / "package" / template).read_text("utf-8"))
        filled = text.substitute(slug=name, title=title_of(name), symmetric=symmetric)
        (root / target).write_text(filled, "utf-8")
    for file in root.rglob("*.py"):
        file.write_text(_with_imports_apart(file.read_text("utf-8"), {name, "tests"}), "utf-8")


def _with_imports_apart(text: str, own: set[str]) -> str:
    """A module's imports in three blocks, as linters want them: the standard library's, others', and its own."""
    lines = text.splitlines()
    found: list[tuple[int, bool, str, str]] = []
    spans: list[int] = []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Import | ast.ImportFrom) or ast.unparse(node).startswith("from __future__"):
            continue
        module = str(node.module) if isinstance(node, ast.ImportFrom) else node.names[0].name
        top = module.partition(".")[0]
        block = 2 if top in own else 0 if top in sys.stdlib_module_names else 1
        statement = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        found.append((block, isinstance(node, ast.ImportFrom), module, statement))
        spans += [node.lineno, node.end_lineno or node.lineno]
    if not spans:
        return text
    blocks = ["\n".join(statement for at, *_, statement in sorted(found) if at == block) for block in range(3)]
    imports = "\n\n".join(block for block in blocks if block)
    return "\n".join([*lines[: min(spans) - 1], imports, *lines[max(spans) :], ""])


def title_of(name: str) -> str:
    """`my_game` is called My Game."""
    return " ".join(word.capitalize() for word in name.split("_") if word)


def prefix_for(name: str, taken: Iterable[str] = ()) -> str:
    """Two letters for the rule ids, or as many more as it takes to differ from those that are taken."""
    words = re.findall(r"[a-z]+", name)
    letters = "".join(word[0] for word in words) if len(words) > 1 else ""
    letters = (letters + "".join(words) + "x" * MAX_LETTERS).upper()
    return next(letters[:size] for size in range(2, len(letters)) if letters[:size] not in set(taken))
