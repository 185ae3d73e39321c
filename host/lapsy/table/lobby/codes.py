"""Codes to be read from a wall and typed on a phone, and secrets that only a hash is kept of. Randomness is handed in."""

from __future__ import annotations

from hashlib import sha256

#: No vowels, so no words; nothing that looks like another letter, like a digit or like two letters (W).
LETTERS = "BCDFGHJKLMNPQRTVXYZ"

JOIN_LENGTH = 4
REFEREE_LENGTH = 6

#: Random bytes that a code is made of: the letters' frequencies differ by less than one in a million.
CODE_BYTES = 8

#: A page's secret has 128 random bits.
TOKEN_BYTES = 16


def code(random: bytes, length: int) -> str:
    """A code of ``length`` letters from ``CODE_BYTES`` random bytes. Raises ValueError for fewer."""
    if len(random) < CODE_BYTES:
        raise ValueError(f"A code needs {CODE_BYTES} random bytes.")
    number = int.from_bytes(random[:CODE_BYTES], "big")
    letters = []
    for _ in range(length):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def typed(text: str) -> str:
    """A code as it was meant, whatever case and spaces it was typed with."""
    return "".join(char for char in text.upper() if char.isalnum())


def hash_of(secret: str) -> str:
    """What is kept of a secret: who reads the journal learns no key."""
    return sha256(secret.encode(errors="replace")).hexdigest()
