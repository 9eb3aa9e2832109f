"""The secret a match is played under, and what is derived from it.

The commitment is public before the first order; the seed itself only once the match is over. Step hashes are
keyed by the seed: a plain hash would let anybody guess the undealt deck and check the guess.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b, sha256

SEED_BYTES = 32


def new_seed() -> bytes:
    """A fresh secret from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(text: str | int) -> bytes:
    """The seed a person means by a short number or word: for runs to be repeated, not for secrets."""
    return sha256(f"armillary seed {text}".encode()).digest()


def commitment(seed: bytes) -> str:
    """What is published before the first order: SHA-256 of the seed."""
    return sha256(seed).hexdigest()


def step_hash(seed: bytes, *parts: bytes) -> str:
    """The hash of one step under the seed's key; each part is preceded by its length."""
    digest = blake2b(key=seed, digest_size=16, person=b"armillary step")
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()
