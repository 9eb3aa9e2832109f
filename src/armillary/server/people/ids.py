"""Ids that nobody guesses, and what is kept of secrets."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_id() -> str:
    """An id nobody guesses."""
    return secrets.token_hex(12)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()
