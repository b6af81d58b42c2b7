/** What a sentence is about, apart from the values that it gives and from words that every other sentence has. */
import { makeMatchers } from "../../summary/rules/phrases.js";
import { foldWord, listContentWords } from "../../text/content-words.js";
import { rememberByText } from "../../text/remember.js";
import { cues } from "../learn/learn-cues.js";
import { tellsPlace } from "../learn/read-habit.js";
import { shortenWord } from "../learn/shorten-word.js";
import { turnCues } from "../learn/turn-cues.js";
import { valueTables } from "./value-tables.js";

const tables = makeMatchers(valueTables);
const sorts = ["number", "weekday", "school", "language", "way"] as const;
type Sort = (typeof sorts)[number] | "place";

export interface Telling {
  /** In their order. */
  readonly words: readonly string[];
  /** What the words begin with: without a common one, two sentences have no word in common. */
  readonly heads: ReadonlySet<string>;
  readonly values: ReadonlyMap<Sort, ReadonlySet<string>>;
  /** Where somebody lives or works, if it tells that of anybody. */
  readonly matters: ReadonlySet<string>;
  /** Of whose family it tells. */
  readonly kin: ReadonlySet<string>;
  /** Words with a large letter within the sentence: names, and in German every noun. */
  readonly names: readonly string[];
}

export const readTelling = rememberByText(
  (text: string): Telling => ({
    ...headWords(listWords(text)),
    values: readValues(text),
    matters: new Set([...listKnown(matters, text), ...(tellsPlace(text) || stows.test(text) ? ["place"] : [])]),
    kin: listKnown(kin, text),
    names: listWords((text.match(namePattern) ?? []).join(" ")),
  }),
  { texts: 4_000, characters: 500_000 },
);

function headWords(words: readonly string[]): Pick<Telling, "words" | "heads"> {
  return { words, heads: new Set(words.map((word) => word.slice(0, 3))) };
}

const valued = sorts.filter((sort) => sort !== "school" && sort !== "way").map((sort) => tables[sort]);
const idle = [...valued, tables.idle, turnCues.over, turnCues.became, turnCues.shifted, turnCues.parted, cues.change];

function listWords(text: string): readonly string[] {
  const bare = [...idle, cues.filler, cues.mine, cues.ours].reduce((rest, cue) => cue.blankedIn(rest), text);
  const rest = bare.replace(hanNumbers, (found) => " ".repeat(found.length));
  const words = listContentWords(rest).map(({ stem, start, end }) =>
    /\p{sc=Han}/u.test(stem) ? stem : shortenWord(foldWord(rest.slice(start, end))),
  );
  return [...new Set(words)].filter((word) => !/^\p{N}+$/u.test(word));
}

/** Where a sentence begins, the first letter is always large. */
const namePattern = /(?<=[\p{L}\p{N}%€£$,:;)»”]\s[«„“"]?|(?:Dr|Mr|Mrs|Ms|St)\.\s)\p{Lu}\p{L}+/gu;

const hanNumbers = /[一二三四五六七八九十百千万两几]+/gu;

function readValues(text: string): Telling["values"] {
  const found = new Map<Sort, ReadonlySet<string>>();
  for (const sort of sorts) {
    const told = tables[sort].spansIn(text).map(({ start, end }) => foldWord(text.slice(start, end)).slice(0, 6));
    const figures = sort === "number" ? listFigures(tables.weekday.blankedIn(text)) : [];
    if (told.length + figures.length > 0) found.set(sort, new Set([...told, ...figures]));
  }
  return found;
}

function listFigures(text: string): readonly string[] {
  return (text.match(/\p{N}+(?:[:.,]\p{N}+)*|[一二三四五六七八九十百千万两]+(?=.)/gu) ?? []).map((figure) => figure);
}

const matters: readonly (readonly [string, RegExp])[] = [
  [
    "home",
    /(?<![\p{L}])(?:lives?|living|moved (?:back |away |in |over |out )?(?:to|into|in)|wohn(?:e|t|en)|leb(?:e|t|en)|gezogen|umgezogen|habit(?:e|es|ons|ent)|vit|vivent|déménagée?s?|partie?s? (?:à|en|au|vivre)|viv(?:e|o|en|imos)|mudado|mud[óéa]\p{L}*|ido a (?:vivir|una?|la)|trasladad[oa]|жив[её]т|живут|живу|живём|переехал[аи]?|перебрал\p{L}+)(?![\p{L}])|住|搬/iu,
  ],
  [
    "work",
    /(?<![\p{L}])(?:works?|working|jobs?|arbeite[tn]?|stelle|travaille(?:nt)?|poste|emploi|boulot|trabaj[oa]n?|empleo|работа(?:ет|ют|ю|у)|устроил\p{L}+)(?![\p{L}])|工作|上班|当[^天时然]/iu,
  ],
];

/** Puts something elsewhere. */
const stows =
  /(?<![\p{L}])(?:moved|put|keep|keeping|store|hung|gelegt|gestellt|gehängt|geräumt|verstaut|aufbewahr\p{L}+|mis|mise|rangée?s?|déplacée?s?|guard\p{L}+|puesto|movido|pasado|cambiado|перелож\p{L}+|перестав\p{L}+|перевес\p{L}+|убрал\p{L}?|полож\p{L}+|храним|хранится)(?![\p{L}])|[放挪移搬挂收](?:到|在|进)/iu;

/** In languages that tell men from women by an ending, two of a family are nearly one word. */
const kin: readonly (readonly [string, RegExp])[] = [
  ["brother", /(?<![\p{L}])(?:brothers?|br[uü]der|frères?|hermanos?|брат\p{L}{0,3})(?![\p{L}])|[哥弟]/iu],
  ["sister", /(?<![\p{L}])(?:sisters?|schwestern?|sœurs?|soeurs?|hermanas?|сестр\p{L}{1,3})(?![\p{L}])|[姐妹]/iu],
  ["son", /(?<![\p{L}])(?:sons?|sohn|söhne|fils|hijos?|сын\p{L}{0,3})(?![\p{L}])|儿子/iu],
  ["daughter", /(?<![\p{L}])(?:daughters?|tochter|töchter|filles?|hijas?|доч\p{L}{1,4})(?![\p{L}])|女儿/iu],
  [
    "mother",
    /(?<![\p{L}])(?:mother|mum|mom|mutter|mama|mutti|mère|maman|madre|mamá|мам\p{L}|мать|матер\p{L})(?![\p{L}])|[妈母]/iu,
  ],
  ["father", /(?<![\p{L}])(?:father|dad|vater|papa|vati|père|padre|papá|пап[аыеу]|отец|отц\p{L})(?![\p{L}])|[爸父]/iu],
  ["nephew", /(?<![\p{L}])(?:nephew|neffen?|neveu|sobrino|племянник\p{L}{0,2})(?![\p{L}])|侄子|外甥(?!女)/iu],
  ["niece", /(?<![\p{L}])(?:niece|nichte|nièce|sobrina|племянниц\p{L})(?![\p{L}])|侄女|外甥女/iu],
  ["uncle", /(?<![\p{L}])(?:uncle|onkel|oncle|tío|дяд\p{L})(?![\p{L}])|[叔舅伯]/iu],
  ["aunt", /(?<![\p{L}])(?:aunt|tante|tía|т[её]т\p{L})(?![\p{L}])|[姑姨]/iu],
  ["husband", /(?<![\p{L}])(?:husband|ehemann|mann|mari|marido|муж\p{L}{0,2})(?![\p{L}])|丈夫|老公/iu],
  ["wife", /(?<![\p{L}])(?:wife|ehefrau|épouse|esposa|mujer|жен[аыеу])(?![\p{L}])|妻子|老婆|太太/iu],
];

function listKnown(known: readonly (readonly [string, RegExp])[], text: string): ReadonlySet<string> {
  return new Set(known.filter(([, words]) => words.test(text)).map(([name]) => name));
}
