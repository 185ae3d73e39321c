"""What everybody at the table should know for a while: one sentence on the pages, and when it leaves them."""

from __future__ import annotations

from dataclasses import dataclass

#: A sentence stays on the pages for so long.
NOTICE_US = 8_000_000


@dataclass(slots=True)
class Notice:
    """``text`` is empty when there is nothing to know."""

    text: str = ""
    _until_us: int = 0

    def post(self, now_us: int, text: str) -> None:
        """Show this from now on."""
        self.text = text
        self._until_us = now_us + NOTICE_US

    def expire(self, now_us: int) -> bool:
        """True when the sentence leaves the pages now."""
        if not self.text or now_us < self._until_us:
            return False
        self.text = ""
        return True

    @property
    def until_us(self) -> int | None:
        """When the pages change by themselves; None while there is no sentence."""
        return self._until_us if self.text else None
