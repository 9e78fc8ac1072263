"""Names of the world, a line for each thing: written by ``manage.py world_names`` from the CLDR.

The words of its names in five languages, as the judge reads them. First what the thing is: a country (``CH``), a
language (``l-de``), a city (``c-Rome``), a month (``m-6``) or a weekday (``d-0``).
"""

NAMES = """
AC ascension ascensione island isola あせんしょん
AD andorra andorre あんどら
AE arabes arabi arabische emirate emirates emirati emirats united uniti vereinigte あらぶ 首長国連邦
AF afghanistan あふがにすたん
AG antigua barbuda あんてぃぐあばーぶーだ
AI anguilla あんぎら
AL albania albanie albanien あるばにあ
AM armenia armenie armenien あるめにあ
AO angola あんごら
AQ antarctica antarctique antarktis antartide 南極
AR argentina argentine argentinien あるぜんちん
AS americaines american americane amerikanisch samoa さもあ 米領
AT austria autriche oesterreich osterreich おーすとりあ
AU australia australie australien おーすとらりあ
AW aruba あるば
AX aland alandinseln islands isole おーらんど 諸島
AZ aserbaidschan azerbaidjan azerbaigian azerbaijan あぜるばいじゃん
BA bosnia bosnie bosnien erzegovina herzegovina herzegovine herzegowina ぼすにあへるつぇごびな
BB barbade barbados ばるばどす
BD bangladesch bangladesh ばんぐらでしゅ
BE belgien belgio belgique belgium べるぎー
BF burkina ぶるきなふぁそ
BG bulgaria bulgarie bulgarien ぶるがりあ
BH bahrain bahrein ばーれーん
BI burundi ぶるんじ
BJ benin べなん
BL barthelemy saint さんばるてるみー
BM bermuda bermudes ばみゅーだ
BN brunei darussalam ぶるねい
BO bolivia bolivie bolivien ぼりびあ
BQ caraibi caribbean caribeens karibische netherlands niederlande olandesi おらんだ かりぶ
BR brasile brasilien brazil bresil ぶらじる
BS bahamas ばはま
BT bhoutan bhutan ぶーたん
BV bouvet bouvetinsel island isola ぶーべ
BW botsuana botswana ぼつわな
BY belarus bielorussia bielorussie べらるーし
BZ belize べりーず
CA canada kanada かなだ
CC cocos islands isole keeling kokosinseln きーりんぐ ここす 諸島
CD congo kinshasa kongo きんしゃさ こんご 民主共和国
CG brazzaville congo kongo こんご ぶらざびる 共和国
CH schweiz suisse svizzera switzerland すいす
CI avorio costa ivoire こーとじぼわーる
CK cookinseln islands isole くっく 諸島
CL chile chili cile ちり
CM cameroon cameroun camerun kamerun かめるーん
CN china chine cina 中国
CO colombia colombie kolumbien ころんびあ
CP clipperton insel island isola くりっぱーとん
CQ sark
CR costa こすたりか
CU cuba kuba きゅーば
CV verde かーぼべるで
CW curacao きゅらそー
CX christmas island isola weihnachtsinsel くりすます
CY chypre cipro cyprus zypern きぷろす
CZ cechia czechia tchequie tschechien ちぇこ
DE allemagne deutschland germania germany どいつ
DG diego garcia でぃえごがるしあ
DJ djibouti dschibuti gibuti じぶち
DK daenemark danemark danimarca denmark でんまーく
DM dominica dominique どみにか
DO dominicaine dominican dominicana dominikanische repubblica republic republik republique どみにか 共和国
DZ algeria algerie algerien あるじぇりあ
EA ceuta melilla せうためりりゃ
EC ecuador equateur えくあどる
EE estland estonia estonie えすとにあ
EG aegypten agypten egitto egypt egypte えじぷと
EH occidental occidentale sahara western westsahara さはら
ER eritrea erythree えりとりあ
ES espagne spagna spain spanien すぺいん
ET aethiopien athiopien ethiopia ethiopie etiopia えちおぴあ
EU europaeische europaische europea european europeenne union unione 欧州連合
EZ eurozona eurozone ゆーろ
FI finland finlande finlandia finnland ふぃんらんど
FJ fidji fidschi figi fiji ふぃじー
FK falkland falklandinseln islands isole malouines ふぉーくらんど 諸島
FM micronesia micronesie mikronesien みくろねしあ 連邦
FO faeroeer faroe faroer feroe islands isole ふぇろー 諸島
FR france francia frankreich ふらんす
GA gabon gabun がぼん
GB kingdom koenigreich konigreich regno royaume united unito vereinigtes いぎりす
GD grenada grenade ぐれなだ
GE georgia georgie georgien じょーじあ
GF francaise francese franzoesisch franzosisch french guayana guiana guyana guyane ぎあな 仏領
GG guernesey guernsey がーんじー
GH ghana がーな
GI gibilterra gibraltar じぶらるたる
GL greenland groenland groenlandia gronland ぐりーんらんど
GM gambia gambie がんびあ
GN guinea guinee ぎにあ
GP guadalupa guadeloupe ぐあどるーぷ
GQ aequatorialguinea aquatorialguinea equatorial equatoriale guinea guinee ぎにあ 赤道
GR grece grecia greece griechenland ぎりしゃ
GT guatemala ぐあてまら
GU guam ぐあむ
GW bissau guinea guinee ぎにあびさう
GY guyana がいあな
HK china chinoise hongkong sonderverwaltungsregion 中華人民共和国香港特別行政区
HM heard islands isole macdonald mcdonald mcdonaldinseln はーど まくどなるど 諸島
HN honduras ほんじゅらす
HR croatia croatie croazia kroatien くろあちあ
HT haiti はいち
HU hongrie hungary ungarn ungheria はんがりー
IC canarie canaries canary inseln islands isole kanarische かなりあ 諸島
ID indonesia indonesie indonesien いんどねしあ
IE ireland irland irlanda irlande あいるらんど
IL israel israele いすらえる
IM isola まん
IN inde india indien いんど
IQ irak iraq いらく
IR iran いらん
IS iceland island islanda islande あいすらんど
IT italia italie italien italy いたりあ
JE jersey じゃーじー
JM giamaica jamaica jamaika jamaique じゃまいか
JO giordania jordan jordanie jordanien よるだん
JP giappone japan japon 日本
KE kenia kenya けにあ
KG kirghizistan kirghizstan kirgisistan kyrgyzstan きるぎす
KH cambodge cambodia cambogia kambodscha かんぼじあ
KI kiribati きりばす
KM comore comores comoros komoren こもろ
KN christophe kitts nevis nieves saint せんとくりすとふぁーねーびす
KP corea coree korea nordkorea north 北朝鮮
KR corea coree korea south sudkorea suedkorea 韓国
KW koweit kuwait くうぇーと
KY caimans cayman islands isole kaimaninseln けいまん 諸島
KZ kasachstan kazakhstan kazakistan かざふすたん
LA laos らおす
LB lebanon liban libano libanon ればのん
LC lucia lucie saint せんとるしあ
LI liechtenstein りひてんしゅたいん
LK lanka すりらんか
LR liberia りべりあ
LS lesotho れそと
LT litauen lithuania lituania lituanie りとあにあ
LU lussemburgo luxembourg luxemburg るくせんぶるく
LV latvia lettland lettonia lettonie らとびあ
LY libia libya libye libyen りびあ
MA maroc marocco marokko morocco もろっこ
MC monaco もなこ
MD moldau moldavia moldavie moldova republik もるどば
ME montenegro もんてねぐろ
MF martin saint さんまるたん
MG madagascar madagaskar まだがすかる
MH islands isole marshall marshallinseln まーしゃる 諸島
MK macedoine macedonia nordmazedonien north まけどにあ
ML mali まり
MM birmania birmanie burma myanmar びるま みゃんまー
MN mongolei mongolia mongolie もんごる
MO china chinoise macao macau sonderverwaltungsregion まかお 中華人民共和国 特別行政区
MP islands isole mariana marianen marianne mariannes noerdliche nordliche northern settentrionali まりあな 諸島
MQ martinica martinique まるてぃにーく
MR mauretanien mauritania mauritanie もーりたにあ
MS montserrat もんとせらと
MT malta malte まるた
MU maurice mauritius もーりしゃす
MV maldive maldives malediven もるでぃぶ
MW malawi まらうい
MX messico mexico mexiko mexique めきしこ
MY malaisie malaysia まれーしあ
MZ mosambik mozambico mozambique もざんびーく
NA namibia namibie なみびあ
NC caledonia caledonie neukaledonien nouvelle nuova にゅーかれどにあ
NE niger にじぇーる
NF island isola norfolk norfolkinsel のーふぉーく
NG nigeria ないじぇりあ
NI nicaragua にからぐあ
NL bassi netherlands niederlande paesi おらんだ
NO norvege norvegia norway norwegen のるうぇー
NP nepal ねぱーる
NR nauru なうる
NU niue にうえ
NZ neuseeland nouvelle nuova zealand zelanda zelande にゅーじーらんど
OM oman おまーん
PA panama ぱなま
PE perou peru ぺるー
PF francaise francese franzoesisch franzosisch french polinesia polynesia polynesie polynesien ぽりねしあ 仏領
PG guinea guinee neuguinea nouvelle nuova papouasie papua ぱぷあにゅーぎにあ
PH filippine philippinen philippines ふぃりぴん
PK pakistan ぱきすたん
PL poland polen pologne polonia ぽーらんど
PM miquelon pierre saint さんぴえーる みくろん
PN islands isole pitcairn pitcairninseln ぴとけあん 諸島
PR porto portorico puerto ぷえるとりこ
PT portogallo portugal ぽるとがる
PW palaos palau ぱらお
PY paraguay ぱらぐあい
QA katar qatar かたーる
QO aeusseres ausseres eloignees lontana oceania oceanie outlying ozeanien regions おせあにあ 周辺地域
RE reunion riunione れゆにおん
RO romania roumanie rumaenien rumanien るーまにあ
RS serbia serbie serbien せるびあ
RU russia russie russland ろしあ
RW ruanda rwanda るわんだ
SA arabia arabie arabien saoudite saudi saudita さうじあらびあ
SB islands isole salomon salomone salomonen solomon そろもん 諸島
SC seychellen seychelles せーしぇる
SD soudan sudan すーだん
SE schweden suede svezia sweden すうぇーでん
SG singapore singapour singapur しんがぽーる
SH elena helena helene saint せんとへれな
SI slovenia slovenie slowenien すろべにあ
SJ mayen spitzbergen svalbard すばーるばる やんまいえん 諸島
SK slovacchia slovakia slovaquie slowakei すろばきあ
SL leone sierra しえられおね
SM marin marino saint さんまりの
SN senegal せねがる
SO somalia somalie そまりあ
SR suriname すりなむ
SS soudan south sudan sudsudan suedsudan すーだん
ST principe さんとめぷりんしぺ
SV salvador えるさるばどる
SX maarten martin neerlandaise partie saint しんとまーるてん
SY siria syria syrie syrien しりあ
SZ eswatini えすわてぃに
TA cunha tristan とりすたんだくーにゃ
TC caicos caicosinseln caiques islands isole turks turques たーくすかいこす 諸島
TD chad ciad tchad tschad ちゃど
TG togo とーご
TH thailand thailande thailandia たい
TJ tadjikistan tadschikistan tagikistan tajikistan たじきすたん
TK tokelau とけらう
TL leste oriental timor てぃもーる
TM turkmenistan とるくめにすたん
TN tunesien tunisia tunisie ちゅにじあ
TO tonga とんが
TR tuerkei tuerkiye turchia turkei turkiye turquie とるこ
TT tobago trinidad trinite とりにだーどとばご
TV tuvalu つばる
TW taiwan 台湾
TZ tansania tanzania tanzanie たんざにあ
UA ucraina ukraine うくらいな
UG ouganda uganda うがんだ
UN nationen nations nazioni unies unite united vereinte 国際連合
US etats staaten states stati united uniti vereinigte あめりか 合衆国
UY uruguay うるぐあい
UZ ouzbekistan usbekistan uzbekistan うずべきすたん
VA citta vatican vaticano vatikanstadt ばちかん 市国
VC grenadine grenadinen grenadines saint vincent せんとびんせんと びぐれなでぃーん 諸島
VE venezuela べねずえら
VG britanniche britanniques britische british islands isole jungferninseln vergini vierges virgin ばーじん 英領 諸島
VI americane amerikanische etats islands isole jungferninseln vergini vierges virgin ばーじん 米領 諸島
VN vietnam べとなむ
VU vanuatu ばぬあつ
WF futuna wallis うぉりすふつな
WS samoa さもあ
XA accenti accents akzente pseudo あくせんと 疑似
XB pseudo 疑似
XK kosovo こそぼ
YE jemen yemen いえめん
YT mayotte まよっと
ZA africa afrique south sudafrica sudafrika suedafrika あふりか
ZM sambia zambia zambie ざんびあ
ZW simbabwe zimbabwe じんばぶえ
ZZ indeterminee region regione sconosciuta unbekannte unknown 不明 地域
c-Abidjan abidjan あびじゃん
c-Accra accra あくら
c-Adak adak あだっく
c-Addis-Ababa ababa abeba addis あじすあべば
c-Adelaide adelaide あでれーど
c-Aden aden あでん
c-Algiers alger algeri algier algiers あるじぇ
c-Almaty almaty あるまとい
c-Amman amman あんまん
c-Amsterdam amsterdam あむすてるだむ
c-Anadyr anadyr あなでぃり
c-Anchorage anchorage あんかれっじ
c-Andorra andorra andorre あんどら
c-Anguilla anguilla あんぎら
c-Antananarivo antananarivo あんたななりぼ
c-Antigua antigua あんてぃぐあ
c-Apia apia あぴあ
c-Aqtau aktaou aqtau あくたう
c-Aqtobe aktioubinsk aktobe aqtobe aqtoebe あくとべ
c-Araguaina araguaina あらぐぁいな
c-Aruba aruba あるば
c-Ashgabat achgabat asgabat ashgabat あしがばーど
c-Asmera asmara asmera あすまら
c-Astrakhan astrachan astrakhan あすとらはん
c-Asuncion asuncion あすんしおん
c-Athens atene athen athenes athens あてね
c-Atyrau atyraou atyrau あてぃらう
c-Auckland auckland おーくらんど
c-Azores acores azoren azores azzorre あぞれす
c-Baghdad bagdad baghdad ばぐだっど
c-Bahia bahia ばいーあ
c-Bahia-Banderas bahia banderas ばいあばんでら
c-Bahrain bahrain bahrein ばーれーん
c-Baku bakou baku ばくー
c-Bamako bamako ばまこ
c-Bangkok bangkok ばんこく
c-Bangui bangui ばんぎ
c-Banjul banjul ばんじゅーる
c-Barbados barbade barbados ばるばどす
c-Barnaul barnaul ばるなうる
c-Beirut beirut beyrouth べいるーと
c-Belem belem べれん
c-Belgrade belgrad belgrade belgrado べおぐらーど
c-Belize belize べりーず
c-Berlin berlin berlino べるりん
c-Bermuda bermuda bermudes ばみゅーだ
c-Beulah beulah dakota north のーすだこた びゅーらー
c-Bishkek bichkek bischkek bishkek びしゅけく
c-Bissau bissau びさう
c-Blanc-Sablon blanc sablon ぶらんさぶろん
c-Blantyre blantyre ぶらんたいや
c-Boa-Vista vista ぼあびすた
c-Bogota bogota ぼごた
c-Boise boise ぼいし
c-Bougainville bougainville ぶーげんびる
c-Bratislava bratislava ぶらちすらば
c-Brazzaville brazzaville ぶらざびる
c-Brisbane brisbane ぶりすべん
c-Broken-Hill broken ぶろーくんひる
c-Brunei brunei darussalam ぶるねい
c-Brussels bruessel brussel brussels bruxelles ぶりゅっせる
c-Bucharest bucarest bucharest bukarest ぶかれすと
c-Budapest budapest ぶだぺすと
c-Buenos-Aires aires buenos ぶえのすあいれす
c-Bujumbura bujumbura ぶじゅんぶら
c-Busingen buesingen busingen びゅーじんげん
c-Cairo caire cairo kairo かいろ
c-Calcutta calcutta kalkutta kolkata こるかた
c-Cambridge-Bay cambridge けんぶりっじべい
c-Campo-Grande campo grande かんぽぐらんで
c-Canary canarie canaries canary kanaren かなりあ
c-Cancun cancun かんくん
c-Cape-Verde verde かーぼべるで
c-Caracas caracas からかす
c-Casablanca casablanca かさぶらんか
c-Casey casey けーしー 基地
c-Catamarca catamarca かたまるか
c-Cayenne caienna cayenne かいえんぬ
c-Cayman caimans cayman kaimaninseln けいまん
c-Center center dakota north せんたー のーすだこた
c-Ceuta ceuta せうた
c-Chagos chagos ちゃごす
c-Chatham chatham ちゃたむ
c-Chicago chicago しかご
c-Chihuahua chihuahua ちわわ
c-Chisinau chisinau きしなう
c-Chita chita cita tchita tschita ちた
c-Christmas christmas island weihnachtsinsel くりすます
c-Ciudad-Juarez ciudad juarez しうだーふあれす
c-Cocos cocos islands ここす 諸島
c-Colombo colombo ころんぼ
c-Comoro comore comores comoro komoren こもろ
c-Conakry conakry こなくり
c-Copenhagen copenaghen copenhagen copenhague kopenhagen こぺんはーげん
c-Coral-Harbour atikokan coral harbour あてぃこかん
c-Cordoba cordoba こるどば
c-Costa-Rica costa こすたりか
c-Creston creston くれすとん
c-Cuiaba cuiaba くいあば
c-Curacao curacao きゅらそー
c-Dakar dakar だかーる
c-Damascus damas damasco damascus damaskus だますかす
c-Danmarkshavn danmarkshavn でんまーくしゃうん
c-Dar-es-Salaam daressalam salaam だるえすさらーむ
c-Darwin darwin だーうぃん
c-Davis davis でーびす 基地
c-Dawson dawson どーそん
c-Dawson-Creek creek dawson どーそんくりーく
c-Denver denver でんばー
c-Detroit detroit でとろいと
c-Dhaka dacca dhaka だっか
c-Dili dili でぃり
c-Djibouti djibouti dschibuti gibuti じぶち
c-Dominica dominica dominique どみにか
c-Douala douala どぅあら
c-Dubai dubai どばい
c-Dublin dublin dublino だぶりん
c-DumontDUrville dumont dumontdurville urville でゅもんでゅるびる 基地
c-Dushanbe douchanbe duschanbe dushanbe どぅしゃんべ
c-Easter easter island osterinsel paques pasqua いーすたー
c-Edmonton edmonton えどもんとん
c-Efate efate えふぇて
c-Eirunepe eirunepe えいるねぺ
c-El-Aaiun aaiun laayoune あいうん
c-El-Salvador salvador えるさるばどる
c-Enderbury enderbury えんだーべりー
c-Eucla eucla ゆーくら
c-Faeroe faeroe faeroeer faroe faroer feroe isole ふぇろー
c-Fakaofo fakaofo ふぁかおふぉ
c-Famagusta famagosta famagouste famagusta ふぁまぐすた
c-Fiji fidji fidschi figi fiji ふぃじー
c-Fort-Nelson nelson ふぉーとねるそん
c-Fortaleza fortaleza ふぉるたれざ
c-Freetown freetown ふりーたうん
c-Funafuti funafuti ふなふてぃ
c-Gaborone gaborone はぼろーね
c-Galapagos galapagos がらぱごす
c-Gambier gambier がんびえ 諸島
c-Gaza gaza がざ
c-Gibraltar gibilterra gibraltar じぶらるたる
c-Glace-Bay glace ぐれーすべい
c-Godthab godthab nuuk ぬーく
c-Goose-Bay goose ぐーすべい
c-Grand-Turk grand ぐらんどたーく
c-Grenada grenada grenade ぐれなだ
c-Guadalcanal guadalcanal がだるかなる
c-Guadeloupe guadalupa guadeloupe ぐあどるーぷ
c-Guam guam ぐあむ
c-Guatemala guatemala ぐあてまら
c-Guayaquil guayaquil ぐあやきる
c-Guernsey guernesey guernsey がーんじー
c-Guyana guyana がいあな
c-Halifax halifax はりふぁくす
c-Harare harare はられ
c-Havana avana havana havane havanna はばな
c-Hebron hebron へぶろん
c-Helsinki helsinki へるしんき
c-Hermosillo hermosillo えるもしよ
c-Hobart hobart ほばーと
c-Hong-Kong hongkong 香港
c-Honolulu honolulu ほのるる
c-Hovd chowd hovd ほぶど
c-Indianapolis indianapolis いんでぃあなぽりす
c-Inuvik inuvik いぬびく
c-Iqaluit iqaluit いかるいっと
c-Irkutsk irkoutsk irkutsk いるくーつく
c-Isle-of-Man isola まん
c-Istanbul istanbul いすたんぶーる
c-Jakarta giacarta jakarta じゃかるた
c-Jamaica giamaica jamaica jamaika jamaique じゃまいか
c-Jayapura jayapura じゃやぷら
c-Jersey jersey じゃーじー
c-Jerusalem gerusalemme jerusalem えるされむ
c-Johannesburg johannesburg よはねすぶるぐ
c-Juba giuba juba じゅば
c-Jujuy jujuy ふふい
c-Juneau juneau じゅのー
c-Kabul kaboul kabul かぶーる
c-Kaliningrad kaliningrad かりーにんぐらーど
c-Kamchatka kamchatka kamtchatka kamtschatka かむちゃっか
c-Kampala kampala かんぱら
c-Kanton canton kanton かんとん
c-Karachi karachi karatschi からち
c-Katmandu kathmandu katmandou katmandu かとまんず
c-Kerguelen kerguelen けるげれん 諸島
c-Khandyga chandyga khandyga はんどぅいが
c-Khartoum khartoum khartum はるつーむ
c-Kiev kiev kiew kyiv きーう
c-Kigali kigali きがり
c-Kinshasa kinshasa きんしゃさ
c-Kiritimati kiritimati きりすぃますぃ
c-Kirov kirov kirow きーろふ
c-Knox indiana knox いんでぃあな のっくす
c-Kosrae kosrae こすらえ
c-Kralendijk kralendijk くられんだいく
c-Krasnoyarsk krasnoiarsk krasnojarsk krasnoyarsk くらすのやるすく
c-Kuala-Lumpur kuala lumpur くあらるんぷーる
c-Kuching kuching くちん
c-Kuwait koweit kuwait くうぇーと
c-Kwajalein kwajalein くぇぜりん
c-La-Paz らぱす
c-La-Rioja rioja らりおは
c-Lagos lagos らごす
c-Libreville libreville りーぶるびる
c-Lima lima りま
c-Lindeman lindeman りんでまん
c-Lisbon lisbon lisbona lisbonne lissabon りすぼん
c-Ljubljana ljubljana lubiana りゅぶりゃな
c-Lome lome ろめ
c-London london londra londres ろんどん
c-Longyearbyen longyearbyen ろんぐいぇーるびーん
c-Lord-Howe island ろーどはう
c-Los-Angeles angeles ろさんぜるす
c-Louisville louisville るいびる
c-Lower-Princes lower princes quarter ろーわーぷりんせずくうぉーたー
c-Luanda luanda るあんだ
c-Lubumbashi lubumbashi るぶんばし
c-Lusaka lusaka るさか
c-Luxembourg lussemburgo luxembourg luxemburg るくせんぶるく
c-Macau macao macau まかお
c-Maceio maceio ませいお
c-Macquarie island macquarie まっこりー
c-Madeira madeira madere までいら
c-Madrid madrid まどりーど
c-Magadan magadan まがだん
c-Mahe mahe まへ
c-Majuro majuro まじゅろ
c-Makassar macassar makassar まかっさる
c-Malabo malabo まらぼ
c-Maldives maldive maldives malediven もるでぃぶ
c-Malta malta malte まるた
c-Managua managua まなぐあ
c-Manaus manaos manaus まなうす
c-Manila manila manille まにら
c-Maputo maputo まぷと
c-Marengo indiana marengo いんでぃあな まれんご
c-Mariehamn mariehamn まりえはむん
c-Marigot marigot まりご
c-Marquesas marchesi marquesas marquises まるきーず
c-Martinique martinica martinique まるてぃにーく
c-Maseru maseru ませる
c-Matamoros matamoros またもろす
c-Mauritius maurice mauritius もーりしゃす
c-Mawson mawson もーそん 基地
c-Mayotte mayotte まよっと
c-Mazatlan mazatlan まさとらん
c-Mbabane mbabane むばばーね
c-McMurdo mcmurdo まくまーど 基地
c-Melbourne melbourne めるぼるん
c-Mendoza mendoza めんどーさ
c-Menominee menominee めのみにー
c-Merida merida めりだ
c-Metlakatla metlakatla めとらかとら
c-Mexico-City citta messico mexico mexiko stadt めきしこしてぃー
c-Midway midway みっどうぇー
c-Minsk minsk みんすく
c-Miquelon miquelon みくろん
c-Mogadishu mogadischu mogadiscio mogadishu もがでぃしお
c-Monaco monaco もなこ
c-Moncton moncton もんくとん
c-Monrovia monrovia もんろびあ
c-Monterrey monterrey もんてれい
c-Montevideo montevideo もんてびでお
c-Monticello kentucky monticello けんたっきー もんてぃちぇろ
c-Montserrat montserrat もんとせらと
c-Moscow mosca moscou moscow moskau もすくわ
c-Muscat mascate maskat muscat ますかっと
c-Nairobi nairobi ないろび
c-Nassau nassau なっそー
c-Nauru nauru なうる
c-Ndjamena ndjamena んじゃめな
c-New-Salem dakota north salem にゅーせーらむ のーすだこた
c-New-York にゅーよーく
c-Niamey niamey にあめ
c-Nicosia nicosia nicosie nikosia にこしあ
c-Niue niue にうえ
c-Nome nome のーむ
c-Norfolk island norfolk のーふぉーく
c-Noronha fernando noronha のろーにゃ
c-Nouakchott nouakchott ぬあくしょっと
c-Noumea noumea ぬめあ
c-Novokuznetsk novokuzneck novokuznetsk nowokuznetsk のぼくずねつく
c-Novosibirsk novosibirsk novossibirsk nowosibirsk のぼしびるすく
c-Ojinaga ojinaga おひなが
c-Omsk omsk おむすく
c-Oral oral ouralsk おらる
c-Oslo oslo おすろ
c-Ouagadougou ouagadougou わがどぅぐー
c-Pago-Pago ぱごぱご
c-Palau palaos palau ぱらお
c-Palmer palmer ぱーまー 基地
c-Panama panama ぱなま
c-Paramaribo paramaribo ぱらまりぼ
c-Paris parigi paris ぱり
c-Perth perth ぱーす
c-Petersburg indiana petersburg いんでぃあな ぴーたーずばーぐ
c-Phnom-Penh phnom ぷのんぺん
c-Phoenix phoenix ふぇにっくす
c-Pitcairn pitcairn ぴとけあん 諸島
c-Podgorica podgorica ぽどごりつぁ
c-Ponape pohnpei ponape ぽんぺい
c-Pontianak pontianak ぽんてぃあなっく
c-Port-Moresby moresby ぽーともれすびー
c-Port-au-Prince prince ぽるとーぷらんす
c-Port-of-Spain espagne spain ぽーとおぶすぺいん
c-Porto-Novo porto ぽるとのぼ
c-Porto-Velho porto velho ぽるとべーりょ
c-Prague prag praga prague ぷらは
c-Puerto-Rico porto portorico puerto ぷえるとりこ
c-Punta-Arenas arenas punta ぷんたあれなす
c-Pyongyang pjoengjang pjongjang pyongyang 平壌
c-Qatar katar qatar かたーる
c-Qostanay kostanai kostanay qostanai qostanay こすたない
c-Qyzylorda qysylorda qyzylorda くずろるだ
c-Rangoon rangoon rangoun rangun yangon やんごん
c-Rankin-Inlet inlet rankin らんきんいんれっと
c-Rarotonga rarotonga らろとんが
c-Recife recife れしふぇ
c-Regina regina れじゃいな
c-Resolute resolute れぞりゅーと
c-Reunion reunion riunione れゆにおん
c-Reykjavik reykjavik れいきゃびく
c-Riga riga りが
c-Rio-Branco branco りおぶらんこ
c-Rio-Gallegos gallegos りおがじぇごす
c-Riyadh riad riyad riyadh りやど
c-Rome rom roma rome ろーま
c-Rothera rothera ろぜら 基地
c-Saigon saigon stadt ville ほーちみん
c-Saipan saipan さいぱん
c-Sakhalin sachalin sakhalin sakhaline さはりん
c-Salta salta さるた
c-Samara samara さまら
c-Samarkand samarcanda samarcande samarkand さまるかんど
c-San-Juan saint さんふぁん
c-San-Luis saint さんるいす
c-San-Marino marin marino saint さんまりの
c-Santarem santarem さんたれむ
c-Santiago santiago さんちあご
c-Santo-Domingo domingo domingue saint さんとどみんご
c-Sao-Paulo paolo paulo saint さんぱうろ
c-Sao-Tome さんとめ
c-Sarajevo sarajevo さらえぼ
c-Saratov saratov saratow さらとふ
c-Scoresbysund ittoqqortoormiit scoresbysund いとこるとるみっと
c-Seoul seoul seul そうる
c-Shanghai shanghai 上海
c-Simferopol simferopol sinferopoli しんふぇろぽり
c-Singapore singapore singapour singapur しんがぽーる
c-Sitka sitka しとか
c-Skopje skopje すこぴえ
c-Sofia sofia そふぃあ
c-South-Georgia georgia georgie south sudgeorgien suedgeorgien さうすじょーじあ
c-Srednekolymsk srednekolymsk すれどねこりむすく
c-St-Barthelemy barthelemy saint さんばるてるみー
c-St-Helena elena helena helene saint せんとへれな
c-St-Johns johns neuve saint terre せんとじょんず
c-St-Kitts christophe kitts saint せんとくりすとふぁー
c-St-Lucia lucia lucie saint せんとるしあ
c-St-Thomas saint thomas せんととーます
c-St-Vincent saint vincent せんとびんせんと
c-Stanley stanley すたんれー
c-Stockholm stoccolma stockholm すとっくほるむ
c-Swift-Current current swift すうぃふとかれんと
c-Sydney sydney しどにー
c-Syowa showa syowa 昭和基地
c-Tahiti tahiti たひち
c-Taipei taipeh taipei 台北
c-Tallinn tallinn たりん
c-Tarawa tarawa たらわ
c-Tashkent tachkent taschkent tashkent たしけんと
c-Tbilisi tbilisi tbilissi tiflis とびりし
c-Tegucigalpa tegucigalpa てぐしがるぱ
c-Tehran teheran tehran てへらん
c-Tell-City indiana いんでぃあな てるしてぃ
c-Thimphu thimphu てぃんぷー
c-Thule thule ちゅーれ
c-Tijuana tijuana てぃふあな
c-Tirane tirana tirane てぃらな
c-Tokyo tokio tokyo 東京
c-Tomsk tomsk とむすく
c-Tongatapu tongatapu とんがたぷ
c-Toronto toronto とろんと
c-Tortola tortola とるとーら
c-Tripoli libye tripoli tripolis とりぽり
c-Troll troll とろる 基地
c-Truk chuuk truk ちゅーく
c-Tucuman tucuman とぅくまん
c-Tunis tunis tunisi ちゅにす
c-Ulaanbaatar bator oulan ulaanbaatar うらんばーとる
c-Ulyanovsk oulianovsk uljanowsk ulyanovsk うりやのふすく
c-Urumqi ueruemqi urumqi うるむち
c-Ushuaia ushuaia うしゅあいあ
c-Ust-Nera うすちねら
c-Vaduz vaduz ふぁどぅーつ
c-Vancouver vancouver ばんくーばー
c-Vatican citta vatican vaticano vatikan ばちかん
c-Vevay indiana vevay いんでぃあな びべー
c-Vienna vienna vienne wien うぃーん
c-Vientiane vientiane びえんちゃん
c-Vilnius vilnius びりにゅす
c-Vincennes indiana vincennes いんでぃあな びんせんす
c-Vladivostok vladivostok wladiwostok うらじおすとく
c-Volgograd volgograd wolgograd ぼるごぐらーど
c-Vostok vostok wostok ぼすとーく 基地
c-Wake island wake うぇーく
c-Wallis wallis うぉりす 諸島
c-Warsaw varsavia varsovie warsaw warschau わるしゃわ
c-Whitehorse whitehorse ほわいとほーす
c-Winamac indiana winamac いんでぃあな うぃなまっく
c-Windhoek windhoek うぃんとふっく
c-Winnipeg winnipeg うぃにぺぐ
c-Yakutat yakutat やくたっと
c-Yakutsk iakoutsk jakutsk yakutsk やくーつく
c-Yekaterinburg ekaterinbourg ekaterinburg jekaterinburg yekaterinburg えかてりんぶるぐ
c-Yerevan erevan eriwan yerevan えればん
c-Zagreb zagabria zagreb ざぐれぶ
c-Zurich zuerich zurich zurigo ちゅーりっひ
d-0 lundi lunedi monday montag 月曜日
d-1 dienstag mardi martedi tuesday 火曜日
d-2 mercoledi mercredi mittwoch wednesday 水曜日
d-3 donnerstag giovedi jeudi thursday 木曜日
d-4 freitag friday vendredi venerdi 金曜日
d-5 sabato samedi samstag saturday 土曜日
d-6 dimanche domenica sonntag sunday 日曜日
l-af afrikaans あふりかーんす
l-am amarico amharic amharique amharisch あむはら
l-ar arabe arabic arabisch arabo あらびあ
l-az aserbaidschanisch azerbaidjanais azerbaigiano azerbaijani あぜるばいじゃん
l-be belarusian belarussisch bielorusse bielorusso べらるーし
l-bg bulgare bulgarian bulgarisch bulgaro ぶるがりあ
l-bn bangla bengalese bengali bengalisch べんがる
l-bs bosniaco bosnian bosniaque bosnisch ぼすにあ
l-ca catalan catalano katalanisch かたろにあ
l-cs ceco czech tcheque tschechisch ちぇこ
l-cy gallese gallois walisisch welsh うぇーるず
l-da daenisch danese danisch danish danois でんまーく
l-de allemand deutsch german tedesco どいつ
l-el grec greco greek griechisch ぎりしゃ
l-en anglais englisch english inglese 英語
l-eo esperanto えすぺらんと
l-es espagnol spagnolo spanisch spanish すぺいん
l-et estnisch estone estonian estonien えすとにあ
l-eu basco baskisch basque ばすく
l-fa persan persian persiano persisch ぺるしあ
l-fi finlandese finnisch finnish finnois ふぃんらんど
l-fr francais francese franzoesisch franzosisch french ふらんす
l-ga irisch irish irlandais irlandese あいるらんど
l-gl galician galicien galicisch galiziano がりしあ
l-ha haoussa hausa haussa はうさ
l-he ebraico hebraeisch hebraisch hebreu hebrew へぶらい
l-hi hindi ひんでぃー
l-hr croate croatian croato kroatisch くろあちあ
l-hu hongrois hungarian ungarisch ungherese はんがりー
l-hy armenian armenien armenisch armeno あるめにあ
l-id indonesian indonesiano indonesien indonesisch いんどねしあ
l-is icelandic islaendisch islandais islandese islandisch あいすらんど
l-it italian italiano italien italienisch いたりあ
l-ja giapponese japanese japanisch japonais 日本語
l-ka georgian georgiano georgien georgisch じょーじあ
l-kk kasachisch kazakh kazako かざふ
l-km khmer くめーる
l-ko coreano coreen korean koreanisch 韓国語
l-la latein latin latino らてん
l-lb lussemburghese luxembourgeois luxembourgish luxemburgisch るくせんぶるく
l-lo lao laotisch らお
l-lt litauisch lithuanian lituanien lituano りとあにあ
l-lv latvian lettisch letton lettone らとびあ
l-mk macedone macedonian macedonien mazedonisch まけどにあ
l-mn mongol mongolian mongolisch mongolo もんごる
l-ms malaiisch malais malay malese まれー
l-mt maltais maltese maltesisch まるた
l-my birman birmanisch birmano burmese みゃんまー
l-ne nepalais nepalese nepalesisch nepali ねぱーる
l-nl dutch neerlandais niederlaendisch niederlandisch olandese おらんだ
l-no norvegese norvegien norwegian norwegisch のるうぇー
l-pl polacco polish polnisch polonais ぽーらんど
l-pt portoghese portugais portugiesisch portuguese ぽるとがる
l-rm raetoromanisch ratoromanisch romanche romancio romansh ろまんしゅ
l-ro romanian roumain rumaenisch rumanisch rumeno るーまにあ
l-ru russe russian russisch russo ろしあ
l-sk slovacco slovak slovaque slowakisch すろばきあ
l-sl slovene slovenian sloveno slowenisch すろべにあ
l-so somali somalo そまり
l-sq albanais albanese albanian albanisch あるばにあ
l-sr serbe serbian serbisch serbo せるびあ
l-sv schwedisch suedois svedese swedish すうぇーでん
l-sw suaheli swahili すわひり
l-ta tamil tamoul たみる
l-th thai thailaendisch thailandese thailandisch たい
l-tr tuerkisch turc turco turkisch turkish とるこ
l-uk ucraino ukrainian ukrainien ukrainisch うくらいな
l-ur ourdou urdu うるどぅー
l-uz ouzbek usbekisch uzbeco uzbek うずべく
l-vi vietnamese vietnamesisch vietnamien vietnamita べとなむ
l-yi jiddisch yiddish いでぃっしゅ
l-zh chinese chinesisch chinois cinese 中国語
l-zu zoulou zulu ずーるー
m-1 gennaio januar january janvier
m-10 october octobre oktober ottobre
m-11 november novembre
m-12 december decembre dezember dicembre
m-2 febbraio februar february fevrier
m-3 maerz march mars marz marzo
m-4 april aprile avril
m-5 maggio mai may
m-6 giugno juin june juni
m-7 juillet juli july luglio
m-8 agosto aout august
m-9 september septembre settembre
"""
