import { defer } from "../defer.js";
import type { Format } from "./formats/format.js";
import { generalFormats, ownFormats } from "./formats/own.js";
import { ruleFormats } from "./formats/rules.js";
import type { Family, Kind, SecretMatch } from "./kind.js";
import { isMasked, isRandom, isUuid } from "./likeness.js";
import { joinLongRuns } from "./runs.js";
import { splitShape } from "./scan.js";

const all: readonly Format[] = [...ownFormats, ...ruleFormats];
/** Those whose prefix says enough come first: of two that match at a place, the first one counts. */
const formats: readonly Format[] = [
  ...all.filter(([, , likeness]) => likeness === undefined),
  ...all.filter(([, , likeness]) => likeness !== undefined),
  ...generalFormats,
];
const anchored = defer(() => formats.map((format) => [format, new RegExp(`^(?:${format[1]})`)] as const));

/** At the start of a word, or after an escaped character in JSON or in an address. */
const start = "(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt]|%[0-9A-F]{2}))";
/** Every shape has a run of these; most words are too short. */
const long = "(?=[\\w.:/+$|^#~!=-]{18})";
const issued = formats.filter(([, , likeness]) => likeness !== "drawn").map(([, shape]) => shape);
const anyShape = `${start}${long}(?:${[...groupShapes(issued), ...generalFormats.map(([, shape]) => shape)].join("|")})`;

/** Shapes with the same two first letters stand together, so that few are tried at a place. */
function groupShapes(shapes: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const shape of shapes.flatMap(splitShape)) {
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

const beginning = new RegExp(`${start}${long}AC[0-9a-f]{32}|${anyShape}`);
export const serviceKeys: Family = {
  hint: { test: (text) => beginning.test(joinLongRuns(text)) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    ...neighbours,
    { name: "key", names: [...new Set(formats.map(([name]) => name))], nameSecret: (secret) => findFormat(secret)?.[0] ?? "key", pattern: new RegExp(anyShape, "g"), check: isIssuedKey },
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
