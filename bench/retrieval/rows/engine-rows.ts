/** The engine as a program uses it: `search` with the plain block around its hits, and the view of a question under the default. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "@clewline/clewline/index.js";
import type { Embedder } from "@clewline/core/ports/embedder.js";
import { scriptedModel } from "@clewline/store-kit/index.js";
import { unescapeText } from "@clewline/text/fence.js";
import type { ChatMessage } from "../chat.js";
import { makeBlockMaker } from "../plain-block.js";
import type { Retriever } from "../retriever.js";

const session = "bench:chat";
const mostHits = 300;

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

/**
 * The view that the shipped default makes for a question, in a window of so many tokens. Each is asked of a copy of the log: it
 * is the first message after the import, so nothing of the view is in a cache.
 */
export function makeViewRow(size: number, embedder: Meaning, every: number): Retriever {
  return {
    name: `the view, window ${size / 1_000}k${describeMeaning(embedder)}`,
    every,
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), "clew-views-"));
      const path = join(folder, "clew.db");
      const reopen = (store: string) => openStore(store, size, embedder);
      return {
        learn: async (messages) => {
          const clew = await reopen(path);
          await takeIn(clew, messages, folder, embedder);
          await clew.close();
        },
        ask: async ({ text, asker, now }) => {
          copyFileSync(path, join(folder, "copy.db"));
          const clew = await reopen(join(folder, "copy.db"));
          const { shown, beside } = await readAnswered(clew, { text, from: asker, at: now });
          await clew.close();
          return { ranked: [], blocks: [shown], beside };
        },
        close: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  };
}

interface AnsweredView {
  readonly shown: string;
  /** Its tokens besides the conversation at hand and the message. */
  readonly beside: number;
}

/** Everything that the model reads for a message, as it was said: further lines of a message are indented in a view. */
export async function readAnswered(
  clew: Clew,
  message: { readonly text: string; readonly from: string; readonly at: number },
): Promise<AnsweredView> {
  const model = scriptedModel([{ text: "Done." }]);
  const turn = await clew.begin({ session, ...message });
  await turn.generate({ model });
  const { receipt } = await clew.why({ session });
  const { recent = 0, message: own = 0 } = receipt.layers;
  const shown = unescapeText(collectTexts(model.calls[0]?.prompt).join("\n"));
  return { shown: `${shown}\n${shown.replace(/\n {2}/g, "\n")}`, beside: receipt.tokens - recent - own };
}

interface BenchLog {
  readonly clew: Clew;
  take(messages: readonly ChatMessage[]): Promise<void>;
  close(): Promise<void>;
}

async function openLog(embedder: Meaning): Promise<BenchLog> {
  const folder = mkdtempSync(join(tmpdir(), "clew-search-"));
  const clew = await openStore("memory", 200_000, embedder);
  return {
    clew,
    take: (messages) => takeIn(clew, messages, folder, embedder),
    close: async () => {
      await clew.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openStore(store: string, window: number, embedder: Meaning): Promise<Clew> {
  return openClew({ store, config: false, window, timeZone: "UTC", embedder: embedder ?? "none" });
}

async function takeIn(clew: Clew, messages: readonly ChatMessage[], folder: string, embedder: Meaning): Promise<void> {
  const file = join(folder, "chat.jsonl");
  writeFileSync(file, messages.map(makeLine).join(""));
  const { added } = await clew.import(file);
  if (added !== messages.length) throw new Error(`${added} of ${messages.length} messages were imported`);
  if (embedder !== null) await clew.index({ finish: true });
}

function makeLine({ id, by, role, at, text }: ChatMessage): string {
  const from = role === "agent" ? { role: "agent" } : { from: by };
  return `${JSON.stringify({ session, id, ...from, at, text })}\n`;
}

/** Everything that the model would read. */
function collectTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}
