"""`make test-pythons`: the tests that need no service and no browser, on every Python that we promise and find here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
UV = Path(sys.prefix) / "bin" / "uv"


def main(tests: list[str], wanted: Iterable[str] = VERSIONS) -> int:
    """Test on one Python after the other; the exit code is 1 if a test failed anywhere, or there was none to ask."""
    found = {version: python for version in wanted if (python := _python(version))}
    print(f"Pythons found here: {', '.join(found) or 'none'}.", flush=True)
    failed = [version for version, python in found.items() if not passes(version, python, tests)]
    if failed:
        print(f"Tests failed on Python {', '.join(failed)}.", file=sys.stderr)
    return int(bool(failed) or not found)


def _python(version: str) -> str | None:
    """A Python of this version: the first one that runs. Those of pyenv are asked for where it keeps them."""
    for python in _places(version):
        asked = subprocess.run(
            [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if (asked.returncode, asked.stdout.strip()) == (0, version):
            return python
    return None


def _places(version: str) -> Iterator[str]:
    if here := shutil.which(f"python{version}"):
        yield here
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    by_age = sorted(kept.glob(f"{version}.*/bin/python{version}"), key=lambda path: _numbers(path.parts[-3]))
    yield from (str(path) for path in reversed(by_age))


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def passes(version: str, python: str, tests: list[str]) -> bool:
    """Install what tests need into an environment of its own, and run them there."""
    print(f"Python {version}: installing", flush=True)
    place = ROOT / "build" / f"python{version}"
    quiet = ["--quiet", "--python", str(place / "bin" / "python")]
    install = [str(UV), "pip", "install", *quiet]
    subprocess.run([str(UV), "venv", "--quiet", "--clear", "--python", python, str(place)], check=True)
    subprocess.run([*install, "--require-hashes", "--requirement", "locks/test.txt"], cwd=ROOT, check=True)
    subprocess.run([*install, "--no-deps", "--no-build-isolation", "--editable", "."], cwd=ROOT, check=True)
    print(f"Python {version}: testing", flush=True)
    command = [str(place / "bin" / "python"), "-m", "pytest", "--numprocesses", "auto", "--dist", "worksteal", *tests]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
