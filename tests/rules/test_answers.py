"""Typed answers: what a friendly reader at the table would let pass, and what not (CO-3)."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.packaged import deck_folders, read_deck
from games.rules.answers import judge_mnemonic, judge_text, judge_year, names
from games.rules.pack import Event, Pack
from games.rules.words import Text, Texts

NOTHING_ELSE, TEE = Texts(), Text(en="[T]ee")
pytestmark = pytest.mark.clause("CO-3")


def event(rank: str, year: int, name: Text, accept: Texts = NOTHING_ELSE, mnemonic: Text = TEE) -> Event:
    return Event(rank, "hearts", year, name, mnemonic, Text(en="🙂"), Text(en="a face"), Text(en="Story."), accept)  # type: ignore[arg-type]


WALL = event(
    "A",
    1961,
    Text(
        en="Building of the Berlin Wall",
        de="Bau der Berliner Mauer",
        fr="Construction du mur de Berlin",
        it="Costruzione del Muro di Berlino",
        ja="ベルリンの壁の建設",
    ),
    Texts(
        en=("Berlin Wall", "Berlin Wall built"),
        de=("Mauerbau", "Berliner Mauer"),
        fr=("Mur de Berlin",),
        ja=("ベルリンの壁",),
    ),
    Text(en="[Sh]ivering [T]errier", de="[Sch]äferhund mit [D]ackel", fr="un [Ch]ien [t]êtu", ja="ひどく寒い犬"),
)
FALL = event(
    "K",
    1989,
    Text(
        en="Fall of the Berlin Wall",
        de="Fall der Berliner Mauer",
        fr="Chute du mur de Berlin",
        it="Caduta del Muro di Berlino",
        ja="ベルリンの壁の崩壊",
    ),
    Texts(de=("Mauerfall",), en=("The Wall comes down",)),
    Text(en="a [F]at [P]enguin"),
)
APOLLO_11 = event(
    "Q",
    1969,
    Text(en="Apollo 11", de="Apollo 11", fr="Apollo 11", it="Apollo 11", ja="アポロ11号"),
    Texts(
        en=("Moon landing", "First man on the Moon"),
        de=("Mondlandung", "Erster Mensch auf dem Mond"),
        fr=("Premier homme sur la Lune",),
        it=("Allunaggio", "Il primo uomo sulla Luna"),
        ja=("月面着陸",),
    ),
    Text(en="a wet [Sh]ee[p]", de="[Sch]i[pp]e"),
)
APOLLO_13 = event("J", 1970, Text(en="Apollo 13", de="Apollo 13", fr="Apollo 13", it="Apollo 13", ja="アポロ13号"))
KOREA = event(
    "10",
    1950,
    Text(en="Korean War", de="Koreakrieg", fr="Guerre de Corée", it="Guerra di Corea", ja="朝鮮戦争"),
    Texts(en=("Start of the Korean War",), de=("Beginn des Koreakriegs",)),
)
VIETNAM = event(
    "9",
    1964,
    Text(
        en="Vietnam War",
        de="Vietnamkrieg",
        fr="Guerre du Viêt Nam",
        it="Guerra del Vietnam",
        ja="ベトナム戦争",
    ),
)
WAR_1 = event(
    "8",
    1914,
    Text(
        en="World War I",
        de="Erster Weltkrieg",
        fr="Première Guerre mondiale",
        it="Prima guerra mondiale",
        ja="第一次世界大戦",
    ),
    Texts(en=("First World War",)),
)
WAR_2 = event(
    "7",
    1939,
    Text(
        en="World War II",
        de="Zweiter Weltkrieg",
        fr="Seconde Guerre mondiale",
        it="Seconda guerra mondiale",
        ja="第二次世界大戦",
    ),
    Texts(en=("Second World War",), fr=("Deuxième Guerre mondiale",)),
)
IRAN = event("6", 1979, Text(en="Iranian Revolution", de="Islamische Revolution im Iran", ja="イラン革命"))
GULF = event(
    "5",
    1990,
    Text(
        en="Iraq invades Kuwait",
        de="Der Irak überfällt Kuwait",
        fr="L’Irak envahit le Koweït",
        ja="イラクのクウェート侵攻",
    ),
)
U2 = event(
    "4",
    1960,
    Text(
        en="U-2 shot down",
        de="Abschuss der U-2",
        fr="L’avion U-2 est abattu",
        it="L’abbattimento dell’U-2",
        ja="U-2撃墜",
    ),
)
PRAGUE = event(
    "3",
    1968,
    Text(
        en="Prague Spring",
        de="Prager Frühling",
        fr="Printemps de Prague",
        it="Primavera di Praga",
        ja="プラハの春",
    ),
)
SPUTNIK = event(
    "2",
    1957,
    Text(en="Sputnik 1", de="Sputnik 1", fr="Spoutnik 1", it="Sputnik 1", ja="スプートニク1号"),
    Texts(en=("First satellite",), de=("Erster Satellit",)),
)
DECK = (WALL, FALL, APOLLO_11, APOLLO_13, KOREA, VIETNAM, WAR_1, WAR_2, IRAN, GULF, U2, PRAGUE, SPUTNIK)


def right(typed: str, card: Event) -> bool:
    others = [name for other in DECK if other is not card for name in names(other)]
    return judge_text(typed, names(card), others)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        # English
        ("Building of the Berlin Wall", WALL),
        ("building of the berlin wall", WALL),
        ("BUILDING OF THE BERLIN WALL!", WALL),
        ("Building the Berlin Wall", WALL),
        ("The Berlin Wall", WALL),
        ("berlin wall, built", WALL),
        ("Built: Berlin Wall", WALL),
        ("Bulding of the Berlin Wall", WALL),
        ("Building of the Belrin Wall", WALL),
        ("Berlin Wal", WALL),
        ("BerlinWall", WALL),
        ("Berlin-Wall", WALL),
        ("Berlin Wall, building of the", WALL),
        ("the fall of the berlin wall", FALL),
        ("Berlin Wall fall", FALL),
        ("Fall of Berlin Wall", FALL),
        ("the wall comes down", FALL),
        ("Apollo XI", APOLLO_11),
        ("Apollo eleven", APOLLO_11),
        ("apollo11", APOLLO_11),
        ("Apolo 11", APOLLO_11),
        ("Apollo-11", APOLLO_11),
        ("Moonlanding", APOLLO_11),
        ("Moon landign", APOLLO_11),
        ("the first man on the moon", APOLLO_11),
        ("1st man on the Moon", APOLLO_11),
        ("frist man on the moon", APOLLO_11),
        ("Apollo XIII", APOLLO_13),
        ("apollo thirteen", APOLLO_13),
        ("Korea War", KOREA),
        ("The Korean war", KOREA),
        ("Koraen War", KOREA),
        ("start of Korean War", KOREA),
        ("Vietnam war", VIETNAM),
        ("Vitenam War", VIETNAM),
        ("War, Vietnam", VIETNAM),
        ("World War 1", WAR_1),
        ("world war i", WAR_1),
        ("World War One", WAR_1),
        ("1st World War", WAR_1),
        ("World War 2", WAR_2),
        ("World War Ⅱ", WAR_2),
        ("2nd world war", WAR_2),
        ("Second Wrold War", WAR_2),
        ("Iranian revolution", IRAN),
        ("Iranain Revolution", IRAN),
        ("Iraq invaded Kuwait", GULF),
        ("U2 shot down", U2),
        ("u 2 shot down", U2),
        ("U‑2 shot  down.", U2),
        ("Prague sping", PRAGUE),
        ("Sputnik I", SPUTNIK),
        ("Sputnik one", SPUTNIK),
        ("1st satellite", SPUTNIK),
        # German
        ("Bau der Berliner Mauer", WALL),
        ("bau berliner mauer", WALL),
        ("Mauer Bau", WALL),
        ("der Mauerbau", WALL),
        ("Mauerfall", FALL),
        ("Der Fall der Berliner Mauer", FALL),
        ("Mond-Landung", APOLLO_11),
        ("Mondlandug", APOLLO_11),
        ("Apollo elf", APOLLO_11),
        ("1. Mensch auf dem Mond", APOLLO_11),
        ("Der erste Mensch auf dem Mond", APOLLO_11),
        ("Korea-Krieg", KOREA),
        ("Koreakreig", KOREA),
        ("Vietnamkrieg", VIETNAM),
        ("1. Weltkrieg", WAR_1),
        ("I. Weltkrieg", WAR_1),
        ("der Zweite Weltkrieg", WAR_2),
        ("II. Weltkrieg", WAR_2),
        ("Prager Frühling", PRAGUE),
        ("Prager Fruehling", PRAGUE),
        ("Prager Fruhling", PRAGUE),
        ("Irak überfällt Kuwait", GULF),
        ("Irak ueberfaellt Kuwait", GULF),
        ("Abschuß der U2", U2),
        # French
        ("Construction du Mur de Berlin", WALL),
        ("la construction du mur de berlin", WALL),
        ("mur de Berlin", WALL),
        ("le mur de Berlin", WALL),
        ("chute du mur de berlin", FALL),
        ("la chutte du mur de Berlin", FALL),
        ("1er homme sur la lune", APOLLO_11),
        ("premier homme sur la Lune", APOLLO_11),
        ("Apollo onze", APOLLO_11),
        ("Apollo treize", APOLLO_13),
        ("guerre de Coree", KOREA),
        ("La guerre de Corée", KOREA),
        ("guerre du Vietnam", VIETNAM),
        ("Première guerre mondiale", WAR_1),
        ("1re guerre mondiale", WAR_1),
        ("2e Guerre mondiale", WAR_2),
        ("deuxième guerre mondiale", WAR_2),
        ("L'Irak envahit le Koweit", GULF),
        ("Irak envahit Koweït", GULF),
        ("printemps de prague", PRAGUE),
        ("Le Printemps de Pragues", PRAGUE),
        ("l'avion U2 est abattu", U2),
        # Italian
        ("costruzione del muro di Berlino", WALL),
        ("La costruzione del Muro di Berlino", WALL),
        ("caduta muro di berlino", FALL),
        ("la caduta del muro di Berlinno", FALL),
        ("allunaggio", APOLLO_11),
        ("Alunaggio", APOLLO_11),
        ("primo uomo sulla luna", APOLLO_11),
        ("1° uomo sulla luna", APOLLO_11),
        ("Apollo undici", APOLLO_11),
        ("Apollo tredici", APOLLO_13),
        ("la guerra di Corea", KOREA),
        ("guerra del vietnam", VIETNAM),
        ("1a guerra mondiale", WAR_1),
        ("seconda guerra mondiale", WAR_2),
        ("la primavera di praga", PRAGUE),
        ("L'abbattimento dell'U2", U2),
        # Japanese
        ("ベルリンの壁の建設", WALL),
        ("ベルリンの壁", WALL),
        ("ベルリン壁建設", WALL),
        ("ﾍﾞﾙﾘﾝの壁", WALL),
        ("べるりんの壁", WALL),
        ("「ベルリンの壁」", WALL),
        ("ベルリンの壁の崩壊", FALL),
        ("ベルリンの壁崩壊", FALL),
        ("アポロ11号", APOLLO_11),
        ("ｱﾎﾟﾛ１１号", APOLLO_11),
        ("アポロ十一号", APOLLO_11),
        ("アポロ11", APOLLO_11),
        ("月面着陸", APOLLO_11),
        ("アポロ一三号", APOLLO_13),
        ("朝鮮戦争", KOREA),
        ("ヴェトナム戦争", VIETNAM),
        ("第1次世界大戦", WAR_1),
        ("第二次世界大戦", WAR_2),
        ("第２次世界大戦", WAR_2),
        ("プラハ春", PRAGUE),
        ("スプ-トニク1号", SPUTNIK),
        ("すぷーとにく一号", SPUTNIK),
        ("イラクがクウェート侵攻", GULF),
    ],
)
def test_is_right(typed: str, card: Event) -> None:
    assert right(typed, card)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("", WALL),
        ("   ", WALL),
        ("?!", WALL),
        ("the", WALL),
        ("Fall of the Berlin Wall", WALL),
        ("Building of the Berlin Wall", FALL),
        ("Berlin Fall", WALL),
        ("Berlin Wall", FALL),
        ("Berlin", WALL),
        ("Wall", WALL),
        ("London Wall", WALL),
        ("Mauerfall", WALL),
        ("Mauerbau", FALL),
        ("Chute du mur de Berlin", WALL),
        ("Caduta del muro di Berlino", WALL),
        ("ベルリンの壁の崩壊", WALL),
        ("ベルリンの壁の建設", FALL),
        ("ベルリン", WALL),
        ("Vietnam War", KOREA),
        ("Korean War", VIETNAM),
        ("Vietnamkrieg", KOREA),
        ("Guerre de Corée", VIETNAM),
        ("朝鮮戦争", VIETNAM),
        ("湾岸戦争", KOREA),
        ("Cold War", KOREA),
        ("War", KOREA),
        ("Apollo 13", APOLLO_11),
        ("Apollo 11", APOLLO_13),
        ("Apollo XII", APOLLO_11),
        ("Apollo XIII", APOLLO_11),
        ("Apollo twelve", APOLLO_11),
        ("Apollo 1", APOLLO_11),
        ("Apollo", APOLLO_11),
        ("Apollo 11 13", APOLLO_11),
        ("Apollo zwölf", APOLLO_11),
        ("アポロ13号", APOLLO_11),
        ("アポロ十三号", APOLLO_11),
        ("アポロ", APOLLO_11),
        ("Second man on the Moon", APOLLO_11),
        ("2nd man on the Moon", APOLLO_11),
        ("World War II", WAR_1),
        ("World War I", WAR_2),
        ("World War", WAR_1),
        ("World War III", WAR_2),
        ("World War Two", WAR_1),
        ("Zweiter Weltkrieg", WAR_1),
        ("1. Weltkrieg", WAR_2),
        ("Première Guerre mondiale", WAR_2),
        ("2e guerre mondiale", WAR_1),
        ("第二次世界大戦", WAR_1),
        ("世界大戦", WAR_1),
        ("Iraqi Revolution", IRAN),
        ("Iran invades Kuwait", GULF),
        ("Der Iran überfällt Kuwait", GULF),
        ("イラク革命", IRAN),
        ("イランのクウェート侵攻", GULF),
        ("U-1 shot down", U2),
        ("V-2 shot down", U2),
        ("shot down", U2),
        ("Sputnik 2", SPUTNIK),
        ("Sputnik II", SPUTNIK),
        ("Sputnik", SPUTNIK),
        ("Prague Summer", PRAGUE),
        ("プラハの夏", PRAGUE),
        ("Primavera di Parigi", PRAGUE),
        ("Building of the Berlin Wall and fall of the Berlin Wall", WALL),
        ("Korean War Vietnam War", KOREA),
    ],
)
def test_is_wrong(typed: str, card: Event) -> None:
    assert not right(typed, card)


def test_a_word_of_another_card_is_no_slip() -> None:
    assert judge_text("Brok test", ["Brook test"])
    assert not judge_text("Brok test", ["Brook test"], ["Brok Labs"])


def test_a_slip_as_near_to_another_card_is_wrong() -> None:
    assert judge_text("Sattlement", ["Settlement"])
    assert not judge_text("Sottlement", ["Settlement"], ["Sattlement"])


def test_an_answer_that_two_cards_accept_is_right_on_both() -> None:
    assert judge_text("Olympic boycott", ["Olympic boycott"], ["Olympic boycott", "Moscow Olympics"])


def test_short_words_have_no_slips_and_long_ones_have_more() -> None:
    assert not judge_text("Mea", ["Mao"])
    assert judge_text("Chruchill", ["Churchill"])
    assert not judge_text("Chruchel", ["Churchill"])
    assert judge_text("Entstalinisirungg", ["Entstalinisierung"])
    assert not judge_text("Lenin", ["Lennon"])


def test_a_name_one_slip_from_another_is_no_slip() -> None:
    assert not judge_text("War in Iran", ["War in Irak"])
    assert not judge_text("Independence of Gambia", ["Independence of Zambia"])


def test_a_number_word_is_no_slip_of_another() -> None:
    assert not judge_text("Sixth street", ["Sixty street"])
    assert judge_text("Zweite Republik", ["Zweiten Republik"])


def test_another_kanji_is_no_slip() -> None:
    assert not judge_text("おおきな雪だるまの冬", ["おおきな雪だるまの夏"])
    assert judge_text("おおきな雪だろまの冬", ["おおきな雪だるまの冬"])
    assert not judge_text("独立記念祭典", ["独立記念式典"])
    assert not judge_text("東ドイツの建国", ["西ドイツの建国"])


def test_slips_add_up() -> None:
    assert judge_text("Bulding Brlin", ["Building Berlin"])
    assert judge_text("Plce Bsrd Moon", ["Place Bard Moon"])
    assert not judge_text("Plce Bsrd Mopn", ["Place Bard Moon"])


def test_a_lone_letter_carries_the_meaning() -> None:
    assert not judge_text("H-bomb test", ["A-bomb test"])
    assert not judge_text("Bomb test", ["H-bomb test"])
    assert not judge_text("Plan B", ["Plan A"])
    assert judge_text("V-E Day", ["VE Day"])


def test_the_order_of_words_decides_between_two_cards() -> None:
    there, back = ["Iran attacks Iraq"], ["Iraq attacks Iran"]
    assert judge_text("Iran attacks Iraq", there, back)
    assert not judge_text("Iraq attacks Iran", there, back)


def test_numbers_written_differently() -> None:
    assert judge_text("1000 suns", ["1'000 suns"])
    assert judge_text("10,000 days", ["10 000 days"])
    assert judge_text("Munich 72", ["Munich 1972"])
    assert not judge_text("Munich 76", ["Munich 1972"])
    assert judge_text("6 day war", ["Six-Day War"])
    assert judge_text("Einundzwanzig", ["21"])
    assert judge_text("twenty-one", ["21"])
    assert judge_text("ventuno", ["21"])
    assert judge_text("vingt et un", ["21"])
    assert not judge_text("vingt et un", ["20"])
    assert not judge_text("11/9", ["9/11"])
    assert judge_text("百二十", ["120"])


@pytest.mark.parametrize(
    "typed",
    [
        "1961", " 1961 ", "１９６１", "1961.", "in 1961", "ca. 1961", "13 August 1961", "13.8.1961",
        "13.08.1961", "13/8/1961", "1961-08-13", "August 1961", "Aug. 13, 1961", "13. August 1961",
        "le 13 août 1961", "13 agosto 1961",
        "1961年8月13日", "1961年", "昭和36年", "'61", "61", "’61", "13.8.61", "August 61", "61年", "8/61",
    ],
)  # fmt: skip
def test_the_year(typed: str) -> None:
    assert judge_year(typed, 1961, range(1945, 1992))
    assert not judge_year(typed, 1962, range(1945, 1992))


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "1962", "1960", "62", "1961 or 1962", "1961/62", "1961-1962", "1961 1961", "961", "19610",
        "196", "6", "1691", "61 62", "60 61", "nineteen", "13.8.1962", "1.2.3.1961", "昭和37年", "19 August",
        "61 BC 12", "1061", "2061", "-",
    ],
)  # fmt: skip
def test_not_the_year(typed: str) -> None:
    assert not judge_year(typed, 1961, range(1945, 1992))


def test_two_digits_need_a_deck_of_one_century() -> None:
    assert judge_year("61", 1961, [1945, 1961, 1991])
    assert not judge_year("61", 1961, [1945, 1961, 2022])
    assert not judge_year("61", 1961)
    assert judge_year("1961", 1961, [1945, 1961, 2022])


def test_years_of_antiquity() -> None:
    assert judge_year("79", 79)
    assert not judge_year("79 BC", 79)
    assert judge_year("44 BC", -44)
    assert judge_year("44 v. Chr.", -44)
    assert not judge_year("44", -44)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("Shivering Terrier", WALL),
        ("a shivering terrier", WALL),
        ("terrier, shivering", WALL),
        ("Shivring terrier", WALL),
        ("[Sh]ivering [T]errier", WALL),
        ("Schäferhund mit Dackel", WALL),
        ("Schaeferhund Dackel", WALL),
        ("chien tetu", WALL),
        ("ひどく寒い犬", WALL),
        ("fat penguin", FALL),
        ("sheep", APOLLO_11),
        ("wet sheep", APOLLO_11),
        ("Schippe", APOLLO_11),
    ],
)
def test_the_mnemonic(typed: str, card: Event) -> None:
    assert judge_mnemonic(typed, card.mnemonic)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("", WALL),
        ("terrier", WALL),
        ("shivering", WALL),
        ("shivering dog", WALL),
        ("barking terrier", WALL),
        ("Dackel", WALL),
        ("chien", WALL),
        ("penguin", FALL),
        ("a fat", FALL),
        ("wet", APOLLO_11),
        ("wet ship", APOLLO_11),
    ],
)
def test_not_the_mnemonic(typed: str, card: Event) -> None:
    assert not judge_mnemonic(typed, card.mnemonic)


def test_another_cards_mnemonic_is_wrong() -> None:
    assert judge_mnemonic("cobat", Text(en="[c]o[b]alt"))
    assert not judge_mnemonic("boat", Text(en="[b]oar[t]"), [Text(en="[c]o[b]at")])


LATIN = [(card, name) for card in DECK for name in names(card) if name.isascii()]
ACCENTS = {"a": "áàâä", "e": "éèêë", "i": "íìî", "o": "óòôö", "u": "úùûü", "c": "ç", "n": "ñ"}


@given(st.data())
def test_case_accents_and_punctuation_never_matter(data: st.DataObject) -> None:
    card, name = data.draw(st.sampled_from(LATIN))
    typed = ""
    for place, letter in enumerate(name):
        lone = not name[max(place - 1, 0) : place + 2].strip(letter + " -").isalnum()
        if letter in ACCENTS and not lone:
            letter = data.draw(st.sampled_from(letter + ACCENTS[letter]))
        typed += letter if lone else data.draw(st.sampled_from([letter, letter.upper(), letter.lower()]))
        if letter == " ":
            typed += data.draw(st.sampled_from(["", " ", "  "]))
    typed += data.draw(st.text(alphabet=".!? …", max_size=3))
    assert right(typed, card)


@given(st.sampled_from(DECK), st.sampled_from(DECK), st.data())
def test_another_cards_answer_is_never_right(card: Event, other: Event, data: st.DataObject) -> None:
    typed = data.draw(st.sampled_from(names(other)))
    assert right(typed, card) == (card is other)


@given(st.sampled_from(LATIN), st.data())
def test_one_slip_in_a_long_word_is_forgiven(named: tuple[Event, str], data: st.DataObject) -> None:
    card, name = named
    places = [
        place
        for place in range(1, len(name) - 4)
        if all(letter.isalpha() and letter.islower() for letter in name[place - 1 : place + 5])
    ]
    if places:
        place = data.draw(st.sampled_from(places))
        assert right(name[:place] + name[place] + name[place:], card)


@settings(max_examples=300)
@given(st.text(max_size=120))
def test_any_text_can_be_judged(typed: str) -> None:
    assert not right(typed, WALL) or any(letter in typed.casefold() for letter in string.ascii_lowercase + "壁")
    judge_year(typed, 1961, range(1945, 1992))
    judge_mnemonic(typed, WALL.mnemonic)


@given(st.integers(1000, 2999), st.integers(1000, 2999))
def test_a_year_is_right_only_for_itself(typed: int, year: int) -> None:
    assert judge_year(str(typed), year, [year]) == (typed == year)


PACKAGED = [read_deck(folder).pack for folder in deck_folders()]


@pytest.mark.parametrize("pack", [pack for pack in PACKAGED if pack.kind == "event"], ids=lambda pack: pack.slug)
def test_every_answer_of_a_packaged_deck_names_its_own_card_and_no_other(pack: Pack) -> None:
    for card in pack.events:
        others = [other for other in pack.events if other is not card]
        elsewhere = [name for other in others for name in names(other)]
        assert [name for name in names(card) if not judge_text(name, names(card), elsewhere)] == []
        assert [name for name in elsewhere if judge_text(name, names(card), elsewhere)] == []
        for mnemonic in card.mnemonic.all():
            phrase = mnemonic.replace("[", "").replace("]", "")
            assert judge_mnemonic(phrase, card.mnemonic, [other.mnemonic for other in others])
        long = [name for name in names(card) if len(name) > 3]
        assert not [name for name in long for alt in card.alt.all() if name.casefold() in alt.casefold()]


@pytest.mark.parametrize(
    ("said", "answer"),
    [("aus Batterien", "Batterien"), ("près de Milan", "Milan"), ("da Baikonur", "Baikonur"), ("near Vevey", "Vevey")],
)
def test_the_preposition_that_a_question_calls_for_may_stand_before_the_answer(said: str, answer: str) -> None:
    assert judge_text(said, [answer])
    assert not judge_text(f"nicht {said}", [answer])
    assert not judge_text(said.partition(" ")[0], [answer])
