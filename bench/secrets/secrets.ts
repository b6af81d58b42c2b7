/** Secrets that are found in a set of texts, ordinary text that is touched, and what a kilobyte costs beside an older checkout. */
import { readFileSync } from "node:fs";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, type Report, type Table, type Verdict, verdictColumns } from "../report.js";
import { compareCosts } from "./costs.js";
import { type Piece, readOrdinary } from "./ordinary.js";

export interface SecretsOptions {
  /** One JSON object in each line: `text`, `secrets`, `kind`. */
  readonly set: string | undefined;
  /** Files and folders of ordinary text. */
  readonly ordinary: readonly string[];
  /** A checkout to compare with. */
  readonly before: string | undefined;
  /** Whether all that was left or touched is listed. */
  readonly list: boolean;
  readonly say: (what: string) => void;
}

interface Planted {
  readonly text: string;
  readonly secrets: readonly string[];
  readonly kind: string;
}

const mostListed = 40;

export async function measureSecrets({ set, ordinary, before, list, say }: SecretsOptions): Promise<Report> {
  if (set === undefined && ordinary.length === 0)
    throw new Error("secrets needs --set FILE.jsonl or --ordinary DIR, or both");
  const planted = set === undefined ? [] : readSet(set);
  const pieces = readOrdinary(ordinary);
  say(`${planted.length} texts with secrets, ${pieces.length} pieces of ordinary text`);
  const left = planted.filter(({ text, secrets }) => leaves(redactSecrets(text), secrets));
  const touched = pieces.filter(({ text }) => redactSecrets(text) !== text);
  const costs = await compareCosts([...planted.map(({ text }) => ({ kind: "planted", text })), ...pieces], before);
  const most = list ? Number.POSITIVE_INFINITY : mostListed;
  const verdicts: readonly Verdict[] = [
    ...(planted.length === 0 ? [] : [checkAtLeast("found, %", 100 * (1 - left.length / planted.length), 95)]),
    ...(pieces.length === 0
      ? []
      : [checkAtMost("ordinary text touched, %", (100 * touched.length) / pieces.length, 1)]),
    ...costs.flatMap(({ kind, ratio }) =>
      ratio === null ? [] : [checkAtMost(`CPU beside the older checkout, ${kind}`, ratio, 1)],
    ),
  ];
  const tables: readonly Table[] = [
    { title: "Figures", columns: verdictColumns, rows: verdicts },
    {
      title: "Cost by kind of text",
      columns: ["kind", "CPU ms for a kB", "before"],
      rows: costs.map(({ kind, now, past }) => [kind, now, past]),
    },
    {
      title: "Found by kind",
      columns: ["kind", "texts", "found, %"],
      rows: shareByKind(planted, (each) => !left.includes(each)),
    },
    {
      title: "Touched by kind of text",
      columns: ["kind", "pieces", "touched, %"],
      rows: shareByKind(pieces, (each) => touched.includes(each)),
    },
    {
      title: "Left",
      columns: ["kind", "text"],
      rows: left.slice(0, most).map(({ kind, text }) => [kind, shorten(text)]),
    },
    { title: "Touched", columns: ["kind", "from", "line"], rows: touched.slice(0, most).map(describeTouch) },
  ];
  return { bench: "secrets", machine: describeMachine(), tables };
}

function shareByKind<Item extends { readonly kind: string }>(
  items: readonly Item[],
  counts: (item: Item) => boolean,
): Table["rows"] {
  return [...new Set(items.map(({ kind }) => kind))].sort().map((kind) => {
    const all = items.filter((item) => item.kind === kind);
    return [kind, all.length, (100 * all.filter(counts).length) / all.length];
  });
}

function readSet(path: string): readonly Planted[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [readPlanted(line, `${path}:${index + 1}`)]));
}

function readPlanted(line: string, place: string): Planted {
  const { text, secrets, kind } = JSON.parse(line) as Partial<Planted>;
  if (typeof text !== "string" || !Array.isArray(secrets) || typeof kind !== "string")
    throw new Error(`${place} is no text with secrets: write { "text": …, "secrets": ["…"], "kind": "…" }`);
  const missing = secrets.find((secret) => !text.includes(String(secret)));
  if (missing !== undefined) throw new Error(`${place}: the text does not hold its secret ${JSON.stringify(missing)}`);
  return { text, secrets, kind };
}

/** Whether a whole secret is still there, or eight characters of it one after another. */
function leaves(clean: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => {
    const length = Math.min(8, secret.length);
    return Array.from({ length: secret.length - length + 1 }, (_, place) => secret.slice(place, place + length)).some(
      (part) => clean.includes(part),
    );
  });
}

function describeTouch({ kind, from, text }: Piece): readonly [string, string, string] {
  const clean = redactSecrets(text).split("\n");
  const index = text.split("\n").findIndex((line, place) => line !== clean[place]);
  return [kind, from, shorten(`${text.split("\n")[index] ?? ""} → ${clean[index] ?? ""}`)];
}

function shorten(text: string): string {
  const line = text.replaceAll("\n", "⏎").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
