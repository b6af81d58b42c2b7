/**
 * Reads the tables beside this file. `# kind: what is asked: option / option` begins a question. Each line under it is an
 * outcome and an answer: the value; `=` for a text that is itself the answer; `-` for one that must resolve nothing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "@clewline/core/conversation/open-questions/resolve.js";
import type { EntryId, TurnId } from "@clewline/core/log/keys.js";
import { type Ask, addAsks, answerKinds, nothingPending } from "@clewline/core/log/open-questions.js";

export interface AnswerRow {
  readonly table: string;
  readonly ask: Ask;
  readonly outcome: string;
  readonly text: string;
}

const folder = new URL(".", import.meta.url);

export function readAnswerRows(): readonly AnswerRow[] {
  const tables = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  return tables.flatMap((table) => {
    let ask: Ask | null = null;
    return readFileSync(new URL(table, folder), "utf8")
      .split("\n")
      .flatMap((line, index): readonly AnswerRow[] => {
        if (line.startsWith("# ")) ask = parseAsk(line);
        const [outcome, ...text] = line.split(" | ");
        if (line.startsWith("# ") || line.trim() === "") return [];
        if (ask === null || outcome === undefined || text.length !== 1)
          throw new Error(`${table}:${index + 1}: ${line}`);
        return [{ table, ask, outcome, text: text.join("") }];
      });
  });
}

function parseAsk(line: string): Ask {
  const [kind = "", about = "", options] = line.slice(2).split(": ");
  const expects = answerKinds.find((each) => each === kind);
  if (expects === undefined) throw new Error(`No kind of answer: ${line}`);
  return { expects, about, ...(options === undefined ? {} : { options: options.split(" / ") }) };
}

/** What a message is taken for as the answer to one question, in the words of the tables. */
export function readOutcome(ask: Ask, text: string): string {
  const asked = { turn: "asking" as TurnId, entry: "asked" as EntryId, to: null, now: 0 };
  const saying = { text, repliesTo: null, from: null, now: 1, turn: "next" as TurnId };
  const { anchor } = resolve(saying, addAsks(nothingPending, [ask], asked));
  return anchor?.kind === "answers" ? (anchor.value ?? "=") : "-";
}
