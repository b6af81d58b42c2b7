import { defer } from "../../text/defer.js";
import { countPhraseWords, makePhraseTable, readSpokenText, type SpokenText, splitWords } from "./spoken-words.js";
import { openingWords, politeWords } from "./word-tables.js";

const figure = /(?<![\p{L}\p{N}.,])[-+]?(?:\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\p{N}]|[.,/:-]\d)/gu;
const around = makePhraseTable(
  "about|around|roughly|approximately|approx|maybe|perhaps|only|just|exactly|make it|say|it's|it is|i think|i'd say|let's say|probably|at most|at least|up to|the|of|a|for|ungefähr|etwa|circa|ca|vielleicht|genau|nur|environ|peut-être|unos|unas|quizás|alrededor de|solo|circa|forse|uns|talvez|ongeveer|misschien|около|примерно|yaklaşık|belki|大约|约|約|약",
);
/** Words that change the figure, so that the answer keeps its own words. */
const scale =
  /^(?:k|m|mn|mio|mrd|bn|hundred|thousand|million|millions|billion|dozen|tausend|hundert|mille|mil|тысяч|миллион|bin|milyon|万|億|亿|만|억)$/;
const loadNumberNames = defer(
  (): ReadonlyMap<string, number> =>
    new Map(
      [
        "zero none one two three four five six seven eight nine ten eleven twelve",
        "null keine eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "zéro aucun un deux trois quatre cinq six sept huit neuf dix onze douze",
        "cero ninguno uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
      ].flatMap((line) => line.split(" ").map((word, place) => [splitWords(word)[0] ?? "", Math.max(0, place - 1)])),
    ),
);

/** A single number with at most one other word, its unit, after it. */
export function readNumber(said: SpokenText): string | null {
  if (said.question) return null;
  const matches = [...said.plain.matchAll(figure)];
  const [match] = matches;
  if (match === undefined) return readNamedNumber(said);
  if (matches.length > 1) return null;
  const before = readSpokenText(said.plain.slice(0, match.index));
  const rest = readSpokenText(said.plain.slice(match.index + match[0].length));
  const units = listTellingWords(rest);
  if (listTellingWords(before).length > 0 || units.length > 1) return null;
  const [unit] = units;
  return unit !== undefined && scale.test(unit) ? said.plain.trim() : normaliseFigure(match[0]);
}

function readNamedNumber(said: SpokenText): string | null {
  const [number, ...units] = listTellingWords(said);
  const value = number === undefined ? undefined : loadNumberNames().get(number);
  if (value === undefined || units.length > 1) return null;
  return units[0] !== undefined && scale.test(units[0]) ? said.plain.trim() : String(value);
}

/** Leaves out polite and cautious words. */
function listTellingWords({ words }: SpokenText): readonly string[] {
  const left: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = Math.max(...[around, politeWords, openingWords].map((known) => countPhraseWords(words, at, known)));
    const word = words[at]?.word;
    if (length === 0 && word !== undefined) left.push(word);
    at += Math.max(1, length);
  }
  return left;
}

/** Groups of three digits after a mark are thousands, except after a single zero. */
function normaliseFigure(raw: string): string {
  const [whole = "", part] = /^[-+]?0[.,]/.test(raw) ? raw.split(/[.,]/) : splitFigure(raw);
  const digits = whole.replace(/[ ,.'+]/g, "");
  return part === undefined ? digits : `${digits}.${part}`;
}

function splitFigure(raw: string): readonly string[] {
  const grouped = /^([-+]?\d{1,3}(?:([ ,.'])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/.exec(raw);
  if (grouped !== null) return [grouped[1] ?? "", ...(grouped[3] === undefined ? [] : [grouped[3]])];
  return raw.split(/[.,]/);
}
