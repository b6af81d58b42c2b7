/** Texts that are made to be slow to read: one piece many times over. */
import type { EntryId } from "@clewline/core/log/keys.js";
import { extractItems, type SpokenEntry } from "@clewline/core/summary/extract.js";
import { mergeItems } from "@clewline/core/summary/merge.js";
import { parseProse } from "@clewline/core/summary/summary-text.js";
import { makeEventSplitter } from "@clewline/gateway/wire/event-stream.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { findKnownSecrets, makePrint } from "@clewline/redact/known-secrets.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { renderTerminalText } from "@clewline/text/terminal/terminal-text.js";
import type { GrowthCase, GrowthRow, GrowthRun } from "../measure-growth.js";

const esc = "\u001b";
const csi = `${esc}[`;

const drawing: readonly string[] = [
  "\rDownloading 50% [=====>     ]",
  `${csi}1A`,
  `${csi}999999999A`,
  `${csi}999Cx\n`,
  `${csi}2K${csi}9999Cx`,
  `x${csi}1K`,
  `${csi}999Bx${csi}1J`,
  `${csi}2J`,
  `${esc}]`,
  `${esc}P\n`,
  esc,
  "\r\n",
  "\u0301",
  "\u200d",
  "下载中\r",
  `x${csi}9999X${csi}D`,
  "\tx\r",
  "9",
];

export function growTerminalTexts({ isQuick }: GrowthRun): GrowthRow {
  const length = isQuick ? 2_000 : 32_000;
  return {
    title: "output of a program that draws, whatever it draws",
    limit: 24,
    cases: drawing.map((unit) => compareTexts(unit, [length, 8], (text) => renderTerminalText(`${csi}${text}\r`))),
  };
}

const nearSecrets: readonly string[] = [
  "a",
  "=:",
  "-----BEGIN ",
  "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq",
  "sk-",
  "eyJ",
  "eyJaaaaaaaaaaaa.",
  "<password>",
  "--password ",
  "name: token, ",
  "token=",
  "[redacted: password]",
  "postgres://u:p@",
  "a://b:",
  "seed abc ",
  "\\",
  "$6$a$",
  "password:",
  "passw.",
  "encode",
];

export function growSecrets({ isQuick }: GrowthRun): GrowthRow {
  // Longer than what is remembered, so that the same text is read anew.
  const length = isQuick ? 5_000 : 120_000;
  return {
    title: "looking for secrets in a text, whatever it is of",
    limit: 8,
    cases: nearSecrets.map((unit) => compareTexts(unit, [length, 4], redactSecrets)),
  };
}

/** Whatever the length of what is looked for, in the same text. */
export function growKnownSecrets({ isQuick }: GrowthRun): GrowthRow {
  const make = (length: number) =>
    Array.from({ length: 8 }, (_, index) =>
      makePrint(`${sha256(String(index))}`.repeat(5).slice(0, length + index), "salt", sha256),
    );
  const text = "a ".repeat(isQuick ? 2_000 : 60_000);
  const [short, long] = [make(6), make(290)];
  return {
    title: "looking for secrets that were told before, however long they are",
    limit: 8,
    cases: [
      {
        what: "eight secrets in words of one letter",
        times: 290 / 6,
        small: () => findKnownSecrets(text, short, sha256),
        large: () => findKnownSecrets(text, long, sha256),
      },
    ],
  };
}

const nearFacts: readonly string[] = [
  "a",
  "a/",
  "1,000 ",
  "Aa ",
  "? ",
  "不要",
  "_a",
  "@",
  "`",
  " ",
  "(",
  "=(",
  "+1 ",
  "not ",
  "i have a ",
  "- [ ] x\n",
  "{",
  "<clew-",
];

/** Long texts are looked at by their ends, so that time stops growing. */
export function growSummaries({ isQuick }: GrowthRun): GrowthRow {
  const sumUpAll = (length: number) => {
    const texts = nearFacts.map((unit) => repeatTo(unit, length));
    return () => texts.forEach(sumUp);
  };
  const [length, times] = [isQuick ? 1_000 : 12_000, 83];
  return {
    title: "summing up texts, whatever they are of",
    limit: 8,
    cases: [{ what: `${nearFacts.length} texts`, times, small: sumUpAll(length), large: sumUpAll(length * times) }],
  };
}

function sumUp(text: string): void {
  const spoken = (["said", "called", "returned"] as const).map(
    (kind, index): SpokenEntry => ({
      id: `e${index}` as EntryId,
      at: 0,
      by: "user",
      kind,
      text,
      tool: "",
      failed: true,
    }),
  );
  mergeItems([], extractItems(spoken));
  parseProse(text);
}

/** A provider may send one event in thousands of pieces. */
export function growEvents({ isQuick }: GrowthRun): GrowthRow {
  const hear = (pieces: number) => () => {
    const { add } = makeEventSplitter(() => undefined);
    for (let piece = 0; piece < pieces; piece++) add("a".repeat(4_096));
    add("\n\n");
  };
  const pieces = isQuick ? 50 : 500;
  return {
    title: "an event of a stream, in however many pieces it comes",
    limit: 20,
    cases: [{ what: "pieces of 4 kB", times: 8, small: hear(pieces), large: hear(8 * pieces) }],
  };
}

/** Texts of one piece many times over, of `length` characters and of `times` as many. */
function compareTexts(
  unit: string,
  [length, times]: readonly [number, number],
  read: (text: string) => unknown,
): GrowthCase {
  const [short, long] = [repeatTo(unit, length), repeatTo(unit, length * times)];
  return { what: JSON.stringify(unit), times, small: () => read(short), large: () => read(long) };
}

function repeatTo(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
