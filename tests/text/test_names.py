"""Names: which can be shown, and which may be taken for each other."""

import json
import unicodedata
from importlib.resources import files
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.text.confusables import skeleton
from tamaya.text.names import (
    LONGEST_NAME,
    MAX_MARKS,
    is_good_name,
    is_plain,
    is_visible,
    lookalike_keys,
    most_marks,
    name_key,
    tidy_name,
)

GOOD = (
    "Ada",
    "Ala",
    "Łukasz",
    "Małgorzata",
    "Żółć",
    "Jiří",
    "Jirka",
    "Růžena",
    "Åsa",
    "Märta",
    "Björn",
    "Zoé",
    "Joël",
    "José",
    "Jose",
    "Núñez",
    "Iñaki",
    "Ñandú",
    "Γιώργος",
    "Ελένη",
    "Ольга",
    "Юрій",
    "Ђорђе",
    "はなこ",
    "ハナコ",
    "花火",
    "玉屋",
    "王芳",
    "张伟",
    "김철수",
    "محمد",
    "لیلا",
    "שָׁלוֹם",
    "นิตยา",
    "हिन्दी",
    "O'Brien",
    "d'Arc",
    "J.R.",
    "x_X-42",
    "2pac",
    "Ali",
    "All",
    "bot1",
    "bot2",
    "👩\u200d🚀",
    "👍🏽",
    "❤️",
    "1️⃣",
    "🇵🇱",
    "Tiếng Việt",
)
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=30)
ALIKE = (
    ("Paul", "P\u0430ul"),  # a Cyrillic letter
    ("Paul", "PauI"),
    ("Paul", "PAUL"),
    ("Paul", "P\u0391UL"),  # a Greek one, in capitals
    ("Ian", "1an"),
    ("Olga", "0lga"),
    ("Arne", "Ame"),
    ("Anna Maria", "Anna\u2003\u00a0 Maria "),
    ("Anna Maria", "Anna\u3164Maria"),
    ("Anna", "An\u200dna"),
    ("Zoé", "Zoe\u0301"),
    ("Zoé", "ZOE\u0301"),
    ("scope", "\u0455\u0441\u043e\u0440\u0435"),  # all of it is Cyrillic
    ("Hana", "\uff28\uff41\uff4e\uff41"),
    ("straße", "STRASSE"),
)


@pytest.mark.parametrize("name", GOOD)
def test_names_of_many_languages_are_welcome(name: str) -> None:
    assert is_good_name(tidy_name(name))
    assert is_good_name(tidy_name(unicodedata.normalize("NFD", name)))
    assert tidy_name(name) == unicodedata.normalize("NFC", name)


def test_they_are_not_taken_for_each_other() -> None:
    clash = [(a, b) for a, b in combinations(GOOD, 2) if lookalike_keys(a) & lookalike_keys(b)]
    assert clash == []


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert lookalike_keys(name) & lookalike_keys(other)


@pytest.mark.parametrize(
    "name", ["", " ", "\u200d", "x" * 61, "\ufdfa" * 4, "Z\u0351\u036b\u0343\u036a"]
)
def test_names_that_cannot_be_shown(name: str) -> None:
    assert not is_good_name(tidy_name(name))


@given(NAMES)
def test_a_name_looks_like_itself_however_it_is_written(name: str) -> None:
    mine = lookalike_keys(name)
    assert mine == lookalike_keys(tidy_name(name))
    assert skeleton(name_key(name)) in mine
    for other in (
        name.upper(),
        name.lower(),
        unicodedata.normalize("NFD", name),
        f"  {name}\u2003",
    ):
        if name_key(other) == name_key(name):
            assert mine & lookalike_keys(other)


@given(NAMES)
def test_a_good_name_is_short_and_seen(name: str) -> None:
    tidy = tidy_name(name)
    assert tidy_name(tidy) == tidy
    if is_good_name(tidy):
        assert 1 <= len(unicodedata.normalize("NFKC", tidy)) <= LONGEST_NAME
        assert most_marks(tidy) <= MAX_MARKS
        assert name_key(tidy)
        assert all(lookalike_keys(tidy))


@given(NAMES)
def test_accounts_are_found_as_before(text: str) -> None:
    """What an account may be called folds as it did before names were compared by their looks."""
    name = unicodedata.normalize("NFKC", "".join(filter(is_visible, text)))
    plain = all(is_plain(c) and is_visible(c) and not c.isspace() for c in name)
    if plain and name == unicodedata.normalize("NFKC", name):
        again = unicodedata.normalize("NFKC", name.casefold())
        assert name_key(name) == "".join(filter(is_visible, again)).strip()


def test_the_data_of_unicode_is_understood() -> None:
    """What it says looks alike has one skeleton, but for some letters of Hebrew and one more."""
    data = json.loads(
        files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    )
    pairs = [(text, other["c"]) for text, others in data.items() for other in others]
    missed = [
        pair for pair in pairs if len({skeleton(text.replace("\u200e", "")) for text in pair}) > 1
    ]
    assert len(pairs) > 12_000
    assert len(missed) <= 10
    assert all(len(pair[0].strip("\u200e")) <= 2 for pair in missed)
