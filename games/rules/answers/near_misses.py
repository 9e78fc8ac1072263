"""Real things whose names lie a slip apart: who types one of them means it (CO-3)."""

import itertools
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from games.rules.answers.keyboard import is_slip
from games.rules.answers.reading import plain
from games.rules.answers.world import NAMES

# One thing a line, in the five languages.
_ELEMENTS = """
hydrogen wasserstoff hydrogene idrogeno
helium elio ヘリウム
lithium litio リチウム
beryllium berillio ベリリウム
boron bor bore boro ホウ素
carbon kohlenstoff carbone carbonio
nitrogen stickstoff azote azoto
oxygen sauerstoff oxygene ossigeno
fluorine fluor fluoro フッ素
neon ネオン
sodium natrium sodio ナトリウム
magnesium magnesio マグネシウム
aluminium aluminum alluminio アルミニウム
silicon silicium silizium silicio ケイ素
phosphorus phosphor phosphore fosforo 
sulfur sulphur schwefel soufre zolfo 硫黄
chlorine chlor chlore cloro 塩素
argon argo アルゴン
potassium kalium potassio カリウム
calcium kalzium calcio カルシウム
scandium scandio スカンジウム
titanium titan titane titanio チタン
vanadium vanadio バナジウム
chromium chrom chrome cromo クロム
manganese mangan manganese manganese マンガン
iron eisen ferro
cobalt kobalt cobalto コバルト
nickel nichel ニッケル
copper kupfer cuivre rame
zinc zink zinco 亜鉛
gallium gallio ガリウム
germanium germanio ゲルマニウム
arsenic arsen arsenico ヒ素
selenium selen selenio セレン
bromine brom brome bromo 臭素
krypton kripton クリプトン
rubidium rubidio ルビジウム
strontium stronzio ストロンチウム
yttrium ittrio イットリウム
zirconium zirkonium zirconio ジルコニウム
niobium niob niobio ニオブ
molybdenum molybdan molybdene molibdeno モリブデン
technetium tecnezio テクネチウム
ruthenium rutenio ルテニウム
rhodium rodio ロジウム
palladium palladio パラジウム
silver silber argent argento
cadmium cadmio カドミウム
indium indio インジウム
tellurium tellur tellure tellurio テルル
iodine jod iode iodio ヨウ素
xenon xeno キセノン
caesium cesium casium cesio セシウム
barium bario バリウム
lanthanum lanthan lanthane lantanio ランタン
cerium cerio セリウム
neodymium neodym neodyme neodimio ネオジム
promethium promezio プロメチウム
samarium samario サマリウム
europium europio ユウロピウム
gadolinium gadolinio ガドリニウム
terbium terbio テルビウム
dysprosium disprosio ジスプロシウム
holmium olmio ホルミウム
erbium erbio エルビウム
thulium tulio ツリウム
ytterbium itterbio イッテルビウム
lutetium lutezio ルテチウム
hafnium afnio ハフニウム
tantalum tantal tantale tantalio タンタル
tungsten wolfram tungstene tungsteno タングステン
rhenium renio レニウム
osmium osmio オスミウム
iridium iridio イリジウム
platinum platin platine platino プラチナ
mercury quecksilber mercure mercurio
thallium tallio タリウム
lead blei plomb piombo
bismuth bismut wismut bismuto ビスマス
polonium polonio ポロニウム
astatine astat astate astato アスタチン
radon ラドン
francium franzium francio フランシウム
radium radio ラジウム
actinium attinio アクチニウム
thorium torio トリウム
protactinium protoattinio プロトアクチニウム
uranium uran uranio ウラン
neptunium nettunio ネプツニウム
plutonium plutonio プルトニウム
americium americio アメリシウム
curium curio キュリウム
berkelium berkelio バークリウム
californium californio カリホルニウム
einsteinium einsteinio アインスタイニウム
fermium fermio フェルミウム
mendelevium mendelevio メンデレビウム
nobelium nobelio ノーベリウム
lawrencium laurenzio ローレンシウム
methane methan metano メタン
ethane ethan etano エタン
propane propan propano プロパン
butane butan butano ブタン
pentane pentan pentano ペンタン
hexane hexan esano ヘキサン
heptane heptan eptano ヘプタン
octane oktan ottano オクタン
methanol metanolo メタノール
ethanol etanolo エタノール
methyl methyle metile メチル
ethyl ethyle etile エチル
nitrate nitrat nitrato
nitrite nitrit nitrito
sulfate sulfat solfato
sulfite sulfit solfito
chlorate chlorat clorato
chloride chlorid chlorure cloruro
"""

# One thing a line: capitals that the CLDR has no time zone for, planets, continents, peoples.
_PLACES = """
ottawa オタワ
canberra キャンベラ
brasilia ブラジリア
ankara アンカラ
beijing peking pekin pechino ペキン
delhi デリー
washington ワシントン
wellington ウェリントン
bern berne berna ベルン
hanoi ハノイ
rabat ラバト
islamabad イスラマバード
abuja アブジャ
pretoria プレトリア
dodoma ドドマ
naypyidaw ネピドー
astana アスタナ
yaoundé yaounde ヤウンデ
sanaa sana サヌア
jerusalem gerusalemme エルサレム
quito キト
bratislava pressburg ブラチスラバ
ljubljana laibach lubiana リュブリャナ
budapest ブダペスト
bucharest bukarest bucarest ブカレスト
mercury merkur mercure mercurio
venus venere
earth erde terre terra
mars marte
jupiter giove
saturn saturne saturno
uranus urano
neptune neptun nettuno
pluto pluton plutone
africa afrika afrique アフリカ
america amerika amerique アメリカ
asia asien asie アジア
europe europa ヨーロッパ
antarctica antarktis antarctique antartide 南極
arctic arktis arctique artico 北極
arctic arktis
bosnia bosnien bosnie
serbia serbien serbie
syria syrien syrie
assyria assyrien assyrie
hungary ungarn hongrie ungheria
prussia preussen prusse
russia russland russie
bavaria bayern baviere baviera
saxony sachsen saxe sassonia
hesse hessen assia
galicia galizien galice galizia
galilee galilaa galilea
"""

# Names of one kind of which each is a thing of its own: towns, provinces, states, people.
_NAMES = """
nobel palma palermo stalagmit stalaktit stalactite stalagmite stalagmiti stalattiti stalattite
astronomy astrology astronomie astrologie astronomia astrologia
lecce lecco lucca asti asolo modena modica mantova padova parma pavia pisa pistoia prato potenza matera massa messina
monza novara noto nuoro foggia forli ferrara firenze fermo cremona crema como cosenza crotone cuneo caserta catania
catanzaro chieti carrara carpi bari barletta bergamo bologna bolzano brescia brindisi belluno benevento biella andria
ancona aosta arezzo ascoli avellino alba alassio imola imperia isernia ivrea latina lodi livorno macerata pesaro
pescara perugia piacenza ragusa ravenna reggio rieti rimini rovigo salerno sassari savona siena siracusa sondrio
taranto teramo terni trani trapani trento treviso trieste udine urbino varese vasto verbania vercelli verona vicenza
viterbo lubeck lubben hamm hamburg homburg marburg magdeburg merseburg freiburg freiberg friedberg bamberg bomberg
nurnberg wurzburg augsburg duisburg oldenburg ravensburg regensburg flensburg limburg lindau lindach passau dessau
zwickau kassel kastel worms essen hessen hagen haren halle hallein celle trier triest mainz main bonn born bremen
bremerhaven emden minden munden dresden dorsten dortmund munster munchen monchengladbach gottingen tubingen siegen
singen giessen fulda gotha gera jena erfurt erlangen weimar wismar linz lienz graz glarus gams wels weiden basel
luzern lugano locarno thun chur zug zurich uster horgen olten alten aarau aarberg paris parme calais chalais cannes
caen carnac cahors nancy nantes nimes nice narbonne nevers niort lille lyon laon laval limoges lisieux lorient rennes
reims rouen roanne rodez royan tours toulon toulouse troyes tarbes tulle dijon digne dinan dinard dole amiens angers
annecy arles arras auch auxerre avignon bayonne bayeux beaune beauvais belfort besancon blois bordeaux bourges brest
brive metz montauban moulins pau perpignan poitiers vannes vence verdun vichy vienne carolina california colorado
kansas arkansas dakota delaware indiana louisiana montana alabama alaska arizona nebraska nevada oklahoma oregon utah
ohio iowa idaho texas tennessee virginia vermont wisconsin wyoming boston houston austin dallas dublin durban lima
lagos laos lahore london luton leeds leiden lisbon oslo cairo karachi kiev kiel kobe kyoto tokyo rome roma turin tunis
vienna venice valencia valence havana lenin lennon stalin mars marx merkel mao mandela manet monet mozart mussorgsky
haydn handel hegel hesse heine henry haendel bach bacon brecht breton braun brown byron bayron bruno kant kent kafka
keats keaton dante danton darwin dali schumann schubert schuman rossini puccini bellini cellini fellini paganini verdi
vermeer verne werner wagner warhol raphael rafael ravel rembrandt renoir reagan regan truman thatcher trump johnson
jackson jefferson madison monroe morse moore
オーストリア オーストラリア モナコ モロッコ イラン イラク ラオス ラゴス マリ マルタ マラウイ スペイン
スウェーデン スイス ロンドン ワルシャワ マルクス マーズ レーニン レノン モーツァルト モネ マネ ダンテ
ダントン
"""

# Given names and little words: of each group no two are the same.
_GROUPED = """
paul paula / robert roberta / simon simone / carlo carla / mario maria / martin martina / peter petra
john jane joan / june julia julie / philip philippa / franco franca / giulio giulia / paolo paola / adam alan
emil emma / eric erika / georg george georgia / hans heinz / luca lucia / mark mary / daniel daniela danielle
michel michelle / louis louise / michele michela / gabriel gabriele / andrea andre / rene renee / henri henriette
charles charlotte / claude claudia / claudio claudia / auf aus / on off / in out / sur sous / mit ohne / con senza
her his / up un / alexander alexandra / victor victoria / antonio antonia / anton anja / nicola nicole / jean jan
"""

# Words of everyday, neighbours in form and strangers in meaning: each is a thing of its own.
_WORDS = """
noble nobles palme palm psalm
heat heart hear head hart hurt desert dessert angel angle dairy diary daily quiet quite quit lose loose later latter
letter litter affect effect accept except expect principal principle stationary stationery winter winner summer summit
hummer house horse hose mouse moon noon moan word world ward sword war was wax wall sun son gun run fun sea see tea
pea boat goat coat boot cat car cap bat hat rat can cut cot dog fog log dig dot king kin ring wing kind queen queer
night knight light right flower flour floor bear beer pear bean beard peace piece place pace plane plain plan planet
plate plant race rice face lace rain train brain drain grain ship shop sheep chip shirt short skirt star stair scar
start stone store storm tree three free wind wine window wolf golf gulf woman women bomb tomb comb brother bother
bread broad breed bride bridge cave wave cake care chair chain cheap cheat cloud clown crowd crown coast cost roast
cold gold old country county dead deaf deal death deer door fall hall ball call tall farm form firm fire five fish
dish wish food foot fool good wood ghost host glass grass class hand land sand band hill hell mill bill horn corn
hotel hostel motel island inland key monkey kitchen chicken kitten lamb lamp limb lake lane late leaf leak lead lion
loin line lunch launch map mop man mail nail male meal meat metal medal milk silk mile money honey mother moth
mountain fountain mule nose rose note ocean paint point pain paper pepper park dark bark party pasty patient patent
pill pillow pilot poet pot port pole pope hole potter porter prince price prize rabbit rabbi radio ratio river liver
road roar rod rock sock lock roof room root rope robe salt malt school scroll seal steal seat sear sheet sign sing
silver sliver skin ski sky spy snail snake snow show slow soap soup spice space spade spring string steel story sugar
sweet sweat table cable tablet tail tale tiger tire tie tower towel town tow trail trial trunk drunk tuna tune turkey
turk water waiter wheel wheat whale while wife life knife wide willow wizard lizard wool worm warm yard card treaty
treat battle bottle cattle invention intention invasion evasion revolution evolution moral morale mortal mental import
impart marital martial comet comedy comma coma cannon canon casual causal massage message marine maritime martyr
Messiah nuclear unclear united untied proton photon neuron neutron meteor meter ion iron planed assent ascent addition
edition complement compliment council counsel eminent imminent historic hysteric human humane personal personnel
conversation conservation constitution institution deduction reduction infection injection abolition ablution
reformation information sacred scared scarf trip strip violet violent vacation vocation vine fisch tisch frisch hase
nase vase rase haus maus laus hund mund bund rund wand kirche kirsche kutsche küche kuchen küchen kopf topf zopf knopf
katze tatze krieg kriegt krise kreise mauer bauer trauer dauer mond mord nacht macht jacht sonne tonne nonne wonne
stein stern stadt staat statt turm wurm sturm wein bein wolke volk welt feld geld zeit zelt zahn hahn bahn kahn brot
rot buch tuch bach bruder berg burg bär bar blatt platt blume bluse brief butter mutter futter dach fach ei eis reis
preis kreis elf elfe ente rente erde pferde herde knall fahne sahne farbe narbe feder leder feind freund feuer flucht
frucht furcht flug pflug krug flagge fluss fuss frau grau frieden gabel kabel nabel garten karten gift gras glas hafen
haken hammer kammer herz herd himmel hof huf honig könig dose hut hüte mut insel pinsel jagd kamel kamin kanne wanne
karte kasse klasse tasse kasten rind kleid leid koch loch kohl kohle krone krönung kuh schuh lampe rampe rand leben
beben leber licht gicht liebe linde linse löwe möwe luft duft mais mann bann markt mark meer teer heer messer wasser
mine miene moor mohr motte mühle münze mütze nadel nagel nebel nest fest ofen offen ohr uhr oma opa onkel paar haar
papst post pilz pelz rad rasen rosen rauch bauch regen segen degen reh riese reise wiese sage säge salz malz schaf
schiff schal schule schere schloss schluss schnee schwan schwanz tee fee seele seife sekt sekte spiegel spiel stahl
stuhl strahl strand strang strasse stunde sünde tag tat tanne tante tasche taube traube tod tor traum raum baum treppe
trommel vater vogel wache wade waffe waffel wal wange ware wahre weg weide weite wetter wiege ziege wirt wunde wurst
durst zange zunge zebra zeichen zug zeug zwerg zwirn einheit reinheit freiheit verfassung vergessung entdeckung
erdeckung erfindung empfindung untergang übergang verbot gebot angebot vertrag vortrag antrag ertrag eingang ausgang
verbrauch gebrauch mauerbau mauerfall schlacht schicht feldzug gesetz gesetzt wahl zahl qual ehe ehre königin poisson
poison boisson désert chat chas chien chine cheval cheveux chevaux maison saison raison main bain nain gain mer mère
mur père terre guerre verre pierre lierre roi loi foi toi reine peine veine ville fille bille vin pin fin vent dent
cent coeur choeur soeur jour tour four nuit huit fruit lune dune rue roue pont font mont porc fort pomme homme gomme
sable livre libre lèvre vivre balle salle malle bateau gâteau château râteau bois voix noix botte boîte bouche douche
louche mouche boule poule bras bas cage page nage carte tarte casque masque cerf nerf chaise chaîne champ chant
chapeau chameau chaud chaux clé cochon coq coup cou cour cours couteau cuir cuivre dé doigt droit eau école épée épi
étoile toile fée fer feu feuille fleur fleuve forêt frère froid fromage fumée gare gaz genou glace grue grève herbe
hiver huile île jambe jardin joue lac sac lait laid lapin sapin langue lettre lit lourd lundi manche marche mars
marché marteau matin mime miel mois moto mot moulin mouton bouton navire neige nez nid nom oie oiseau ombre nombre or
os ours paille palais papier panier pêche pêcher peau pelle pie pied pigeon plage plat pluie plume poire poivre prix
prison puce puits quai rame rêve rideau riz sang savon sel serpent singe linge soie soif soir soleil souris tête fête
bête tigre titre toit vache vague bague voile voiture voleur valeur autriche autruche traité bataille révolution
évolution évasion ruse russe caisse cuisse cousin coussin baiser baisser embrasser embarrasser conjecture conjoncture
éruption irruption collision collusion allocation allocution inculper inculquer évoquer invoquer dentaire pesce pesca
pesche casa cosa cassa caso cane pane rane capello cappello pala palla rosa rossa nono nonno sete sette notte caro
carro tono tonno copia coppia penna pena fato fatto pollo polo motto sano sanno papa pappa camino cammino calo callo
pani panni ala alla regalo porto porta punto punta modo moda mento mente menta monte ponte fonte conte mondo fondo
mare mane madre padre mano nano mese mesa luna lana lupo letto latte lotto libro litro legge lago lado gatto gatta
ratto gallo giallo gamba gomba forno forte morte sorte porte fumo fiume fuoco gioco fiore foglia foglio ferro festa
testa figlio figlia collo colle colpo corpo conto canto coro corda croce noce voce cuoco cuoio cuore dado dato dente
gente donna danno dito erba esame faro fame fata fico filo fine vino fossa freddo fretta frutta gelo gola gonna grano
guerra terra serra inverno inferno isola lancia lente lepre lima lira maggio magio miele mina mito mosca muro naso
nave neve nebbia nido nodo olio ombra onda ora oro orso orto osso palo parco parte passo pasto pasta patto paura pelo
pepe pera pezzo piano piatto piede pietra pino pioggia pista polso pozzo prato prezzo prova ramo rana re rete riso
viso rito riva ruota sale sala sangue santo sarto scala scale sedia segno sogno seme seta sole sonno suono spesa spina
stella strada succo sacco tasca tavola tavolo tazza tela tetto topo toro torre torta treno trono uova uva vaso vela
vento verbo vite vita volo zio zia vantaggio svantaggio fiducia sfiducia rivoluzione evoluzione invasione evasione
bufala bufalo pizza piazza black white premier dernier erster letzter first last primo ultimo
コート ノート ボート ルート ロート ケーキ ステーキ ビール ビーズ ベール バス バズ パス ベッド ペット
ヘッド カード ガード ボール ポール ホール ロール ドア タイヤ ダイヤ パンダ パンチ マーカー マーク
ハート ヒート ハード ビル ロープ ロード ローラ ローブ ローマ チーズ チーム ケース ゲート テープ テーマ
サーカス サーフィン ペン パン プール プロ ランプ トランプ ラップ コップ トップ スープ スプーン シャツ
シーツ メロン レモン おばさん おばあさん おじさん おじいさん びょういん びよういん くつ くつした かぎ
かき さくら さくらんぼ ヒーロー ヒール カメラ カラメル ピアノ クラス グラス グルメ コーラ コーン ゴール
スキー スキーム
"""

# Two words that differ in this alone, in their beginning, are opposites.
_OPPOSITES = """
east west / north south / ost west / nord sud / est ouest / est ovest / nord sued / inner outer / left right
ab auf an aus ein um zu unter uber ueber vor nach bei ent be ver er zer / hin her / voll leer / innen aussen / im ex
em im / em ex / e im / in de / in ex / im es / im e / in out / em de / ein aus / pro anti contra kontra / pre post
prae post / pra post / ante post / hypo hyper / ipo iper / micro macro mini maxi mega / mikro makro mini maxi
under over / sous sur / sotto sopra / sotto sovra / intra inter / intra extra / intro extra / intro extro / endo exo
mono bi di tri poly / mono poli / homo hetero / omo etero / milli kilo mega giga / up down / fore back / ante anti
max min / pater mater / patri matri / ana kata cata / eu dys / con dis / a de / as des / as dis / au de / asc desc
sub super / infra ultra / infra supra / vorder hinter / ober unter / haupt neben / gross klein / alt neu / tag nacht
"""
# A word with one of these before it is the opposite of the word alone.
_NOT = (
    "un",
    "non",
    "dis",
    "des",
    "anti",
    "mis",
    "in",
    "im",
    "ir",
    "il",
    "counter",
    "contre",
    "contro",
    "gegen",
    "miss",
)

Things = frozenset[str]


def _lines(table: str) -> Iterator[list[str]]:
    return (plain(line).split() for line in table.strip().splitlines())


def _collected(*named: tuple[str, str]) -> Mapping[str, Things]:
    things: dict[str, set[str]] = {}
    for word, thing in named:
        things.setdefault(word, set()).add(thing)
    return {word: frozenset(one) for word, one in things.items()}


_PROPER = _collected(
    *((word, line[0]) for line in map(str.split, NAMES.strip().splitlines()) for word in line[1:]),
    *((word, f"e-{line[0]}") for line in _lines(_ELEMENTS) for word in line),
    *((word, f"p-{line[0]}") for line in _lines(_PLACES) for word in line),
    *((word, word) for line in _lines(_NAMES) for word in line),
)
_COMMON = frozenset(word for line in _lines(_WORDS) for word in line)
_GROUPS = tuple(frozenset(plain(group).split()) for group in re.split("[/\n]", _GROUPED) if group.strip())
_BEGINNINGS = frozenset(
    [pair for group in re.split("[/\n]", _OPPOSITES) for pair in itertools.permutations(group.split(), 2)]
    + [pair for beginning in _NOT for pair in ((beginning, ""), ("", beginning))]
)


@lru_cache(maxsize=16_384)
def are_two(given: str, accepted: str, length: int) -> bool:
    """Are these, a slip apart, two real things? Then who typed the one has not meant the other.

    ``length``: letters in the whole answer. A word of everyday is no slip where it is half of the answer.
    """
    if given in _PROPER:
        mine, yours = _PROPER[given], _PROPER.get(accepted, _NOTHING)
        language = _inflected(given, accepted) and all(thing.startswith("l-") for thing in yours or mine)
        return not (mine & yours or language)
    if given in _COMMON and 2 * len(accepted) >= length and (accepted in _COMMON or not _inflected(given, accepted)):
        return True
    if any(given in group and accepted in group for group in _GROUPS):
        return True
    return _opposite(given, accepted) or (2 * len(accepted) >= length and _between(given, accepted))


_NOTHING: Things = frozenset()


def _inflected(given: str, accepted: str) -> bool:
    """May they be two forms of one word?"""
    return min(len(given), len(accepted)) >= _STEM and (given.startswith(accepted) or accepted.startswith(given))


def _opposite(given: str, accepted: str) -> bool:
    """Do they differ only in a beginning that turns the meaning round?"""
    same = 0
    while same < min(len(given), len(accepted)) and given[-1 - same] == accepted[-1 - same]:
        same += 1
    return any((given[:-stem], accepted[:-stem]) in _BEGINNINGS for stem in range(_STEM, same + 1))


_STEM = 4  # letters: what follows a prefix must be a word


def _between(given: str, accepted: str) -> bool:
    """Does it lie as near to the name of another thing of its kind? (``Ambia``: the Gambia or Zambia?)"""
    if accepted not in _PROPER:
        return False
    near = DamerauLevenshtein.distance(given, accepted)
    return any(
        DamerauLevenshtein.distance(given, other) <= near and is_slip(given, other, len(other))
        for other in _neighbours(accepted)
    )


@lru_cache(maxsize=4096)
def _neighbours(name: str) -> tuple[str, ...]:
    """The names of other countries, months, weekdays or elements within reach of two slips."""
    near = process.extract(name, _PROPER.keys(), scorer=DamerauLevenshtein.distance, score_cutoff=2, limit=50)
    return tuple(other for other, _, _ in near if _are_of_a_kind(_PROPER[other], _PROPER[name]))


def _are_of_a_kind(some: Things, others: Things) -> bool:
    kinds = {_kind(thing) for thing in some} & {_kind(thing) for thing in others}
    return bool(kinds - {""}) and not some & others


def _kind(thing: str) -> str:
    """Country, month, weekday or element; nothing for the rest, of which there are too many."""
    return "country" if len(thing) == 2 and thing.isupper() else thing[:2] if thing[:2] in ("m-", "d-", "e-") else ""
