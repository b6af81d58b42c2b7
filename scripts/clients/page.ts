/** The results as a page of the docs, in a table for each provider: a row for each client, a column for each case. */
import { type Case, cases, fourQuestions } from "./cases.js";
import type { Client } from "./client.js";

export interface Outcome {
  readonly case: string;
  /** Null where it passed. */
  readonly fault: string | null;
  /** What is worth a word; null where the case is not for this client. */
  readonly note: string | null;
  /** Whether the client gave up, and does the same where no gateway stands between. */
  readonly isAlike?: boolean;
}

export type Result =
  | { readonly kind: "tried"; readonly client: Client; readonly outcomes: readonly Outcome[] }
  | { readonly kind: "skipped"; readonly client: Client; readonly reason: string };

/** What stands on the page so far, and which table is written anew. */
interface Page {
  readonly before: string;
  readonly strict: boolean;
}

export const strictCases: readonly Case[] = [...cases, fourQuestions];

const strictHeading = "## A provider that holds requests to its rules";

/** Clients that did not run keep the line that the page had for them. */
export function writePage(results: readonly Result[], clients: readonly Client[], { before, strict }: Page): string {
  const [old = "", oldStrict = ""] = before.split(strictHeading);
  const [ran, ranStrict] = strict ? [[], results] : [results, []];
  return [
    "# Clients that others wrote",
    "",
    "`npm run check:clients` runs each of these programs, unchanged and in an empty home, through [`clew serve`](gateway.md) to",
    "aimock (the package `@copilotkit/aimock`), and writes this page. Every request is heard on both sides of the gateway. After each",
    "case what the client sent, what went upstream and what the log has are compared. Beside the tool `recall` and the words on our marks,",
    "nothing but the list of messages may differ, and if there is room for all of it, not even that. The log has every item of the",
    "client's lists once, and the client must finish.",
    "",
    ...writeTable(clients, { cases, results: ran, before: old, hasModel: false }),
    "",
    "“asked 2 times”: the client gave up, and finished when it was asked again in the same conversation. “the newest”: it can't go on with",
    "any other conversation without a person at a terminal. “–”: `clew run` does not know it, it can't go on at all without a terminal, or",
    "nothing was tried.",
    "",
    strictHeading,
    "",
    "With `--strict`, our stand-in of the provider answers instead, with reasoning in every answer. It refuses or drops what the provider",
    "would, and the case fails if it did so, if a request went out twice, or if reasoning that the client sent went missing although it could",
    "have stayed. “✓ 12/30”: the stand-in was asked 12 times, with 30 blocks of reasoning. “not read”: the window was too small for what they",
    "stood behind, and OpenAI leaves such blocks out. “fails without us too”: the client gave up, and gave up as well when it asked the same",
    "provider itself, without a gateway.",
    "",
    ...writeTable(clients, { cases: strictCases, results: ranStrict, before: oldStrict, hasModel: true }),
    "",
    "| case | what happens |",
    "| --- | --- |",
    ...strictCases.map(({ name, line }) => `| ${name} | ${line} |`),
    "",
  ].join("\n");
}

interface Table {
  readonly cases: readonly Case[];
  readonly results: readonly Result[];
  readonly before: string;
  readonly hasModel: boolean;
}

function writeTable(clients: readonly Client[], { cases, results, before, hasModel }: Table): readonly string[] {
  const head = ["client", "wire format", ...(hasModel ? ["model"] : []), ...cases.map(({ name }) => name)];
  const rows = clients.flatMap((client) => {
    const result = results.find((each) => each.client === client);
    const begin = `| ${client.name} ${client.version} | ${client.wire} |`;
    if (result === undefined) return before.split("\n").filter((line) => line.startsWith(begin));
    const cells = [...(hasModel ? [client.model] : []), ...writeCells(result, cases)];
    return `${begin} ${cells.join(" | ")} |`;
  });
  return [...[head, head.map(() => "---")].map((cells) => `| ${cells.join(" | ")} |`), ...rows];
}

function writeCells(result: Result, cases: readonly Case[]): readonly string[] {
  if (result.kind === "tried") return cases.map(({ name }) => writeCell(result.outcomes, name));
  return cases.map((_, place) => (place === 0 ? `skipped: ${result.reason}` : "–"));
}

function writeCell(outcomes: readonly Outcome[], name: string): string {
  const outcome = outcomes.find((each) => each.case === name);
  if (outcome === undefined) return "–";
  if (outcome.fault !== null) return "**fails**";
  if (outcome.isAlike) return "fails without us too";
  if (outcome.note === null) return "–";
  return outcome.note === "" ? "✓" : `✓ ${outcome.note}`;
}
