/**
 * Removes secrets from text that is about to be stored a second time.
 *
 * 1. A mark names the kind of the secret and contains nothing of it.
 * 2. No kind matches inside a mark or across it, so redacting twice changes nothing.
 * 3. The time is in proportion to the text's length, whatever the text.
 */
import { rememberByText } from "@clewline/text/remember.js";
import { addresses } from "./addresses.js";
import { commandLines } from "./commands.js";
import { foldCase } from "./fold-case.js";
import type { Family, Finder, Kind } from "./kind.js";
import { hideValues, isWorthKnowing } from "./known-secrets.js";
import { headers, keyNames, labelledKeys, labelledPasswords } from "./labelled.js";
import { nearKeys } from "./near-keys.js";
import { mayMark, neighbours } from "./neighbours.js";
import { accountFiles, givenArguments, listedPasswords, printedSecrets } from "./places.js";
import { privateKeys } from "./private-keys.js";
import { findPlace, forgetPlaces } from "./scan.js";
import { besideKeys, serviceKeys } from "./service-keys.js";
import { listedKeys, recoveryCodes, structuredKeys, structuredPasswords } from "./structured.js";
import { columns } from "./tables.js";
import { hasCue } from "./told/cues.js";
import { mayTellPhrase, toldPhrases } from "./told/phrases.js";
import { toldValues } from "./told/told-values.js";
import { besideMail, toldAccounts, toldKeys, toldLogins, toldPasswords, toldWords } from "./told-secrets.js";
import { hasSecretWord } from "./words.js";

/** In this order: secrets with a shape of their own are named by it, and labels match the rest. */
const families = [
  privateKeys,
  besideKeys,
  serviceKeys,
  addresses,
  commandLines,
  toldPhrases,
  headers,
  columns,
  listedKeys,
  recoveryCodes,
  structuredPasswords,
  neighbours,
  labelledPasswords,
  structuredKeys,
  labelledKeys,
  keyNames,
  toldPasswords,
  toldAccounts,
  toldLogins,
  toldWords,
  besideMail,
  accountFiles,
  givenArguments,
  listedPasswords,
  printedSecrets,
  toldKeys,
  nearKeys,
  toldValues,
].map((family: Family | Finder) =>
  "find" in family
    ? family
    : { ...family, kinds: family.kinds.map((kind) => ({ ...kind, pattern: foldCase(kind.pattern) })) },
);

const names = [
  ...new Set(
    families.flatMap((family) =>
      "find" in family ? family.names : family.kinds.flatMap((kind) => [kind.name, ...(kind.names ?? [])]),
    ),
  ),
];
const opening = "[redacted: ";
const marks = new RegExp(`(\\[redacted: (?:${names.join("|")})\\])`);

/** A redaction may expose another secret beside it; only a contrived text needs more passes. */
const mostPasses = 8;

/** Replaces each secret by a mark such as `[redacted: aws key]`. */
export function redactSecrets(text: string): string {
  return splitSecrets(text).clean;
}

const endsInMark = new RegExp(`${marks.source}[^\\p{L}\\p{N}]*(?:\\p{L}+[^\\p{L}\\p{N}]*){0,1}$`, "u");

/** Whether a clean text only says that there was a secret: "the wifi password is [redacted: password]". */
export function tellsOnlySecret(clean: string): boolean {
  return clean.length < 200 && clean.includes(opening) && endsInMark.test(clean);
}

/** A text without its secrets, and those of them that are meant wherever else they stand. */
export interface SplitText {
  readonly clean: string;
  readonly secrets: readonly string[];
}

/** The newest long text and its parts, however long: what comes in is read for the log, for its outline and for the index. */
let newest: { readonly text: string; readonly split: SplitText } | null = null;

/** In characters. A message is read again for the index, for summaries and for whatever else keeps words of it. */
const longestKept = 4_000;

const splitShort = rememberByText(splitAnew, { texts: 4_000, characters: 1_000_000 });

export function splitSecrets(text: string): SplitText {
  if (text.length <= longestKept) return splitShort(text);
  if (newest?.text === text) return newest.split;
  newest = { text, split: splitAnew(text) };
  return newest.split;
}

function splitAnew(text: string): SplitText {
  const split = mayHoldSecret(text) ? splitByFamilies(text) : { clean: text, secrets: [] };
  forgetPlaces();
  return split;
}

function splitByFamilies(text: string): SplitText {
  const secrets: string[] = [];
  let current = text;
  // It ends when all have seen the text as it is now.
  for (let [step, unchanged] = [0, 0]; step < mostPasses * families.length && unchanged < families.length; step++) {
    const next = redactFamily(current, families[step % families.length] as Family | Finder, secrets);
    unchanged = next === current ? unchanged + 1 : 0;
    current = next;
  }
  // A secret that was found once is one wherever else it stands.
  const clean = secrets.length === 0 ? current : hideValues(current, pickRepeatable(secrets));
  return { clean, secrets };
}

/** Enough for any text that people write; each costs a search of the whole text. */
const mostRepeated = 32;

function pickRepeatable(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].slice(0, mostRepeated);
}

/** A fast test: most messages neither mention secrets nor contain a run as long as a key. */
function mayHoldSecret(text: string): boolean {
  return (
    holdsRun(text) ||
    text.includes("://") ||
    text.includes("@") ||
    hasSecretWord(text) ||
    mayMark(text) ||
    hasCue(text) ||
    mayTellPhrase(text)
  );
}

const shortestShape = 14;

/** Whether there is a run of visible ASCII as long as the shortest key. Testing from the run's end skips most text. */
function holdsRun(text: string): boolean {
  let end = shortestShape - 1;
  while (end < text.length) {
    let place = end;
    while (place > end - shortestShape && isVisible(text.charCodeAt(place))) place--;
    if (place === end - shortestShape) return true;
    end = place + shortestShape;
  }
  return false;
}

function isVisible(code: number): boolean {
  return code > 32 && code < 127;
}

function redactFamily(text: string, family: Family | Finder, secrets: string[]): string {
  if ("find" in family) return replaceFound(text, family, secrets);
  if (!family.hint.test(text)) return text;
  return family.kinds.reduce((rest, kind) => redactKind(rest, kind, secrets), text);
}

function replaceFound(text: string, { find }: Finder, secrets: string[]): string {
  const kept: string[] = [];
  let done = 0;
  for (const { name, start, value } of find(text)) {
    if (start < done) continue;
    kept.push(text.slice(done, start), `${opening}${name}]`);
    if (isWorthKnowing(value, endsInQuote.test(text.slice(Math.max(0, start - 1), start)))) secrets.push(value);
    done = start + value.length;
  }
  return done === 0 ? text : kept.join("") + text.slice(done);
}

function redactKind(text: string, kind: Kind, secrets: string[]): string {
  if (kind.hint?.test(text) === false) return text;
  if (kind.isAcross === true || !text.includes(opening)) return replaceSecrets(text, kind, secrets);
  const pieces = splitAtMarks(text);
  const clean = pieces.map((piece, index) => (index % 2 === 1 ? piece : replaceSecrets(piece, kind, secrets)));
  return clean.every((piece, index) => piece === pieces[index]) ? text : clean.join("");
}

let marked: { readonly text: string; readonly pieces: readonly string[] } | null = null;

/** Every second piece is a mark. All kinds ask for the same text. */
function splitAtMarks(text: string): readonly string[] {
  if (marked?.text !== text) marked = { text, pieces: text.split(marks) };
  return marked.pieces;
}

/** In characters: only so far before a secret a mark may begin that it stands in. */
const longestMark = 80;

function touchesMark(text: string, start: number, secret: string): boolean {
  const near = text.slice(Math.max(0, start - longestMark), start);
  const opens = near.lastIndexOf(opening);
  return secret.includes("[redacted") || (opens >= 0 && !near.includes("]", opens));
}

const endsInQuote = /["'`«„“‘「]$/;

/** A rejected value may be the label of the next one; only a contrived text nests them deeper. */
const mostOverlaps = 20;

function replaceSecrets(text: string, kind: Kind, secrets: string[]): string {
  const { pattern } = kind;
  const spots = kind.spots?.(text);
  const ends = kind.ends?.(text) ?? spots;
  const kept: string[] = [];
  let done = 0;
  let refused = 0;
  let overlaps = 0;
  pattern.lastIndex = 0;
  for (let next = findNext(text, pattern, spots, ends); next !== null; next = findNext(text, pattern, spots, ends)) {
    const { match, begin } = next;
    const rest = match.groups?.lead ?? "";
    const lead = text.slice(begin, match.index) + rest;
    const found = match.groups?.secret ?? match[0];
    const secret = endsInQuote.test(lead) ? found : trimPunctuation(found);
    const start = begin + lead.length;
    const end = start + secret.length;
    const before = text.slice(Math.max(0, begin - 90), begin);
    if (
      secret !== "" &&
      !touchesMark(text, start, secret) &&
      (kind.check?.({ secret, lead, rest, before, after: text.slice(end, end + 60) }) ?? true)
    ) {
      kept.push(text.slice(done, start), `${opening}${kind.nameSecret?.(secret) ?? kind.name}]`);
      if (isWorthKnowing(secret, endsInQuote.test(lead))) secrets.push(secret);
      done = end;
      pattern.lastIndex = end;
    } else {
      overlaps = begin < refused ? overlaps + 1 : 0;
      refused = Math.max(refused, pattern.lastIndex);
      if (lead !== "" && overlaps < mostOverlaps) pattern.lastIndex = start;
    }
  }
  return done === 0 ? text : kept.join("") + text.slice(done);
}

interface Match {
  readonly match: RegExpExecArray;
  /** Where the word before it begins, or the match itself. */
  readonly begin: number;
}

/** The next match from the pattern's place on: anywhere, or at one of the places where it can begin. */
function findNext(
  text: string,
  pattern: RegExp,
  spots: readonly number[] | undefined,
  ends: readonly number[] | undefined,
): Match | null {
  if (spots === undefined || ends === undefined) {
    const match = pattern.exec(text);
    return match === null ? null : { match, begin: match.index };
  }
  for (let index = findPlace(spots, pattern.lastIndex); index < spots.length; index++) {
    pattern.lastIndex = ends[index] ?? 0;
    const match = pattern.exec(text);
    if (match !== null) return { match, begin: spots[index] ?? 0 };
  }
  return null;
}

/** Punctuation after a secret belongs to the sentence around it. */
function trimPunctuation(secret: string): string {
  return secret.replace(/[([{]/.test(secret) ? /[.,;:?]{1,9}$/ : /[.,;:?)\]}]{1,9}$/, "");
}
