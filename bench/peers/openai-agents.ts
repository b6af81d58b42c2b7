import { join } from "node:path";
import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import type { Keeper } from "../bot.js";
import { talkRound } from "../talk.js";
import { fitWindow, mostMessages } from "./fit-window.js";
import { loadPackage } from "./load-package.js";

/** What is used of the Agents SDK, which is not there for the compiler. */
interface Item {
  readonly type: "message";
  readonly role: "user" | "assistant";
  readonly status?: "completed";
  readonly content: string | readonly { readonly type: "output_text"; readonly text: string }[];
}

interface Agents {
  readonly Agent: new (given: object) => object;
  readonly Runner: new (given: object) => { run(agent: object, input: string, options: object): Promise<unknown> };
  readonly Usage: new () => object;
}

/** The runner of the Agents SDK with a session on SQLite, written for its documented interface, and a model that has its answer. */
export const keeper: Keeper = {
  fill: async (folder, messages) => {
    const { database, session } = openSession(folder);
    const rounds = Array.from({ length: messages / 2 }, (_, number) => talkRound(number));
    await session.addItems(
      rounds.flatMap(({ message, answer }): Item[] => [
        { type: "message", role: "user", content: message },
        answerItem(answer),
      ]),
    );
    database.close();
  },
  open: async (folder) => {
    const { Agent, Runner, Usage } = await loadPackage<Agents>("@openai/agents");
    const { database, session } = openSession(folder);
    let [planned, sent]: [string, readonly unknown[]] = ["", []];
    const model = {
      getResponse: async ({ input }: { readonly input: readonly unknown[] }) => {
        sent = input;
        return { usage: new Usage(), output: [answerItem(planned)] };
      },
    };
    const runner = new Runner({ tracingDisabled: true });
    const agent = new Agent({ name: "bot", instructions: "", model });
    const sessionInputCallback = (history: readonly Item[], added: readonly Item[]) =>
      fitWindow([...history, ...added], textOf);
    return {
      playTurn: async ({ message, answer }) => {
        planned = answer;
        await runner.run(agent, message, { session, sessionInputCallback });
        return { messages: sent };
      },
      close: async () => {
        database.close();
      },
    };
  },
};

function answerItem(text: string): Item {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

function textOf({ content }: Item): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

/** A session as the guide describes one, that reads no more than the window can take. */
function openSession(folder: string) {
  const database = chooseDriver().open(join(folder, "session.db"), { timeoutMs: 5_000 });
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, item TEXT NOT NULL)");
  const insert = database.prepare("INSERT INTO items (item) VALUES (?)");
  const newest = database.prepareValue("SELECT item FROM items ORDER BY id DESC LIMIT ?");
  const remove = database.prepareValue("DELETE FROM items WHERE id = (SELECT max(id) FROM items) RETURNING item");
  const write = database.transaction("deferred");
  const session = {
    getSessionId: async () => "chat",
    getItems: async (limit = mostMessages) =>
      newest
        .all([limit])
        .reverse()
        .map((item) => JSON.parse(String(item)) as Item),
    addItems: async (items: readonly Item[]) =>
      write(() => {
        for (const item of items) insert.run([JSON.stringify(item)]);
      }),
    popItem: async () => {
      const item = remove.get();
      return item === undefined ? undefined : (JSON.parse(String(item)) as Item);
    },
    clearSession: async () => {
      database.exec("DELETE FROM items");
    },
  };
  return { database, session };
}
