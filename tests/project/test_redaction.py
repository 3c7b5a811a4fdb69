"""What looks like a secret is taken out; prose is left alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.project.redaction import MARK, PATTERNS, looks_secret, redact

A = "aB3" * 20
SECRETS = {
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\n{A}\n{A}\n-----END RSA PRIVATE KEY-----",
    "model provider key": "sk-" + "proj-" + A,
    "AWS access key": "AKIA" + "ABCDEFGH12345678",
    "GitHub token": "ghp_" + A[:36],
    "GitLab token": "glpat-" + A[:20],
    "Slack token": "xoxb-" + "123456789012-" + A[:20],
    "Google key": "AIza" + A[:35],
    "Stripe key": "sk_live_" + A[:24],
    "Hugging Face token": "hf_" + A[:34],
    "package registry token": "npm_" + A[:36],
    "JSON web token": f"eyJ{A}.eyJ{A}.{A}",
    "bearer token": "Authorization: Bearer " + A[:30],
    "credentials in a URL": "https://user:pa55word@example.org/x",
    "assigned secret": "API_KEY = 'a1b2c3d4e5f6g7'",
    "home folder": "/home/alice",
}


@pytest.mark.parametrize("what", SECRETS)
def test_every_pattern_takes_its_secret_out(what):
    """The secret is gone, the lines stay where they were, and the finding says line and kind."""
    text = f"第一行\nbefore {SECRETS[what]} after\nlast"
    clean = redact(text)
    assert SECRETS[what] not in clean.text
    assert MARK in clean.text
    assert clean.text.count("\n") == text.count("\n")
    assert (2, what) in clean.findings
    assert redact(clean.text).findings == ()


def test_every_pattern_has_an_example():
    """No pattern goes untried."""
    assert set(SECRETS) == set(PATTERNS)


@pytest.mark.parametrize(
    "text",
    [
        "他的口令是：芝麻开门。",
        "password: open-sesame-and-more",
        "The token: a small brass disc.",
        "sk-ate and sk-i",
        "https://example.org/a:b@c",
        "see chapters/01-the-ferry.md#L12-L58",
        "a home/alice-like path and /home",
        "甲三〇七",
        "SHA-256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ],
)
def test_prose_is_left_alone(text):
    """Words of a story that talk of keys and passwords are not secrets."""
    assert redact(text).text == text
    assert not looks_secret(text)


@given(st.text(max_size=300))
def test_lines_never_move(text):
    """Whatever is taken out, the number of lines stays."""
    clean = redact(text)
    assert clean.text.count("\n") == text.count("\n")
    assert bool(clean.findings) == (MARK in clean.text and MARK not in text) or MARK in text


@pytest.mark.parametrize(
    "piece",
    [
        "eyJ",
        "sk-a1",
        "-----BEGIN PRIVATE KEY-----",
        "a://b:",
        "password = a1",
        "Bearer a1",
        "/home/",
        "AIza1",
    ],
)
def test_no_text_makes_it_slow(piece):
    """A file full of beginnings of secrets is done in a moment."""
    begin = time.process_time()
    redact(piece * (1_000_000 // len(piece)))
    redact((piece + "x" * 50) * 20_000)
    assert time.process_time() - begin < 15
