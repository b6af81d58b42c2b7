import { defer } from "../defer.js";
import type { Format } from "./formats/format.js";
import { generalFormats, ownFormats } from "./formats/own.js";
import { ruleFormats } from "./formats/rules.js";
import type { Family, Kind, SecretMatch } from "./kind.js";
import { isMasked, isRandom, isUuid } from "./likeness.js";
import { findLongRuns, isAlphanumeric, isDigitOrCapital, shortest } from "./runs.js";
import { splitShape } from "./scan.js";

const all: readonly Format[] = [...ownFormats, ...ruleFormats];
/** Those whose prefix says enough come first: of two that match at a place, the first one counts. */
const formats: readonly Format[] = [
  ...all.filter(([, , likeness]) => likeness === undefined),
  ...all.filter(([, , likeness]) => likeness !== undefined),
  ...generalFormats,
];
const anchored = defer(() => formats.map((format) => [format, new RegExp(`^(?:${format[1]})`)] as const));

/** Every shape has a run of these; most words are too short. */
const long = "(?=[\\w.:/+$|^#~!=-]{18})";
const issued = formats.filter(([, , likeness]) => likeness !== "drawn").flatMap(([, shape]) => splitShape(shape));
const general = generalFormats.map(([, shape]) => shape);
const anyShape = joinShapes(issued, general);

/** Those of a maker come first. */
function joinShapes(made: readonly string[], others: readonly string[]): string {
  return `${long}(?:${[...groupShapes(made), ...others].join("|")})`;
}

/** Of Twilio: its token stands beside it. */
const account = "AC[0-9a-f]{32}";
/** The shapes that may begin with a character. */
const shapesOf = Array.from({ length: 128 }, (_, code) =>
  defer(() => {
    const isBegun = (shape: string) => mayBegin(shape, String.fromCharCode(code));
    const made = [account, ...issued].filter(isBegun);
    const others = general.filter(isBegun);
    return made.length + others.length === 0 ? null : new RegExp(joinShapes(made, others), "y");
  }),
);

function mayBegin(shape: string, letter: string): boolean {
  const inner = shape.replace(/^(?:\(\?![^()]*(?:\([^()]*\)[^()]*)*\))+/, "");
  const group = /^\(\?:((?:[^()]|\([^()]*\))*)\)(?![?*{])/.exec(inner)?.[1];
  if (group !== undefined) return splitShape(group).some((each) => mayBegin(each, letter));
  const atom = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\[(])(?![?*]|\{0)/.exec(inner)?.[0];
  return atom === undefined || new RegExp(`^${atom}$`).test(letter);
}

/** Where a shape matches: at the start of a word in a run that is long enough. */
function findKeys(text: string): readonly number[] {
  if (text !== asked) [asked, answered] = [text, listKeys(text)];
  return answered;
}

let [asked, answered]: [string, readonly number[]] = ["", []];

function listKeys(text: string): readonly number[] {
  const found: number[] = [];
  findLongRuns(text, (from, end) => {
    const last = findLastDrawn(text, from, end);
    for (let place = from; place + shortest <= end && place <= last; place++) {
      if (isAlphanumeric(text.charCodeAt(place - 1)) && !afterEscape.test(text.slice(Math.max(0, place - 3), place)))
        continue;
      const pattern = shapesOf[text.charCodeAt(place)]?.() ?? null;
      if (pattern === null) continue;
      pattern.lastIndex = place;
      if (pattern.test(text)) found.push(place);
    }
  });
  return found;
}

/** Every key has a digit or a capital. */
function findLastDrawn(text: string, from: number, end: number): number {
  let place = end - 1;
  while (place >= from && !isDigitOrCapital(text.charCodeAt(place))) place--;
  return place;
}

const afterEscape = /\\[bfnrt]$|%[0-9A-F]{2}$/;

/** Shapes with the same two first letters stand together, so that few are tried at a place. */
function groupShapes(shapes: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const shape of shapes) {
    const begin = /^[A-Za-z0-9]{2}(?![{?*+])/.exec(shape)?.[0] ?? "";
    groups.set(begin, [...(groups.get(begin) ?? []), shape.slice(begin.length)]);
  }
  return [...groups].map(([begin, rests]) => `${begin}(?:${rests.join("|")})`);
}

/** Kinds that are recognised by what precedes them. */
const neighbours: readonly Kind[] = [
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

export const serviceKeys: Family = {
  hint: { test: (text) => findKeys(text).length > 0 },
  // biome-ignore format: a table is read by its rows
  kinds: [
    ...neighbours,
    { name: "key", names: [...new Set(formats.map(([name]) => name))], nameSecret: (secret) => findFormat(secret)?.[0] ?? "key", spots: findKeys, pattern: new RegExp(anyShape, "y"), check: isIssuedKey },
  ],
};

function findFormat(secret: string): Format | undefined {
  return anchored().find(([, shape]) => shape.test(secret))?.[0];
}

function isIssuedKey({ secret }: SecretMatch): boolean {
  if (isMasked(secret) || isExample(secret)) return false;
  const likeness = findFormat(secret)?.[2];
  return likeness === undefined || (likeness === "drawn" ? hasDrawnEnd(secret) : isRandom(secret));
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
