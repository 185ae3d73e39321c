"""The catalogues of sentences: what the sources say, and ``make words``, which brings every catalogue up to it.

New sentences are put in without a translation, old ones are taken out; running it twice changes nothing.

    python scripts/words.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from lapsy.language import LOCALE, languages, po_file

SOURCE = Path(__file__).resolve().parent.parent / "host" / "lapsy"

#: Which arguments are sentences: of the host's calls, and of the pages'.
PYTHON: dict[str, tuple[int, ...] | None] = {
    "tr": (2,),
    "tr_n": (2, 3),
    "_tr": None,
    "_tr_n": (1, 2),
    "_refusal": None,
    "Sentence": None,
}
PAGES: dict[str, tuple[int, ...] | None] = {"t": None, "t.n": (1, 2), "say": None, "say.n": (1, 2)}

#: Headers of a catalogue that would change at each run, or name somebody.
_LOOSE = re.compile(
    r'^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|Generated-By'
    r"|MIME-Version)[^\n]*\n",
    re.MULTILINE,
)


def extracted() -> Catalog:
    """Every sentence of host and pages, without translations."""
    found = Catalog(charset="utf-8")
    for pattern, method, keywords in (("**.py", "python", PYTHON), ("**.js", "javascript", PAGES)):
        for _, _, message, _, _ in extract_from_dir(
            SOURCE,
            method_map=[(pattern, method)],
            options_map={pattern: {"parse_template_string": "true"}},
            keywords=keywords,
        ):
            found.add(message)
    return found


def read(language: str) -> Catalog:
    """The catalogue of a language as it stands."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def updated(catalogue: Catalog) -> str:
    """The text of a catalogue with the sentences of the sources, no more and no fewer, sorted."""
    catalogue.update(extracted(), no_fuzzy_matching=True)
    out = io.BytesIO()
    write_po(out, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    return _LOOSE.sub("", out.getvalue().decode())


def main() -> None:
    """Bring every catalogue up to the sources; say what is missing."""
    for language in languages()[1:]:
        po_file(language).write_text(updated(read(language)), encoding="utf-8")
        missing = [
            m.id
            for m in read(language)
            if m.id and not (m.string if type(m.string) is str else all(m.string))
        ]
        print(f"{po_file(language).relative_to(LOCALE)}: {len(missing)} sentences without a translation")
        for sentence in missing:
            print(f"  {sentence}")


if __name__ == "__main__":
    main()
