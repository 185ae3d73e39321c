"""Writes the whole journal in docs/journal.md anew, by the command in docs/developer.md; a test asks that it is sound."""

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
JOURNAL = DOCS / "journal.md"
GUIDE = (DOCS / "developer.md").read_text(encoding="utf-8")

_, _, after = GUIDE.partition("## A race from a script\n")
presses = re.findall(r"^    (?!#)(.+)$", after.partition("```")[0], re.MULTILINE)
command = re.findall(r"^lapsy (arbitrate .*presses\.txt.*)$", after, re.MULTILINE)[0]
with tempfile.TemporaryDirectory() as folder:
    (Path(folder) / "presses.txt").write_text("\n".join(presses) + "\n")
    subprocess.run(
        [sys.executable, "-m", "lapsy", *shlex.split(command), "--journal", "."], check=True, cwd=folder
    )
    (written,) = Path(folder).glob("*.jsonl")
    lines = written.read_text(encoding="utf-8")
page = JOURNAL.read_text(encoding="utf-8")
before, _, rest = page.partition("```jsonl\n")
JOURNAL.write_text(before + "```jsonl\n" + lines + rest[rest.index("```") :], encoding="utf-8")
