import { join } from "node:path";
import type { Keeper } from "../bot.js";
import { talkRound } from "../talk.js";
import { fitWindow, mostMessages } from "./fit-window.js";
import { loadPackage } from "./load-package.js";

/** What is used of Mastra, which is not there for the compiler. */
interface Message {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly threadId: string;
  readonly resourceId: string;
  readonly createdAt: Date;
  readonly content: { readonly format: 2; readonly parts: readonly { readonly type: "text"; readonly text: string }[] };
}

interface Memory {
  saveThread(given: { thread: object }): Promise<unknown>;
  saveMessages(given: { messages: readonly Message[] }): Promise<unknown>;
  recall(query: object): Promise<{ readonly messages: readonly Message[] }>;
  settled(): Promise<void>;
}

interface Store {
  init(): Promise<void>;
  close(): Promise<void>;
}

interface MessageList {
  add(messages: readonly Message[], source: "memory"): MessageList;
  readonly get: { readonly all: { readonly aiV5: { model(): readonly unknown[] } } };
}

const thread = { threadId: "chat", resourceId: "user" };
const begun = 1_700_000_000_000;
const batch = 500;

/** Mastra's memory on its LibSQL store, called as its documentation does without an agent. */
export const keeper: Keeper = {
  fill: async (folder, messages) => {
    const { memory, store } = await openMemory(folder);
    const at = new Date(begun);
    await memory.saveThread({
      thread: { id: thread.threadId, resourceId: thread.resourceId, title: "chat", createdAt: at, updatedAt: at },
    });
    for (let from = 0; from < messages / 2; from += batch) {
      const numbers = Array.from({ length: Math.min(batch, messages / 2 - from) }, (_, place) => from + place);
      await memory.saveMessages({ messages: numbers.flatMap(pairOf) });
    }
    await store.close();
  },
  open: async (folder) => {
    const { memory, store, newList } = await openMemory(folder);
    let now = Date.now();
    // Messages are ordered by their time, and a turn takes less than a millisecond of the clock's.
    const nextTime = () => new Date(now++);
    return {
      playTurn: async ({ id, message, answer }) => {
        await memory.saveMessages({ messages: [messageOf(id, "user", message, nextTime())] });
        const orderBy = { field: "createdAt", direction: "DESC" };
        const recalled = await memory.recall({ ...thread, perPage: mostMessages, page: 0, orderBy });
        const fitting = fitWindow(recalled.messages, ({ content }) => content.parts.map(({ text }) => text).join(""));
        const messages = newList().add(fitting, "memory").get.all.aiV5.model();
        await memory.saveMessages({ messages: [messageOf(`${id}-answer`, "assistant", answer, nextTime())] });
        return { messages };
      },
      close: async () => {
        await memory.settled();
        await store.close();
      },
    };
  },
};

async function openMemory(folder: string) {
  const { Memory } = await loadPackage<{ Memory: new (given: object) => Memory }>("@mastra/memory");
  const { LibSQLStore } = await loadPackage<{ LibSQLStore: new (given: object) => Store }>("@mastra/libsql");
  const { MessageList } = await loadPackage<{ MessageList: new (given: object) => MessageList }>("@mastra/core/agent");
  const store = new LibSQLStore({ id: "bench", url: `file:${join(folder, "mastra.db")}` });
  await store.init();
  const memory = new Memory({ storage: store, options: { lastMessages: mostMessages } });
  return { memory, store, newList: () => new MessageList(thread) };
}

function pairOf(number: number): readonly Message[] {
  const { message, answer } = talkRound(number);
  const at = begun + number * 60_000;
  return [
    messageOf(`${number}`, "user", message, new Date(at)),
    messageOf(`${number}-answer`, "assistant", answer, new Date(at + 1)),
  ];
}

function messageOf(id: string, role: Message["role"], text: string, createdAt: Date): Message {
  return { id, role, ...thread, createdAt, content: { format: 2, parts: [{ type: "text", text }] } };
}
