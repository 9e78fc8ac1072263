"""The rulebooks that players read: complete, alike in every language, and safe to show."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import rulebooks

LANGUAGES = ("en", "de", "fr", "it", "ja")
RULES = Path(rulebooks.__file__).parent.parent / "rules"
NARROW = "\u202f"

CLAUSES: dict[str, str] = {
    "common": "CO-1 CO-2 CO-3 CO-4 CO-5 CO-6 CO-7 CO-8 CO-9 CO-10 CO-11 CO-12 CO-13 CO-14",
    "swiss-quiz": (
        "SQ-M1 SQ-P1 SQ-P2 SQ-P3 SQ-P4 SQ-P5 "
        "SQ-1 SQ-2 SQ-3 SQ-4 SQ-5 SQ-6 SQ-7 SQ-7.1 SQ-8 SQ-8.1 SQ-9 SQ-9.1 SQ-10 SQ-X1"
    ),
    "quizterix-poker": (
        "PK-A1 PK-B1 PK-B2 PK-B3 PK-C1 PK-C2 PK-C3 PK-C4 PK-C5 PK-D1 PK-D2 PK-D3 PK-D4 PK-D5 PK-E1 PK-E2 PK-F1 PK-G1"
    ),
    "quizterix-snap": "SN-A1 SN-B1 SN-B2 SN-C1 SN-C2 SN-C3 SN-C4 SN-C5 SN-C6 SN-D1 SN-E1 SN-E2 SN-F1 SN-V1 SN-V2 SN-V3",
    "qwantum": ("QW-M1 QW-M2 QW-M3 QW-1 QW-2 QW-3 QW-A1 QW-B1 QW-B2 QW-C1 QW-D1 QW-E1 QW-E2 QW-T QW-T2"),
    "quatrefoil": (
        "QF-M1 QF-S1 QF-S2 QF-S3 QF-S4 QF-1 QF-1.1 QF-1.2 QF-1.3 QF-2 QF-3 QF-V1 QF-V2 QF-V3 QF-V4 QF-V4.1 QF-V5 QF-E1"
    ),
    "quizterix-klondike": ("KL-A1 KL-B1 KL-B2 KL-C1 KL-C2 KL-C3 KL-C4 KL-C5 KL-C6 KL-D1 KL-D2 KL-E1 KL-E2 KL-V1"),
    "its-a-quiz": (
        "IQ-M1 IQ-P1 IQ-P2 IQ-P3 IQ-1.1 IQ-1.2 IQ-1.3 IQ-2.1 IQ-2.2 IQ-2.3 IQ-2.4 IQ-2.5 IQ-2.6 IQ-3.1 "
        "IQ-3.2 IQ-3.3 IQ-3.4 IQ-4.1 IQ-4.2 IQ-4.3 IQ-5.1 IQ-5.2 IQ-6"
    ),
    "quizterix-standard": (
        "QS-A1 QS-B1 QS-C1 QS-C2 QS-C3 QS-C4 QS-D1 QS-D2 QS-D3 QS-D4 QS-D5 QS-D5.1 QS-D5.2 QS-D5.3 "
        "QS-D5.4 QS-D5.5 QS-D5.6 QS-D5.7 QS-D6.1 QS-D6.2 QS-D6.3 QS-D6.4 QS-D6.5 QS-D6.6 QS-S1 QS-S2 "
        "QS-S3 QS-S4 QS-V1 QS-E1 QS-E1.1 QS-E2 QS-E3 QS-E4"
    ),
}
every_book = pytest.mark.parametrize("slug", CLAUSES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def source(slug: str, language: str) -> str:
    return (Path(rulebooks.__file__).parent / f"{slug}.{language}.md").read_text(encoding="utf-8")


def shown(slug: str, language: str) -> str:
    return "".join(c.html for section in rulebooks.page(slug, language).sections for c in section.clauses)


def refusing_clauses() -> Iterator[tuple[str, str]]:
    """The clause that each refusal in the rules names, with the place where it does; empty where it names none."""
    for path in sorted(RULES.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(func=ast.Name(id="IllegalMove"), args=[clause, *_]):
                    for named in (clause.body, clause.orelse) if isinstance(clause, ast.IfExp) else (clause,):
                        said = named.value if isinstance(named, ast.Constant) else ast.unparse(named)
                        yield str(said), f"{path.parent.name}/{path.name}:{call.lineno}"


@every_book
@every_language
def test_every_clause_stands_once(slug: str, language: str) -> None:
    ids = re.findall(r"^\*\*(\S+)\*\* ", source(slug, language), re.MULTILINE)

    assert sorted(ids) == sorted(CLAUSES[slug].split())


@every_book
@every_language
def test_every_language_has_the_same_clauses_in_the_same_sections(slug: str, language: str) -> None:
    english, book = rulebooks.page(slug, "en"), rulebooks.page(slug, language)

    assert book.language == language
    assert book.title and book.lead
    assert [[c.id for c in section.clauses] for section in book.sections] == [
        [c.id for c in section.clauses] for section in english.sections
    ]
    assert rulebooks.clauses(slug) == tuple(CLAUSES[slug].split())


@every_book
@every_language
def test_every_clause_reads_as_paragraphs_without_its_marks(slug: str, language: str) -> None:
    for section in rulebooks.page(slug, language).sections:
        assert section.heading and section.clauses
        for clause in section.clauses:
            assert clause.html.startswith("<p>")
            assert "*" not in re.sub(r"<[^>]+>", "", clause.html), clause.id
            assert f"**{clause.id}**" not in clause.html


@every_book
@every_language
def test_figures_are_the_same_in_every_language(slug: str, language: str) -> None:
    # "30 seconds" may not become "20" on the way; numbers written as words are the translator's business
    def figures(clause: rulebooks.Clause) -> set[str]:
        return set(re.findall(r"\d{2,}", re.sub(r"<[^>]+>", "", clause.html)))

    for ours, theirs in zip(rulebooks.page(slug, "en").sections, rulebooks.page(slug, language).sections, strict=True):
        for english, clause in zip(ours.clauses, theirs.clauses, strict=True):
            assert figures(clause) == figures(english), clause.id


@every_book
@every_language
def test_links_lead_to_clauses_of_the_same_book(slug: str, language: str) -> None:
    links = re.findall(r'href="([^"]*)"', shown(slug, language))

    assert {link.removeprefix("#") for link in links} <= set(CLAUSES[slug].split())


@every_book
def test_german_is_swiss_german(slug: str) -> None:
    text = source(slug, "de")

    assert "ß" not in text
    assert not re.search(r"«\s|\s»", text)


@every_book
@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_quotations_stand_in_guillemets(slug: str, language: str) -> None:
    text = source(slug, language)

    assert not re.search('["“”„‟‹›]', text)
    assert text.count("«") == text.count("»")
    assert "'" not in text, "an apostrophe is typographic"


@every_book
def test_french_marks_keep_a_narrow_space(slug: str) -> None:
    text = source(slug, "fr").replace("Snap!", "Snap")

    assert not re.search(f"«(?!{NARROW})|(?<!{NARROW})[»;:!?]", text)


def test_refusals_name_clauses_that_players_can_read() -> None:
    named = {place: clause for clause, place in refusing_clauses()}

    assert named, "the rules refuse nothing, or refusals are no longer called IllegalMove"
    assert not {place: clause for place, clause in named.items() if rulebooks.book_of(clause) is None}


@every_book
def test_a_clause_is_found_in_its_book(slug: str) -> None:
    assert {rulebooks.book_of(clause) for clause in CLAUSES[slug].split()} == {slug}
    assert rulebooks.book_of("SQ-99") is None


def test_a_language_without_a_rulebook_reads_the_english_one() -> None:
    assert rulebooks.page("swiss-quiz", "rm") is rulebooks.page("swiss-quiz", "en")


def test_an_unknown_game_has_no_rulebook() -> None:
    with pytest.raises(LookupError):
        rulebooks.page("../rules/kernel", "en")


def test_raw_html_is_shown_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "evil.en.md"
    book.write_text("# Evil\n\nLead.\n\n## One\n\n**SQ-1** <script>x</script>\n", encoding="utf-8")
    monkeypatch.setattr(rulebooks, "_FILES", {("evil", "en"): book})
    monkeypatch.setattr(rulebooks, "BOOKS", ("evil",))

    html = rulebooks.page("evil", "en").sections[0].clauses[0].html

    assert html == "<p>&lt;script&gt;x&lt;/script&gt;</p>\n"
