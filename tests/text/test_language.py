"""Reading texts of each language, and of a third one that is there by files alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import underdraft
from underdraft.text import strings
from underdraft.text.language import (
    language_in,
    numbers_in,
    reading_languages,
    word_alternatives,
    word_list,
    word_pattern,
    word_tables,
)


def test_the_language_of_a_text():
    """One Chinese character says Chinese; all else is English while no other Latin language is there."""
    assert [language.code for language in reading_languages()] == ["en", "zh"]
    assert language_in("Lin 砚 waited").code == "zh"
    assert language_in("Sie wartete").code == language_in("").code == "en"


def test_words_of_all_languages_stand_in_one_pattern():
    """A missing word matches nothing; every entry of the files compiles and stands in its table once."""
    assert word_pattern("statements.said.to_assistant").search("Can YOU?")
    assert word_pattern("statements.said.to_assistant").search("你看")
    assert not word_pattern("statements.said.nowhere").search("anything")
    assert word_alternatives("statements.said.goes_on") in "请|以后|今后|往后|从|每|别|一直"
    assert {code for code, _ in word_tables("reading", "scene_type")} == {"en", "zh"}
    assert {"not", "不"} <= set(word_list("reading.echo_guard.negations"))
    for code in strings.languages():
        for part in ("reading", "statements"):
            for table in strings.own_words(code, part).values():
                for entry in table.values():
                    for form in [entry] if isinstance(entry, str) else entry:
                        re.compile(form.replace(r"\p{Han}", "x").replace(r"\p{L}", "x"))


GERMAN = {
    "text/language/de.py": '''"""German."""
import re
from underdraft.text.language.protocol import Language
_ONES = "null eins zwei drei vier".split()
LANGUAGE = Language(
    code="de",
    common=re.compile(r"\\b(?:der|die|das|und|ist|nicht|ein|eine)\\b", re.IGNORECASE),
    numeral="|".join(_ONES),
    number=lambda word: _ONES.index(word) if word in _ONES else None,
    chapter=r"kapitel\\s+(\\d{1,4}|null|eins|zwei|drei|vier)\\b",
)
''',
    "locales/de/statements.toml": """
[said]
remember = ['merk dir:\\s*(?P<fact>.+)$']
lasting = '(?:von jetzt an|ab jetzt)\\b'
""",
    "locales/de/reading.toml": "[scene_type]\naction = '\\b(?:rannte|sprang|schlug)\\b'\n",
}
CODE = """
import json
from underdraft.knowledge.scene.chapters import chapter_number
from underdraft.run.scene_type import classify
from underdraft.text.language import language_in, read_number
from underdraft_plugins.extractors.instruction import is_marked
from underdraft_plugins.extractors.outright import outright
said = [outright(text) for text in ("Merk dir: Der Turm ist rot.", "Remember: he is left-handed.")]
print(json.dumps([
    chapter_number("Kapitel drei: Die Flut"), chapter_number("第三章"), read_number("vier"),
    language_in("Das Haus ist nicht rot und die Tür ist zu.").code, language_in("The house is not red.").code,
    [one and one.content for one in said], classify("Er rannte und sprang, sie schlug zu. Er rannte.").type,
    is_marked("Ab jetzt schreib kurze Sätze."),
]))
"""


def test_a_third_language_is_read_by_files_alone(tmp_path):
    """Headings, numbers, orders to remember, marks of instructions and scenes in German, beside the other two as before."""
    shutil.copytree(
        Path(underdraft.__file__).parent,
        tmp_path / "underdraft",
        ignore=shutil.ignore_patterns("__pycache__", "*.db", "static"),
    )
    for name, text in GERMAN.items():
        path = tmp_path / "underdraft" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        3,
        3,
        4,
        "de",
        "en",
        ["Der Turm ist rot", "he is left-handed"],
        "action",
        True,
    ]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("She was seventy-one, and had 3 cats of great weight.", {71, 3}),
        ("那座五个孔的桥长一百零三步。", {5, 103}),
        ("No one.", {1}),
        ("Often, eights.", set()),
    ],
)
def test_numbers_are_read_in_digits_and_words(text, numbers):
    """Whatever the language; parts of longer words are none."""
    assert numbers_in(text) == numbers
