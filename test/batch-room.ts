/** A fast model that answers questions about batches of messages, and what it was asked. */
import { type Clew, type Memory, openClew } from "clewline";
import { AskedBatch } from "./asked-batch.js";

type FastModel = Exclude<NonNullable<Parameters<typeof openClew>[0]>["fastModel"], undefined | string>;

export type Answer = (batch: AskedBatch, signal: AbortSignal) => unknown;

/** A log whose fast model answers with `answer`, as lines of JSON if that is a list; `asked` has the batches. */
export async function openAsking(
  answer: Answer | null,
  options: Parameters<typeof openClew>[0] = {},
): Promise<{ readonly clew: Clew; readonly asked: AskedBatch[] }> {
  const asked: AskedBatch[] = [];
  const fastModel = (async ({ text, signal }: { text: string; signal: AbortSignal }) => {
    const batch = new AskedBatch(text);
    asked.push(batch);
    const given = await answer?.(batch, signal);
    return Array.isArray(given) ? given.map((each) => JSON.stringify(each)).join("\n") : given;
  }) as unknown as FastModel;
  const clew = await openClew({
    store: "memory",
    timeZone: "UTC",
    ...(answer === null ? {} : { fastModel }),
    ...options,
  });
  return { clew, asked };
}

export async function say(clew: Clew, text: string, more: { session?: string; id?: string } = {}): Promise<string> {
  const turn = await clew.begin({ session: "chat:nora", from: "nora", group: false, text, ...more });
  const view = await turn.view();
  await turn.complete({ text: "All right." });
  return JSON.stringify(view);
}

export async function sayAll(clew: Clew, texts: readonly string[]): Promise<readonly Partial<Memory>[]> {
  for (const text of texts) await say(clew, text);
  await clew.index({ finish: true });
  return listPlain(clew);
}

/** What is remembered, without ids and times. */
export async function listPlain(clew: Clew): Promise<readonly Partial<Memory>[]> {
  const memories = await clew.memory.list({ person: "nora", all: true });
  const plain = memories.map(({ kind, text, by, replacedBy, sources }) => ({
    ...{ kind, text, by },
    isReplaced: replacedBy !== undefined,
    told: sources.length,
  }));
  return plain.toSorted((a, b) => a.text.localeCompare(b.text));
}

/** What holds. */
export async function listTexts(clew: Clew): Promise<readonly string[]> {
  return (await clew.memory.list({ person: "nora" })).map(({ text }) => text).sort();
}
