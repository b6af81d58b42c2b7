/**
 * Finds a word by its other forms. The index knows the endings of English. A text in another language
 * with Latin letters is also indexed by the stems of its words and the parts of long ones. These have a mark, so that
 * they are never mixed up with words: in English, "listen" is not "list".
 */
import { isEnglish } from "./content-words.js";
import { stripAccents } from "./letters.js";
import { rememberByText } from "./remember.js";

/** No word of a text holds it: words are letters, marks and numbers. */
const mark = "§";
/** A longer text is a document, and long enough to be found by its words. */
const mostLooked = 20_000;
/** Characters that are enough to recognise the language. */
const enoughToTell = 400;

/** Lists the stems that a text is indexed by besides its own words; none for an English text. */
export function listFormWords(text: string): readonly string[] {
  const looked = text.slice(0, mostLooked);
  if (isEnglish(looked.slice(0, enoughToTell))) return [];
  const words = new Set(stripAccents(looked).toLowerCase().match(latinWords));
  return [...new Set([...words].flatMap(makeForms))];
}

const makeForms = rememberByText(
  (word): readonly string[] => [word, ...splitCompound(word)].map((part) => mark + cutEndings(part)),
  { texts: 10_000, characters: 200_000 },
);

/** Lists other forms to search for: a word's stem in other languages, and its irregular forms in English. */
export function listSoughtForms(word: string): readonly string[] {
  return [...(latinWord.test(word) ? [mark + cutEndings(word)] : []), ...listIrregularForms(word)];
}

/** The other forms of an English word that no rule makes: bought for buy. */
export function listIrregularForms(word: string): readonly string[] {
  return irregular.get(word) ?? [];
}

const latinWords = /(?<![\p{L}\p{N}])[a-z]{4,40}(?![\p{L}\p{N}])/gu;
const latinWord = /^[a-z]{4,40}$/;

/** Shorter parts of a word are too many other words. */
export const leastPart = 5;

/** Every beginning and end that may be a word itself: Heizungsfirma is found by Heizung and by Firma. */
function splitCompound(word: string): readonly string[] {
  const places = Math.max(0, word.length - 2 * leastPart + 1);
  return Array.from({ length: places }, (_, index) => leastPart + index).flatMap((place) => [
    word.slice(0, place),
    word.slice(place),
  ]);
}

/** Of German, French and Spanish nouns and verbs, longest first. Others of the same families share many of them. */
const endings =
  "eraient erions ieron iendo innen aient erait erons eront aron ando aban ados adas idos idas amos emos imos ions ado ada aba ido ida ant ons ent ees ait ais iez ten tet ies en er em es te st in ir ar as os an ez ee is it ie e n s t a o i x".split(
    " ",
  );
/** Letters that are an ending in long words only. */
const short: ReadonlySet<string> = new Set("n s t x i it is in st te an as".split(" "));

/** A rough stem: only has to be the same for the forms of one word, and seldom for those of another. */
function cutEndings(word: string): string {
  let stem = word.replace(/eaux$/, "eau").replace(/aux$/, "al");
  if (/^ge[a-z]{4,}(?:t|en)$/.test(stem)) stem = stem.slice(2);
  for (let times = 0; times < 3; times++) {
    const ending = endings.find(
      (each) => stem.endsWith(each) && stem.length - each.length >= (short.has(each) ? 4 : 3),
    );
    if (ending === undefined) break;
    stem = stem.slice(0, -ending.length);
  }
  return stem;
}

/** The forms of one word in each line's group. */
const irregular: ReadonlyMap<string, readonly string[]> = new Map(
  (
    "buy bought,pay paid,go went gone,see saw seen,take took taken,give gave given,eat ate eaten,drink drank drunk," +
    "drive drove driven,write wrote written,speak spoke spoken,break broke broken,choose chose chosen,lose lost," +
    "find found,meet met,send sent,spend spent,sell sold,tell told,say said,teach taught,think thought,catch caught," +
    "bring brought,keep kept,sleep slept,leave left,feel felt,grow grew grown,know knew known,fly flew flown," +
    "swim swam swum,sing sang sung,begin began begun,run ran,win won,build built,hold held,hear heard,wear wore worn," +
    "steal stole stolen,fall fell fallen,get got gotten,make made,ride rode ridden,rise rose risen,forget forgot forgotten," +
    "lend lent,fight fought,seek sought,shoot shot,stick stuck,swear swore sworn,tear tore torn,throw threw thrown," +
    "wake woke woken,child children,man men,woman women,foot feet,tooth teeth,mouse mice,person people,wife wives," +
    "knife knives,life lives,leaf leaves,shelf shelves,half halves,goose geese"
  )
    .split(",")
    .map((group) => group.split(" "))
    .flatMap((group) => group.map((word) => [word, group.filter((other) => other !== word)] as const)),
);
