/** The engine as a program uses it: `search` with the plain block around its hits, and the view that answers the question. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "../../../src/core/ports/embedder.js";
import { unescapeText } from "../../../src/core/text/fence.js";
import { type Clew, openClew } from "../../../src/index.js";
import type { ChatMessage } from "../chat.js";
import { makeBlockMaker } from "../plain-block.js";
import type { Retriever } from "../retriever.js";

const session = "bench:chat";
const window = 32_768;
const mostHits = 300;
const hello = { session, from: "examiner", text: "Hello." };

/** By words alone without an embedder. */
type Meaning = Embedder<AbortSignal> | null;

export function makeSearchRow(embedder: Meaning): Retriever {
  return {
    name: `clew.search${describeMeaning(embedder)}`,
    open: async (chat) => {
      const log = await openLog(embedder);
      const byTime = new Map(chat.messages.map((message) => [message.at, message]));
      const block = makeBlockMaker();
      return {
        learn: log.take,
        ask: async ({ text }, budgets) => {
          const hits = await log.clew.search(text, { session, limit: mostHits });
          const best = hits.flatMap(({ line }) => byTime.get(line.at) ?? []);
          return { ranked: best.map(({ id }) => id), blocks: budgets.map((budget) => block.fill(best, budget)) };
        },
        close: log.close,
      };
    },
  };
}

function describeMeaning(embedder: Meaning): string {
  return embedder === null ? "" : " with vectors";
}

/** The question is the first message after an import, or comes after a turn in which the lane was compacted. */
export function makeViewRow(
  first: "first message after the import" | "after a turn",
  embedder: Meaning,
  every: number,
): Retriever {
  return {
    name: `the view${describeMeaning(embedder)}, ${first}${every === 1 ? "" : ` (each ${every}th question)`}`,
    every,
    open: async () => {
      const log = await openLog(embedder);
      return {
        learn: async (messages) => {
          await log.take(messages);
          if (first === "after a turn") await answerHello(log.clew);
        },
        ask: async ({ text, asker }, budgets) => {
          const blocks: string[] = [];
          for (const budget of budgets) {
            await log.clew.settings({ session, set: { memory_tokens: `${budget}` } });
            const { request } = await log.clew.context({ session, message: text, from: asker, window });
            const shown = unescapeText(collectTexts(request).join("\n"));
            blocks.push(`${shown}\n${unindent(shown)}`);
          }
          return { ranked: [], blocks };
        },
        close: log.close,
      };
    },
  };
}

/** The further lines of a message are indented in a view: it stands there whole all the same. */
function unindent(text: string): string {
  return text.replace(/\n {2}/g, "\n");
}

interface BenchLog {
  readonly clew: Clew;
  take(messages: readonly ChatMessage[]): Promise<void>;
  close(): Promise<void>;
}

async function openLog(embedder: Meaning): Promise<BenchLog> {
  const options = { store: "memory", config: false, policy: "laned", window, timeZone: "UTC" } as const;
  const clew = await openClew({ ...options, embedder: embedder ?? "none" });
  const folder = mkdtempSync(join(tmpdir(), "clew-evidence-"));
  let files = 0;
  return {
    clew,
    take: async (messages) => {
      const file = join(folder, `${files++}.jsonl`);
      writeFileSync(file, messages.map(makeLine).join(""));
      const { added } = await clew.import(file);
      if (added !== messages.length) throw new Error(`${added} of ${messages.length} messages were imported`);
      if (embedder !== null) await clew.index({ finish: true });
    },
    close: async () => {
      await clew.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeLine({ id, by, role, at, text }: ChatMessage): string {
  const from = role === "agent" ? { role: "agent" } : { from: by };
  return `${JSON.stringify({ session, id, ...from, at, text })}\n`;
}

async function answerHello(clew: Clew): Promise<void> {
  const turn = await clew.begin(hello);
  await turn.view();
  await turn.complete({ text: "Hello." });
}

/** Everything that the model would read. */
function collectTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}
