/**
 * What people tell of how they live without a word of taste or of whose it is.
 *
 * 1. How somebody takes food or drink, or sleeps: in the first person, with a manner and without a number.
 * 2. Where a thing of the house is kept: a thing, and a place that a house has.
 * 3. On which day of every week something happens.
 */
import { speaksOfSelf } from "./speaks-of-self.js";

/** A preference, told as what one does. */
export function tellsCustom(text: string): boolean {
  if (text.length > longest) return false;
  const isEaten = consumes.test(text) && food.test(text) && manner.test(text);
  if (!(isEaten || sleeps.test(text) || rather.test(text))) return false;
  return !/\p{N}/u.test(text) && (speaksOfSelf(text) || romance.test(text));
}

/** In characters. */
const longest = 100;

/** French puts the thing first: "Mon café, je le bois noir". */
const romance =
  /(?<![\p{L}])(?:l[ao]s? (?:tomo|bebo|como|quiero|prefiero)|je l[ea]s? (?:bois|mange|prends|veux))(?![\p{L}])/iu;

const consumes =
  /(?<![\p{L}])(?:drink|have|take|eat|like|order|trinke[n]?|esse[n]?|nehme[n]?|bois|buvons|mange|mangeons|prends|prenons|bebo|bebemos|como|comemos|tomo|tomamos|пью|пьём|ем|едим|люблю|беру)(?![\p{L}])|[喝吃]/iu;
const food =
  /(?<![\p{L}])(?:coffee|tea|steak|eggs?|water|wine|beer|milk|toast|pasta|pizza|salad|soup|meat|fish|rice|bread|porridge|cereal|espresso|whisky|cocoa|burgers?|chips|potatoes|kaffee|tee|eier?|wasser|wein|bier|milch|nudeln|salat|suppe|fleisch|fisch|reis|brot|müsli|kakao|kartoffeln|café|thé|œufs?|oeufs?|eau|vin|bière|lait|pâtes|salade|soupe|viande|poisson|riz|pain|chocolat|té|huevos?|agua|vino|cerveza|leche|sopa|ensalada|carne|pescado|arroz|pan|filete|кофе|чай|стейк|яйц\p{L}+|яичниц\p{L}|вод[ауы]|вин[оа]|пиво|молоко|паст[ау]|пицц[ау]|салат|суп|мясо|рыб[ау]|рис|хлеб|каш[ау])(?![\p{L}])|咖啡|茶|牛排|鸡蛋|水|酒|奶|面|饭|汤|肉|鱼|粥|豆浆/iu;
const manner =
  /(?<![\p{L}])(?:black|white|plain|neat|raw|rare|medium|well done|with|without|no sugar|hot|cold|iced|spicy|strong|weak|sweet|unsweetened|decaf|soft|hard|boiled|fried|toasted|schwarz|pur|roh|blutig|durch(?:gebraten)?|mit|ohne|heiß|kalt|scharf|stark|schwach|süß|ungesüßt|weich|hart|noir|nature|cru|saignante?|bleue?|à point|bien cuite?|avec|sans|chaude?|froide?|glacé|fort|sucré|solo|cortado|crud[oa]|poco hech[oa]|muy hech[oa]|al punto|con|sin|caliente|frí[oa]|helado|cargado|dulce|чёрный|черный|без|с|со|горяч\p{L}+|холодн\p{L}+|крепк\p{L}+|сладк\p{L}+|слаб\p{L}+|сыр\p{L}{2})(?![\p{L}])|不?加|不?放|热的?|冰的?|淡|浓|分熟|全熟|清淡/iu;

const sleeps =
  /(?<![\p{L}])(?:(?:i|we) (?:always |usually )?sleep (?:with|without|on|in|under)|(?:schlafe|schlafen) (?:immer |meist |nur |am liebsten )?(?:bei|mit|ohne|auf|im)|(?:dors|dormons|dort) (?:toujours )?(?:la |avec|sans|sur|les )|(?:duermo|dormimos) (?:siempre )?(?:con|sin|de|en)|(?:сплю|спим) (?:с|со|без|на|при|под|только))(?![\p{L}])|睡觉(?:要|时|都|得|不|喜欢|习惯)/iu;

/** One thing instead of another, as a custom. */
const rather =
  /(?<![\p{L}])(?:(?:i|we) (?:always|usually|mostly|generally) .+ (?:rather than|instead of|not)|(?:ich|wir) .*(?:immer|meistens|meist|grundsätzlich) .+ (?:statt|anstatt|und nicht)|(?:je|on|nous) .*(?:plutôt que|plutôt qu['’]|au lieu d)|siempre .+(?:en vez de|en lugar de|antes que)|всегда .+(?:а не|вместо))(?![\p{L}])|我总是.+[,，]?(?:不|而不)|我一般.+(?:不|而不)/iu;

/** Where a thing of the house is. */
export function tellsPlace(text: string): boolean {
  if (text.length > longest || startsWithPerson.test(text) || !opensWithThing.test(text)) return false;
  return liesInChinese.test(text) || liesInRoom(text);
}

const startsWithPerson =
  /^(?:i|we|you|he|she|it|they|this|that|there|here|what|ich|wir|du|er|es|sie|hier|dort|je|tu|il|elle|nous|on|ils|elles|ça|c['’]|voici|yo|tú|él|ella|esto|eso|aquí|allí|я|мы|ты|он|она|оно|они|это|там|тут|здесь)(?![\p{L}])|^[我你他她它这那]/iu;

/** "The fuse box", "備用": a thing with its article, or a noun where a language has none. */
const opensWithThing =
  /^(?:by the way,? |übrigens,? |au fait,? |por cierto,? |кстати,? )?(?:(?:the|der|die|das|den|le|la|les|l['’]|el|los|las)\s?\p{L}|\p{Lu}\p{sc=Cyrillic}+|\p{sc=Han})/iu;

const rooms =
  "(?:drawer|cupboard|cabinet|closet|wardrobe|shelf|shelves|sofa|couch|flowerpot|pot|mat|doormat|shed|garage|cellar|basement|attic|loft|fridge|freezer|box|desk|table|stairs|staircase|kitchen|hall|hallway|bathroom|bedroom|pantry|porch|door|window|bed|bin|safe|stone|brick|boot|glove box|car park|multi-storey|level|floor|garden|balcony|carport|bag|rack|hook|" +
  "schublade|schrank|\\p{L}*schrank|regal|sofa|blumentopf|topf|matte|fußmatte|schuppen|keller|dachboden|speicher|kühlschrank|gefriertruhe|kiste|karton|schreibtisch|tisch|treppe|küche|flur|bad|schlafzimmer|speisekammer|tür|fenster|bett|tresor|stein|kofferraum|handschuhfach|parkhaus|tiefgarage|ebene|stock|garten|balkon|tasche|haken|" +
  "tiroir|placard|armoire|étagère|canapé|pot|paillasson|remise|cave|grenier|frigo|congélateur|boîte|bureau|table|escalier|cuisine|entrée|couloir|salle de bains?|chambre|cellier|porte|fenêtre|lit|coffre|pierre|boîte à gants|parking|niveau|étage|jardin|balcon|sac|crochet|" +
  "cajón|armario|estante|estantería|sofá|maceta|felpudo|cobertizo|garaje|sótano|desván|nevera|congelador|caja|escritorio|mesa|escalera|cocina|entrada|pasillo|baño|dormitorio|despensa|puerta|ventana|cama|caja fuerte|piedra|maletero|guantera|aparcamiento|planta|jardín|balcón|bolsa|gancho|" +
  "ящик\\p{L}*|шкаф\\p{L}*|полк\\p{L}+|диван\\p{L}*|горшк\\p{L}+|горшок|коврик\\p{L}*|сара\\p{L}+|гараж\\p{L}*|подвал\\p{L}*|чердак\\p{L}*|холодильник\\p{L}*|коробк\\p{L}+|стол\\p{L}*|лестниц\\p{L}+|кухн\\p{L}+|коридор\\p{L}*|прихож\\p{L}+|ванн\\p{L}+|спальн\\p{L}+|кладовк\\p{L}+|двер\\p{L}+|окн\\p{L}+|кроват\\p{L}+|сейф\\p{L}*|камн\\p{L}+|багажник\\p{L}*|бардачк\\p{L}+|парковк\\p{L}+|этаж\\p{L}*|балкон\\p{L}*|сумк\\p{L}+|крючк\\p{L}+)";

/** As far as where it is said in which place. */
const lies = [
  "(?<![\\p{L}])(?:is|are|lives?|hangs?|['’]s)(?: \\p{L}+){0,2}? (?:in|on|under|underneath|beneath|behind|above|below|beside|next to|inside|at the|by the)(?![\\p{L}])",
  "(?:ist|sind|liegt|liegen|steht|stehen|hängt|hängen|steckt)(?: \\p{L}+){0,2}? (?:im|in|auf|unter|hinter|über|neben|am|an|beim|zwischen)(?![\\p{L}])",
  "(?:est|sont|se trouve|se trouvent)(?: \\p{L}+){0,2}? (?:dans|sur|sous|derrière|au|à|aux|en|devant|contre)(?![\\p{L}])",
  "(?:está|están|queda|quedan|se guarda|se guardan)(?: \\p{L}+){0,2}? (?:en|debajo|detrás|encima|sobre|bajo|dentro|junto|al)(?![\\p{L}])",
  "(?:^|\\s)(?:(?:лежит|лежат|стоит|стоят|висит|висят|хранится|хранятся|находится) )?(?:в|во|на|под|за|над|у|возле|рядом с|около)(?![\\p{L}])",
].map((verb) => new RegExp(verb, "iu"));

const inRoom = new RegExp(`^.*(?<![\\p{L}])${rooms}(?![\\p{L}])`, "iu");
const liesInChinese =
  /^[^,，。]{2,10}(?:在|放在|停在|挂在|藏在|收在|存在).{0,12}(?:下面?|里面?|上面?|后面?|旁边|底下|抽屉|柜|层|楼|室|箱|架|[号座])/u;

/** The list of places is long: it is looked for only behind words for being somewhere. */
function liesInRoom(text: string): boolean {
  return lies.some((verb) => {
    const found = verb.exec(text);
    return found !== null && inRoom.test(text.slice(found.index + found[0].length));
  });
}

/** Something that has its day in every week. */
export function tellsRoutine(text: string): boolean {
  return text.length <= longest && !startsWithPerson.test(text) && opensWithThing.test(text) && weekly.test(text);
}

const weekly =
  /(?<![\p{L}])(?:on|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)days?(?![\p{L}])(?<=s|every \p{L}+|each \p{L}+)|(?<![\p{L}])(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s(?![\p{L}])|(?<![\p{L}])(?:le|tous les|chaque) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?(?! \p{N})(?![\p{L}])|(?<![\p{L}])(?:los|cada|todos los) (?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)(?![\p{L}])|(?<![\p{L}])по (?:понедельникам|вторникам|средам|четвергам|пятницам|субботам|воскресеньям)(?![\p{L}])|每(?:个)?(?:周|星期|礼拜)[一二三四五六日天]|^\p{sc=Han}{2,6}(?:是|在)?(?:周|星期|礼拜)[一二三四五六日天](?:来|收|送|开|打扫)?[。.]?$/iu;
