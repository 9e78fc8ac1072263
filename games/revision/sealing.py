"""Sealing what a pupil remembers, so that only whoever brings the code of their slip can read it.

A slip bears one drawn code of 12 characters, 60 bits, shown once and never stored. One scrypt (N = 2^15, r = 8, 32 MB,
a tenth of a second) of the whole code, salted with a secret of the site that lies outside the database, gives 48 bytes:
16 by which the slip is found, and 32 that are the key of its seal. The seal is ChaCha20-Poly1305 under a fresh random
nonce, bound to its slip (``about``), over a text padded to a power of two. It bears no time.

What it withstands:

- Whoever has the database, a backup of it, the admin or the pages of a class has neither codes nor keys. Without the
  site's secret a code cannot even be guessed. With it, all slips share one salt, on purpose: a code is looked up by
  its hash. One guess then tries all N slips, and 2^60 / N scrypts stand before the first hit: with 1,000 slips
  2^50 tenths of a second, some 3.5 million years of one core.
- A seal that is put in another slip's place, or whose bytes are changed, does not open (``Unreadable``).
- The length of a seal tells apart a few sizes only, each twice the one before.

What it does not:

- Whoever holds or has copied the slip, or a device that keeps its key, reads all. Sheets and pages say so.
- Whoever runs the site could change its code and read along while a key is brought. So could a proxy that ends TLS.
- Whoever may write into the database can put an older seal of the same slip back, or delete it.
- Whoever sees the database again and again while pupils answer sees which seal changes when, as in any log of
  PostgreSQL; and that a card's figure for the class changes in the same moment. A single copy shows none of it.
- A deleted row stays in PostgreSQL's files until they are cleaned (vacuum), sealed as it was.
- If the site's secret is lost, every slip and every seal is: nothing can be found or opened any more.
"""

import secrets
import struct
import unicodedata
from threading import BoundedSemaphore

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from msgspec import Struct

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 32 characters, five bits each; no 0, 1, O or I
CODE_LENGTH = 12
BETWEEN = ("Zs", "Cc", "Cf", "Pd")  # spaces, what nobody sees, dashes
ALSO_BETWEEN = ".−ー"  # a minus, and what a Japanese keyboard gives for a dash
KEY_LENGTH = 32
LOOKUP_LENGTH = 16
N, R, P = 2**15, 8, 1
SMALLEST = 4096  # of a seal's text, in bytes
_NONCE = 12
_HEAD = struct.Struct(">I")
_at_once = BoundedSemaphore(2)  # each scrypt takes 32 MB: strangers who try codes must not take them all


class Unreadable(Exception):
    """This key does not open this seal."""


class Keys(Struct, frozen=True):
    """What a code gives: by what its slip is found, and the key of its seal."""

    lookup: str
    key: bytes

    def __repr__(self) -> str:
        return f"Keys({self.lookup})"  # a key stands in no traceback and no log


def new_code() -> str:
    """The code of a new slip, drawn anew."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def in_fours(code: str) -> str:
    """A code as it is printed: ``KR4M 8DWT Q2HX``."""
    return " ".join(code[place : place + 4] for place in range(0, len(code), 4))


def cleaned(typed: str) -> str:
    """A code as somebody has typed it on any keyboard, without spaces and dashes; empty if it cannot be one."""
    plain = unicodedata.normalize("NFKC", typed).upper()
    code = "".join(char for char in plain if unicodedata.category(char) not in BETWEEN and char not in ALSO_BETWEEN)
    return code if len(code) == CODE_LENGTH and all(char in ALPHABET for char in code) else ""


def keys_of(code: str, site_secret: str) -> Keys:
    """One scrypt of the whole code. Takes a tenth of a second and 32 MB on purpose."""
    with _at_once:
        derived = Scrypt(salt=site_secret.encode(), length=LOOKUP_LENGTH + KEY_LENGTH, n=N, r=R, p=P).derive(
            code.encode()
        )
    return Keys(derived[:LOOKUP_LENGTH].hex(), derived[LOOKUP_LENGTH:])


def new_key() -> bytes:
    """A key that belongs to no slip, for a memory that lies in a browser."""
    return secrets.token_bytes(KEY_LENGTH)


def seal(text: bytes, key: bytes, about: str) -> bytes:
    """The text, padded and sealed; ``about`` says whose it is and must be said again to open it."""
    nonce = secrets.token_bytes(_NONCE)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, _padded(text), about.encode())


def opened(sealed: bytes, key: bytes, about: str) -> bytes:
    """The text in this seal. Raises Unreadable."""
    try:
        padded = ChaCha20Poly1305(key).decrypt(sealed[:_NONCE], sealed[_NONCE:], about.encode())
        (length,) = _HEAD.unpack_from(padded)
    except (InvalidTag, ValueError, struct.error) as error:
        raise Unreadable from error
    return padded[_HEAD.size : _HEAD.size + length]


def _padded(text: bytes) -> bytes:
    size = SMALLEST
    while size < _HEAD.size + len(text):
        size *= 2
    return (_HEAD.pack(len(text)) + text).ljust(size, b"\0")
