/** The results as a page of the docs: a row for each client, a column for each case. */
import { cases } from "./cases.js";
import type { Client } from "./client.js";

export interface Outcome {
  readonly case: string;
  /** Null where it passed. */
  readonly fault: string | null;
  /** What is worth a word; null where the case is not for this client. */
  readonly note: string | null;
}

export type Result =
  | { readonly kind: "tried"; readonly client: Client; readonly outcomes: readonly Outcome[] }
  | { readonly kind: "skipped"; readonly client: Client; readonly reason: string };

/** Clients that did not run keep the line that the page had for them. */
export function writePage(results: readonly Result[], clients: readonly Client[], before: string): string {
  const head = ["client", "wire format", ...cases.map(({ name }) => name)];
  const rows = clients.flatMap((client) => {
    const result = results.find((each) => each.client === client);
    const begin = `| ${client.name} ${client.version} | ${client.wire} |`;
    if (result === undefined) return before.split("\n").filter((line) => line.startsWith(begin));
    return `${begin} ${writeCells(result).join(" | ")} |`;
  });
  return [
    "# Clients that others wrote",
    "",
    "`npm run check:clients` runs each of these programs, unchanged and in an empty home, through [`clew serve`](gateway.md) to",
    "aimock (the package `@copilotkit/aimock`), and writes this page. Every request is heard on both sides of the gateway. After each",
    "case what the client sent, what went upstream and what the log has are compared: nothing but the list of messages may differ,",
    "and where there is room for all of it not even that; the log has every item of the client's lists once; and the client must finish.",
    "",
    ...[head, head.map(() => "---")].map((cells) => `| ${cells.join(" | ")} |`),
    ...rows,
    "",
    "“asked 2 times”: the client gave up, and finished when it was asked again in the same conversation. “the newest”: it can't go on with",
    "any other conversation without a person at a terminal. “–”: `clew run` does not know it, or nothing was tried.",
    "",
    "| case | what happens |",
    "| --- | --- |",
    ...cases.map(({ name, line }) => `| ${name} | ${line} |`),
    "",
  ].join("\n");
}

function writeCells(result: Result): readonly string[] {
  if (result.kind === "tried") return cases.map(({ name }) => writeCell(result.outcomes, name));
  return cases.map((_, place) => (place === 0 ? `skipped: ${result.reason}` : "–"));
}

function writeCell(outcomes: readonly Outcome[], name: string): string {
  const outcome = outcomes.find((each) => each.case === name);
  if (outcome === undefined) return "–";
  if (outcome.fault !== null) return "**fails**";
  if (outcome.note === null) return "–";
  return outcome.note === "" ? "✓" : `✓ ${outcome.note}`;
}
