/** Splits a message into the pieces that one language knows. */
import { defer } from "../../text/defer.js";
import { stripAccents } from "../../text/letters.js";
import type { AnswerLanguage } from "./languages/answer-language.js";
import { commonNo } from "./no-words.js";
import { restatesQuestion } from "./restated-question.js";
import { isUnspaced, splitUnspaced } from "./split-unspaced.js";
import {
  countPhraseWords,
  joinWords,
  listWritten,
  longestPhrase,
  makeAccentedTable,
  type PhraseTable,
  type SpokenWord,
  splitWords,
} from "./spoken-words.js";
import { shortenStretched } from "./stretched-words.js";
import type { Piece, PieceKind } from "./weigh-pieces.js";
import { commonPolite } from "./word-tables.js";
import { commonWeakYes, commonYes } from "./yes-words.js";

interface LanguageTables {
  /** What a piece may be. Of two readings the longer counts, then the earlier of this list. */
  readonly pieces: readonly (readonly [PieceKind, PhraseTable])[];
  readonly strengthening: PhraseTable;
  readonly forbidding: PhraseTable;
  /** The words with which a phrase begins. */
  readonly starts: ReadonlySet<string>;
  /** What may be stretched: "nooo". */
  readonly plainest: PhraseTable;
  /** Thanks and a "now" behind the question's own words. */
  readonly closing: readonly PhraseTable[];
}

const loaded = new Map<AnswerLanguage, () => LanguageTables>();

function loadTables(language: AnswerLanguage): LanguageTables {
  const known = loaded.get(language) ?? defer(() => makeTables(language));
  loaded.set(language, known);
  return known();
}

function makeTables(language: AnswerLanguage): LanguageTables {
  const make = (...lines: readonly string[]) => makeAccentedTable(language.accents, ...lines);
  const [please, thanks, immediate] = [
    make(language.please, commonPolite),
    make(language.thanks),
    make(language.immediate),
  ];
  const strengthening = make(language.strengthening);
  return {
    pieces: [
      ["neither", make(language.neither)],
      ["no", make(language.no, commonNo)],
      ["letting-go", make(language.lettingGo ?? "")],
      ["plain-yes", make(language.plainYes)],
      ["yes", make(language.yes, commonYes)],
      ["alone-yes", make(language.aloneYes)],
      ["weak-yes", make(language.weakYes, commonWeakYes)],
      ["negating", make(language.negating)],
      ["contrast", make(language.contrast)],
      ["actually", make(language.actually ?? "")],
      ["please", please],
      ["thanks", thanks],
      ["sorry", make(language.sorry)],
      ["opening", make(language.opening)],
      ["praise", make(language.praise)],
      ["strengthening", strengthening],
      ["immediate", immediate],
      ["joining", make(language.joining)],
    ],
    strengthening,
    starts: new Set([language, ...common].flatMap((each) => Object.values(each).flatMap(listFirstWords))),
    forbidding: make(language.forbidding),
    plainest: make(language.plainYes, language.no),
    closing: [please, thanks, immediate],
  };
}

const common = [{ commonNo, commonPolite, commonWeakYes, commonYes }];

function listFirstWords(phrases: string | RegExp): readonly string[] {
  if (typeof phrases !== "string") return [];
  return listWritten(phrases).map((phrase) => stripAccents(phrase.split(" ", 1)[0] ?? ""));
}

/** All of the words as pieces; null if one of them is none. A question that was repeated is one too. */
export function splitPieces(
  spoken: readonly SpokenWord[],
  about: string,
  language: AnswerLanguage,
): readonly Piece[] | null {
  const tables = loadTables(language);
  // Most languages know not even the first word.
  if (
    !isUnspaced(spoken[0]) &&
    !tables.starts.has(shortenStretched(spoken.slice(0, 1), tables.plainest)[0]?.word ?? "")
  )
    return null;
  const each = tables.pieces.map(([, table]) => table);
  const words = shortenStretched(splitUnspaced(spoken, each), tables.plainest);
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    const last = findTailPiece(words, at, about, language);
    if (last !== null) return [...pieces, last];
    const { kind, length } = findPiece(words, at, tables);
    const found = words.slice(at, at + length);
    if (length === 0 || (kind === "letting-go" && isOffered(found, about))) return null;
    const run = joinWords(found, "word");
    const strengthens = tables.strengthening.has(run, joinWords(found, "written"));
    pieces.push({ kind, pause: found.at(-1)?.pause === true, strengthens, words: run });
    at += length;
  }
  return pieces;
}

function findPiece(
  words: readonly SpokenWord[],
  at: number,
  { pieces, starts }: LanguageTables,
): { readonly kind: PieceKind; readonly length: number } {
  if (!starts.has(words[at]?.word ?? "")) return { kind: "neither", length: 0 };
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
    const run = words.slice(at, at + length);
    const [word, written] = [joinWords(run, "word"), joinWords(run, "written")];
    const found = pieces.find(
      ([kind, table]) => table.has(word, written) && !(kind === "no" && isTornApart(run, pieces)),
    );
    if (found !== undefined) return { kind: found[0], length };
  }
  return { kind: "neither", length: 0 };
}

/** "Không được" refuses; "không, được" is a no and a yes. */
function isTornApart(words: readonly SpokenWord[], pieces: LanguageTables["pieces"]): boolean {
  const pause = words.findIndex((word, index) => word.pause && index < words.length - 1);
  const agreeing = pieces.filter(([kind]) => /yes$/.test(kind));
  return pause >= 0 && agreeing.some(([, table]) => countPhraseWords(words, pause + 1, table) > 0);
}

/** "Leave it" is a no, but not where the question is whether to leave something. */
function isOffered(words: readonly SpokenWord[], about: string): boolean {
  const own = new Set(splitWords(about));
  return words.some(({ word }) => word.length > 2 && own.has(word));
}

/** The rest of the message, if it repeats the question after a yes or a "don't", or gives a reason after a no. */
function findTailPiece(
  words: readonly SpokenWord[],
  at: number,
  about: string,
  language: AnswerLanguage,
): Piece | null {
  const tables = loadTables(language);
  const forbidden = countPhraseWords(words, at, tables.forbidding);
  if (at === 0 && forbidden === 0) return null;
  const end = dropClosing(words, at, tables.closing);
  const made = (kind: PieceKind): Piece => ({ kind, pause: true, strengthens: false, words: "" });
  if (findPiece(words, at, tables).length >= end - at) return null;
  if (forbidden > 0 && words[at + forbidden - 1]?.pause === false) {
    if (restatesQuestion(words.slice(at + forbidden, end), about, language)) return made("no");
  }
  if (at > 0 && restatesQuestion(words.slice(at, end), about, language)) return made("restated");
  return isTooMuch(words.slice(at, end)) ? made("too-much") : null;
}

/** Where the words end before thanks and a "now". */
function dropClosing(words: readonly SpokenWord[], from: number, closing: readonly PhraseTable[]): number {
  let end = words.length;
  for (let at = end - 1; at > from; at--) {
    const rest = words.slice(at, end);
    if (closing.some((table) => countPhraseWords(rest, 0, table) === rest.length)) end = at;
  }
  return end;
}

const tooMuch =
  /^(?:that's|that is|thats|it's|it is|its|das ist|es ist|ist|c'est|es|eso es|está|è|é|isso é|dat is|het is|это|bu)? ?(?:too|zu|trop|demasiado|troppo|muito|te|слишком|çok|cok) [\p{L}\p{M}]+$/u;

function isTooMuch(words: readonly SpokenWord[]): boolean {
  return words.length < 5 && tooMuch.test(joinWords(words, "word"));
}
