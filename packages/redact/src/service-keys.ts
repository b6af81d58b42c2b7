import { defer } from "@clewline/text/defer.js";
import type { Format } from "./formats/format.js";
import { generalFormats, ownFormats } from "./formats/own.js";
import { ruleFormats } from "./formats/rules.js";
import type { Family, Finder, FoundSecret, Kind } from "./kind.js";
import { isMasked, isRandom, isUuid } from "./likeness.js";
import { findLongRuns, isAlphanumeric, isDigit, shortest } from "./runs.js";
import { listHeads, makeHint, makeWords, splitShape } from "./scan.js";

const all: readonly Format[] = [...ownFormats, ...ruleFormats];
/** Those whose prefix says enough come first: of two that match at a place, the first one counts. */
const formats: readonly Format[] = [
  ...all.filter(([, , likeness]) => likeness === undefined),
  ...all.filter(([, , likeness]) => likeness !== undefined),
  ...generalFormats,
];
/** Every shape has a run of these; most words are too short. */
const long = "(?=[\\w.:/+$|^#~!=-]{18})";
const beginsWord = "(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt]|%[0-9A-F]{2}))";
/** A format with the letters that its keys begin with; without them any run may be such a key. */
interface Row {
  readonly format: Format;
  readonly heads: readonly string[];
  readonly test: () => RegExp;
}
const rows: readonly Row[] = formats.map((format) => {
  const heads = listHeads(format[1]).map((head) => head.toLowerCase());
  return { format, heads: heads.every(isHead) ? heads : [], test: defer(() => new RegExp(`^(?:${format[1]})`)) };
});
const shapes = formats.filter(([, , likeness]) => likeness !== "drawn").flatMap(([, shape]) => splitShape(shape));
const begun = makeWords(shapes.filter(hasHeads).join("|"), `${beginsWord}${long}`, "", "");
/** Those of a maker come first. */
const others = [...shapes, ...generalFormats.map(([, shape]) => shape)].filter((shape) => !hasHeads(shape));
const anyOther = new RegExp(`${long}(?:${others.join("|")})`, "y");

function isHead(head: string): boolean {
  return head.length > 1;
}

function hasHeads(shape: string): boolean {
  return listHeads(shape).every(isHead);
}

/** In runs that are long enough, at the start of a word. */
function findKeys(text: string): readonly FoundSecret[] {
  const ends = begun.ends(text);
  const found = begun.spots(text).map((start, index) => ({ start, value: text.slice(start, ends[index]) }));
  findLongRuns(text, (from, end) => {
    const last = findLastDigit(text, from, end);
    for (let place = from; place + shortest <= end && place <= last; place++) {
      if (isAlphanumeric(text.charCodeAt(place - 1)) && !afterEscape.test(text.slice(Math.max(0, place - 3), place)))
        continue;
      anyOther.lastIndex = place;
      const value = anyOther.exec(text)?.[0] ?? "";
      if (value !== "") found.push({ start: place, value });
    }
  });
  return found
    .map(({ start, value }) => ({ start, value: value.replace(/[.,;:?)\]}]{1,9}$/, "") }))
    .flatMap(({ start, value }) => {
      const name = nameKey(value);
      return name === null ? [] : [{ name, start, value }];
    })
    .sort((a, b) => a.start - b.start);
}

/** Every key has one. */
function findLastDigit(text: string, from: number, end: number): number {
  let place = end - 1;
  while (place >= from && !isDigit(text.charCodeAt(place))) place--;
  return place;
}

const afterEscape = /\\[bfnrt]$|%[0-9A-F]{2}$/;

/** Kinds that are recognised by what precedes them. */
const kinds: readonly Kind[] = [
  {
    name: "aws secret key",
    pattern: /(?<lead>(?:AKIA|ASIA)[0-9A-Z]{16}[\s,;:"'|/\\]{1,12})(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    check: ({ secret }) => isRandom(secret) && !isExample(secret),
  },
  {
    name: "twilio token",
    pattern: /(?<lead>(?<![A-Za-z0-9])AC[0-9a-f]{32}[\s,;:"'|\\]{1,12})(?<secret>[0-9a-f]{32})(?![0-9A-Za-z])/g,
  },
];

export const besideKeys: Family = { hint: makeHint(/(?:AKIA|ASIA)[0-9A-Z]{16}|AC[0-9a-f]{32}/), kinds };

export const serviceKeys: Finder = { names: [...new Set(formats.map(([name]) => name))], find: findKeys };

/** The format of an issued key; null for what only resembles one. */
function nameKey(value: string): string | null {
  if (isMasked(value) || isExample(value) || !/[A-Z\d]/.test(value)) return null;
  const small = value.slice(0, 20).toLowerCase();
  const row = rows.find(
    ({ heads, test }) => (heads.length === 0 || heads.some((head) => small.startsWith(head))) && test().test(value),
  );
  const [name = null, , likeness] = row?.format ?? [];
  const isDrawn = likeness === undefined || (likeness === "drawn" ? hasDrawnEnd(value) : isRandom(value));
  return isDrawn ? name : null;
}

/** Letters and digits drawn from many; a hash after a harmless word is none. */
function hasDrawnEnd(secret: string): boolean {
  if (isUuid(secret.slice(-36))) return /(?:live|prod|sk|secret|token|tok|pat|api|key)[_-]/.test(secret);
  const end = /[A-Za-z0-9]*$/.exec(secret)?.[0] ?? "";
  if (!/\d/.test(end) || !/[a-z]/i.test(end) || !isRandom(end)) return false;
  return !/^[0-9a-f]+$/.test(end) || /(?:live|prod|sk|secret|token|pat|api)[_-]/.test(secret);
}

/** As makers of services write it into their own documents. */
function isExample(secret: string): boolean {
  return /EXAMPLE|example|(?:(?:your|YOUR)[-_]?|(?:my|MY)[-_])(?:[a-z]{2,10}[-_])?(?:api|key|token|secret|API|KEY|TOKEN|SECRET)|placeholder|INSERT|REPLACE/.test(
    secret,
  );
}
