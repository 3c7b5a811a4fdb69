"""Prices of tokens."""

from __future__ import annotations

import subprocess
import sys

import pytest

from underdraft.cache.prices import billed_again_usd, prices_of


@pytest.mark.parametrize(
    ("model", "ttl", "prices"),
    [
        ("claude-sonnet-4-5", None, (3.0, 3.75, 0.3)),
        ("claude-sonnet-4-5", "1h", (3.0, 6.0, 0.3)),
        ("gpt-4o", None, (2.5, 2.5, 1.25)),
        ("deepseek/deepseek-chat", None, (0.28, 0.28, 0.028)),
    ],
)
def test_prices(model, ttl, prices):
    """Input, write and read by the table, and by the provider's rules where it does not say."""
    found = prices_of(model, ttl=ttl)
    assert (found.input_usd, found.write_usd, found.read_usd) == pytest.approx(prices)
    assert billed_again_usd(1_000_000, found) == pytest.approx(prices[1] - prices[2])


def test_unknown_models_have_no_price():
    """A model that the table does not know costs an unknown amount, not nothing."""
    assert prices_of("nobody/knows") is None
    assert billed_again_usd(1000, None) is None


def test_nothing_heavy_is_imported():
    """Prices come from the library's file, not from the library."""
    code = "import sys; from underdraft.cache.prices import prices_of; prices_of('gpt-4o'); print('litellm' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
