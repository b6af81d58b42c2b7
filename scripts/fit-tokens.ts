import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { holdsEveryBit } from "@clewline/text/tokens/known-words.js";
import { decode, encode } from "gpt-tokenizer/encoding/o200k_base";

/** The letters that one letter-pair model distinguishes. Any other letter of the script counts as "other". */
interface Alphabet {
  readonly name: string;
  readonly letters: string;
  readonly script: RegExp;
  /** How much worse an estimate that is too low is than one that is too high. */
  readonly underWeight: number;
}

/** A piece of text as the tokenizer cuts it, its exact tokens, and its weight in the fit. */
interface Piece {
  readonly text: string;
  readonly tokens: number;
  readonly weight: number;
}

type Weights = ReadonlyMap<string, number>;

const latin: Alphabet = {
  name: "latin",
  letters: "abcdefghijklmnopqrstuvwxyz",
  script: /\p{Script=Latin}/u,
  underWeight: 1.6,
};
const cyrillic: Alphabet = {
  name: "cyrillic",
  letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєј",
  script: /\p{Script=Cyrillic}/u,
  underWeight: 1.2,
};
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const marks = "\t!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const step = 0.04;
const lowest = -0.9;
const packages = "node_modules";
const vocabulary = Array.from({ length: 199_998 }, (_, id) => textOf(id));
const knownWords = new Set([
  ...wordsAmong(vocabulary.slice(0, 80_000), /^ [a-z]{5,}$/i),
  ...wordsAmong(vocabulary, /^ [а-я]{5,}$/i),
]);
const bitsPerWord = 7;
/** Lists of paths repeat the same few words, so an error about one of them adds up. */
const slashMargin = 0.2;
/** Prose has fewer rare Vietnamese words than lists of names, so the fit overstates this one. */
const vietnameseAccent = 0.2;

/** Fits the tables of packages/text/src/tokens to o200k, on text from the installed development packages. */
function fitTokens(): void {
  const sources = [...messages(), ...names(), ...packageFiles(), ...randomStrings()];
  const tables = [latin, cyrillic].map((alphabet) => {
    const pieces = sources.flatMap(({ text, weight }) => piecesOf(text, weight, alphabet));
    return tableOf(alphabet, fitCosts(pieces, alphabet));
  });
  writeFileSync("packages/text/src/tokens/letter-pairs.ts", [header, ...tables].join("\n"));
  writeFileSync("packages/text/src/tokens/known-characters.ts", knownCharacters());
  writeFileSync("packages/text/src/tokens/known-word-bits.ts", knownWordBits());
}

interface Sample {
  readonly text: string;
  readonly weight: number;
}

/** The compiler's messages, in thirteen languages. */
function messages(): Sample[] {
  const lib = join(packages, "typescript/lib");
  return readdirSync(lib, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const file = readFileSync(join(lib, name, "diagnosticMessages.generated.json"), "utf8");
      return { text: Object.values(JSON.parse(file) as Record<string, string>).join("\n"), weight: 1 };
    });
}

const locales =
  "af az be bg bs ca cs cy da de en es et eu fi fil fr ga gl ha hr hu id ig is it jv kk ky lt lv mk mn ms mt nl no pl pt " +
  "ro ru sk sl so sq sr sr-Latn sv sw tg tk tr uk uz vi xh yo zu";

/** The runtime's names of places, languages and currencies, in many languages. */
function names(): Sample[] {
  const capitals = [...latin.letters.toUpperCase()];
  const pairs = capitals.flatMap((first) => capitals.map((second) => first + second));
  return locales.split(" ").map((locale) => {
    const named = (type: "region" | "language" | "currency") =>
      new Intl.DisplayNames([locale], { type, fallback: "none" });
    const region = named("region");
    const language = named("language");
    const currency = named("currency");
    const found = pairs.flatMap((pair) => [
      region.of(pair),
      language.of(pair.toLowerCase()),
      ...capitals.map((third) => currency.of(pair + third)),
    ]);
    return { text: found.filter((name) => name !== undefined).join(",\n "), weight: locale === "vi" ? 1 : 0.2 };
  });
}

const fileKinds: Readonly<Record<string, number>> = { md: 3, ts: 1, js: 1, json: 1, map: 0.7, cpp: 0.5, yml: 0.3 };

/** Files of the installed packages: documentation, code, JSON and source maps. */
function packageFiles(): Sample[] {
  const files = readdirSync(packages, { recursive: true, encoding: "utf8" })
    .filter((file) => !/gpt-tokenizer|typescript\/lib|zod\/.*locales/.test(file))
    .sort();
  return Object.entries(fileKinds).map(([kind, weight]) => {
    const all = files.filter((file) => file.endsWith(`.${kind}`));
    const chosen = all.filter((_, index) => index % Math.ceil(all.length / 120) === 0);
    const text = chosen.map((file) => readFileSync(join(packages, file), "utf8").slice(0, 10_000)).join("\n");
    return { text, weight };
  });
}

/** Meaningless strings: base64, hexadecimal, ids in one case. */
function randomStrings(): Sample[] {
  const lower = latin.letters;
  const alphabets = [
    `${lower}${lower.toUpperCase()}0123456789+/`,
    "0123456789abcdef",
    "0123456789ABCDEF",
    lower,
    `${lower}0123456789`,
    `${lower.toUpperCase()}234567`,
  ];
  let state = 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  return alphabets.map((alphabet, index) => {
    const string = () => Array.from({ length: 8 + next(40) }, () => alphabet[next(alphabet.length)]).join("");
    return { text: Array.from({ length: 2000 }, string).join(" "), weight: index === 0 || index === 3 ? 2.5 : 1 };
  });
}

const contraction = "(?:'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
const word = new RegExp(
  `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+${contraction}` +
    `|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+${contraction}`,
  "gu",
);

function piecesOf(text: string, weight: number, { script }: Alphabet): Piece[] {
  const counts = new Map<string, number>();
  for (const [piece] of text.matchAll(word)) {
    if (piece.length > 60 || !script.test(piece) || /(\p{L})\1\1/iu.test(piece)) continue;
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  const weighed = [...counts].map(([piece, count]) => ({ piece, mass: count ** 0.75 }));
  const total = weighed.reduce((sum, { mass }) => sum + mass, 0);
  return weighed.map(({ piece, mass }) => ({
    text: piece,
    tokens: encode(piece).length,
    weight: (weight * mass) / total,
  }));
}

/** The features of a word: how it begins, then whether it is known, or else its letter pairs and its spelling. */
function featuresOf(piece: string, alphabet: Alphabet): Map<string, number> {
  const first = piece[0] ?? "";
  const lead = /\p{L}|\p{M}/u.test(first) ? "" : first;
  const bare = piece.slice(lead.length).replace(/(?<=.)'(?:[sdmt]|ll|ve|re)$/i, "");
  const capitals = bare.replace(/\P{Lu}/gu, "").length;
  const kind = kindOf(bare, capitals);
  const known = kind === "known " || kind === "shouted ";
  const features = known ? new Map([[`${kind}base`, 1]]) : spellingOf(bare, alphabet);
  if (lead === "") features.set(`${kind}unspaced`, 1);
  else if (lead !== " ") features.set(`${kind}lead ${lead < "\u007f" ? lead : "other"}`, 1);
  if (lead.length + bare.length < piece.length) features.set("contraction", 1);
  if (!known && capitals > 1) features.set("capital", capitals - 1);
  if (!known && capitals > 1 && capitals < bare.length) features.set("mixed", 1);
  return features;
}

function kindOf(bare: string, capitals: number): string {
  const small = bare.toLowerCase();
  if (capitals < 2 && (knownWords.has(bare) || knownWords.has(small))) return "known ";
  if (capitals === bare.length && knownWords.has(small)) return "shouted ";
  return bare.length < 5 ? "short " : "";
}

function spellingOf(bare: string, { letters }: Alphabet): Map<string, number> {
  const features = new Map([[bare.length < 5 ? "short base" : "base", 1]]);
  const add = (name: string) => features.set(name, (features.get(name) ?? 0) + 1);
  let previous = "^";
  for (const letter of bare) {
    const plain = letters.includes(letter.toLowerCase()) ? letter.toLowerCase() : baseOf(letter);
    const known = letters.includes(plain) ? plain : "~";
    if (letters.startsWith("a") && letter > "\u007f") add(accentOf(letter));
    if (features.has("accent vietnamese")) features.set("accent vietnamese", 1);
    add(`pair ${previous}${known}`);
    add(`letter ${known}`);
    previous = known;
  }
  add(`pair ${previous}^`);
  return features;
}

function baseOf(letter: string): string {
  return letter.toLowerCase().normalize("NFD")[0] ?? letter;
}

function accentOf(letter: string): string {
  if (letter < "\u0180") return "accent";
  return (letter >= "\u1e00" && letter < "\u1f00") || /[ơư]/i.test(letter) ? "accent vietnamese" : "accent other";
}

/** Asymmetric least squares on max(1, sum of the features' costs), by gradient descent with slight shrinkage. */
function fitCosts(pieces: readonly Piece[], alphabet: Alphabet): Weights {
  const index = new Map<string, number>();
  const rows = pieces.map(({ text }) =>
    [...featuresOf(text, alphabet)].map(([name, value]) => {
      const at = index.get(name) ?? index.size;
      index.set(name, at);
      return [at, value] as const;
    }),
  );
  const mass = pieces.reduce((sum, { weight }) => sum + weight, 0);
  const costs = new Float64Array(index.size);
  const slope = new Float64Array(index.size);
  const spread = new Float64Array(index.size);
  const rounds = 1200;
  for (let round = 1; round <= rounds; round += 1) {
    const gradient = costs.map((cost) => cost * 1e-6);
    for (const [at, row] of rows.entries()) {
      const { tokens, weight } = pieces[at] ?? { tokens: 1, weight: 0 };
      const sum = row.reduce((total, [feature, value]) => total + (costs[feature] ?? 0) * value, 0);
      if (sum <= 1 && tokens === 1) continue;
      const error = ((sum - tokens) * (sum < tokens ? alphabet.underWeight : 1) * weight) / mass;
      for (const [feature, value] of row) gradient[feature] = (gradient[feature] ?? 0) + error * value;
    }
    const pace = round < rounds * 0.6 ? 0.02 : 0.004;
    for (let at = 0; at < costs.length; at += 1) {
      const push = gradient[at] ?? 0;
      slope[at] = 0.9 * (slope[at] ?? 0) + 0.1 * push;
      spread[at] = 0.999 * (spread[at] ?? 0) + 0.001 * push * push;
      const scaled = (slope[at] ?? 0) / (1 - 0.9 ** round);
      const size = Math.sqrt((spread[at] ?? 0) / (1 - 0.999 ** round)) + 1e-9;
      costs[at] = (costs[at] ?? 0) - (pace * scaled) / size;
    }
  }
  return new Map([...index].map(([name, at]) => [name, costs[at] ?? 0]));
}

const header = `/**
 * What a word costs, letter pair by letter pair. Written by scripts/fit-tokens.ts; do not edit.
 * A row is the letter before, a column the letter after; the first of both is the edge of the word, the last is any
 * letter not in the alphabet. One digit in base 64 is a cost of ${lowest} tokens plus ${step} for each unit.
 */
export interface LetterPairs {
  readonly letters: string;
  readonly rows: readonly string[];
  /** Words that are tokens of their own, these in capitals, other words of up to four letters, and longer ones. */
  readonly known: WordStart;
  readonly shouted: WordStart;
  readonly short: WordStart;
  readonly long: WordStart;
  readonly contraction: number;
  /** More for each capital after the first, and once more when small letters follow them. */
  readonly capital: number;
  readonly mixed: number;
  /** More for a letter with a mark: of Western and Central Europe, of Vietnamese (once a word), any other. */
  readonly accents: readonly [european: number, vietnamese: number, other: number];
}

/** What the beginning of a word costs. */
export interface WordStart {
  /** After a space, before the letters are added. */
  readonly base: number;
  /** More right after a digit, a line break or another word. */
  readonly unspaced: number;
  /** More with one of the lead marks right in front, a digit for each; and with any other mark. */
  readonly marks: string;
  readonly otherMark: number;
}

export const leadMarks = ${JSON.stringify(marks)};
export const pairDigits = ${JSON.stringify(digits)};
export const pairStep = ${step};
export const pairLowest = ${lowest};
`;

function tableOf({ name, letters }: Alphabet, weights: Weights): string {
  const cost = (feature: string) => Number((weights.get(feature) ?? 0).toFixed(2));
  const columns = [..."^", ...letters, "~"];
  const rows = columns.map((before) => columns.map((after) => digitOf(weights, before, after)).join(""));
  return `export const ${name}: LetterPairs = {
  letters: ${JSON.stringify(letters)},
  rows: [
${rows.map((row) => `    ${JSON.stringify(row)},`).join("\n")}
  ],
  known: ${startOf(weights, "known ")},
  shouted: ${startOf(weights, "shouted ")},
  short: ${startOf(weights, "short ")},
  long: ${startOf(weights, "")},
  contraction: ${cost("contraction")},
  capital: ${cost("capital")},
  mixed: ${cost("mixed")},
  accents: [${cost("accent")}, ${vietnameseAccent}, ${cost("accent other")}],
};
`;
}

function startOf(weights: Weights, kind: string): string {
  const cost = (feature: string) => Number((weights.get(kind + feature) ?? 0).toFixed(2));
  const otherMark = cost("lead other") || 1.1;
  const markCost = (mark: string) =>
    (weights.get(`${kind}lead ${mark}`) ?? otherMark) + (mark === "/" ? slashMargin : 0);
  const costs = [...marks].map((mark) => digitAt(markCost(mark))).join("");
  return `{ base: ${cost("base")}, unspaced: ${cost("unspaced")}, marks: "${costs}", otherMark: ${otherMark} }`;
}

function digitOf(weights: Weights, before: string, after: string): string {
  const pair = weights.get(`pair ${before}${after}`);
  const letter = after === "^" ? 0 : (weights.get(`letter ${after}`) ?? 0.5);
  const unseen = before === "^" || after === "^" ? 0 : 0.2;
  return digitAt((pair ?? unseen) + letter);
}

function digitAt(cost: number): string {
  const unit = Math.round((cost - lowest) / step);
  return digits[Math.max(0, Math.min(digits.length - 1, unit))] ?? "0";
}

/** Han and Hangul characters that are one token each; frequent Han characters are also in several longer tokens. */
function knownCharacters(): string {
  const han = vocabulary.filter((token) => /^[\u4e00-\u9fff]+$/.test(token));
  const known = han.filter((token) => token.length === 1).sort();
  const longer = han.filter((token) => token.length > 1);
  const isFrequent = (character: string) => longer.filter((token) => token.includes(character)).length >= 3;
  const hangul = vocabulary.filter((token) => /^[\uac00-\ud7a3]$/.test(token)).sort();
  const line = (name: string, characters: readonly string[]) => `export const ${name} =\n  "${characters.join("")}";\n`;
  return [
    "/** Characters that cost less than others of their script. Written by scripts/fit-tokens.ts; do not edit. */\n",
    line("frequentHan", known.filter(isFrequent)),
    line(
      "knownHan",
      known.filter((character) => !isFrequent(character)),
    ),
    line("knownHangul", hangul),
  ].join("");
}

/** A Bloom filter of the known words, six bits per digit. */
function knownWordBits(): string {
  const bits = new Uint8Array(Math.ceil((knownWords.size * bitsPerWord) / 6));
  const set = (bit: number) => {
    const at = Math.floor(bit / 6);
    bits[at] = (bits[at] ?? 0) | (1 << (bit % 6));
    return true;
  };
  const filter = { size: bits.length * 6, test: set };
  for (const known of knownWords) holdsEveryBit(filter, { text: known, start: 0, end: known.length }, false);
  const text = Array.from(bits, (value) => digits[value]).join("");
  return [
    "/** Which words are tokens of their own. Written by scripts/fit-tokens.ts; do not edit. */\n",
    `export const knownWordBits =\n  "${text}";\n\n`,
    `export const bitDigits = ${JSON.stringify(digits)};\n`,
  ].join("");
}

/** Words in lower case; capitalised words only if they are never written in lower case. */
function wordsAmong(tokens: readonly string[], shape: RegExp): string[] {
  const words = new Set(tokens.filter((token) => shape.test(token)).map((token) => token.trim()));
  return [...words].filter((known) => !words.has(known.toLowerCase()) || known === known.toLowerCase());
}

/** Special tokens and parts of characters have no text of their own. */
function textOf(id: number): string {
  try {
    return decode([id]);
  } catch {
    return "";
  }
}

fitTokens();
