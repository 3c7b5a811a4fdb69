"""Which characters are Chinese, and which are written without spaces, in one place.

Only the token estimates have tables of their own (``text/tokens.py``, ``text/token_rates.py``), which are contracts.
"""

from __future__ import annotations

HAN = "\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters in common use, for the inside of a regular expression's brackets."""

CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Chinese, Japanese and Korean characters, each of which is a token of the index of words."""
