/** The results as a page of the docs: a row for each client, a column for each case. */
import type { Case } from "./cases.js";
import type { Client } from "./client.js";

export interface Outcome {
  readonly case: string;
  /** Null where it passed. */
  readonly fault: string | null;
  /** What is worth a word. */
  readonly note: string;
}

export type Result =
  | { readonly kind: "tried"; readonly client: Client; readonly outcomes: readonly Outcome[] }
  | { readonly kind: "skipped"; readonly client: Client; readonly reason: string };

export function writePage(results: readonly Result[], cases: readonly Case[]): string {
  const head = ["client", "wire format", ...cases.map(({ name }) => name)];
  const rows = results.map(({ client, ...result }) => [
    `${client.name} ${client.version}`,
    client.wire,
    ...(result.kind === "skipped" ? cases.map(() => "–") : cases.map(({ name }) => writeCell(result.outcomes, name))),
  ]);
  const skipped = results.flatMap((result) =>
    result.kind === "skipped" ? [`- ${result.client.name} was skipped: ${result.reason}`] : [],
  );
  return [
    "# Clients that others wrote",
    "",
    "`npm run check:clients` runs each of these programs, unchanged and in an empty home, through [`clew serve`](gateway.md) to",
    "[aimock](https://www.npmjs.com/package/@copilotkit/aimock), and writes this page. After each case the log, what the provider got and what",
    "the client printed are compared: nothing may be lost, nothing doubled, and the client must finish.",
    "",
    ...[head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`),
    ...(skipped.length === 0 ? [] : ["", ...skipped]),
    "",
    "“asked 2 times”: the client gave up, and finished when it was asked again in the same conversation. “the newest”: it can't go on with",
    "any other conversation without a person at a terminal.",
    "",
    "| case | what happens |",
    "| --- | --- |",
    ...cases.map(({ name, line }) => `| ${name} | ${line} |`),
    "",
  ].join("\n");
}

function writeCell(outcomes: readonly Outcome[], name: string): string {
  const outcome = outcomes.find((each) => each.case === name);
  if (outcome === undefined) return "–";
  if (outcome.fault !== null) return "**fails**";
  return outcome.note === "" ? "✓" : `✓ ${outcome.note}`;
}
