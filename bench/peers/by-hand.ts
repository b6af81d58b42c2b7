import { join } from "node:path";
import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import type { Keeper } from "../bot.js";
import { talkRound } from "../talk.js";
import { fitWindow, mostMessages } from "./fit-window.js";

interface Row {
  readonly role: string;
  readonly content: string;
}

/** What one writes who needs a chat bot with SQLite this afternoon. */
export const keeper: Keeper = {
  fill: async (folder, messages) => {
    const { database, insert } = openDatabase(folder);
    database.transaction("deferred")(() => {
      for (let number = 0; number < messages / 2; number++) {
        const { message, answer } = talkRound(number);
        insert.run(["chat", "user", message, Date.now()]);
        insert.run(["chat", "assistant", answer, Date.now()]);
      }
    });
    database.close();
  },
  open: async (folder) => {
    const { database, insert, newest } = openDatabase(folder);
    return {
      playTurn: async ({ message, answer }) => {
        insert.run(["chat", "user", message, Date.now()]);
        const rows = (newest.all(["chat", mostMessages]) as Row[]).reverse();
        const messages = fitWindow(rows, ({ content }) => content);
        insert.run(["chat", "assistant", answer, Date.now()]);
        return { messages };
      },
      close: async () => {
        database.close();
      },
    };
  },
};

function openDatabase(folder: string) {
  const database = chooseDriver().open(join(folder, "bot.db"), { timeoutMs: 5_000 });
  database.pragma("journal_mode = WAL");
  database.exec(`
    CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, chat TEXT, role TEXT, content TEXT, at INTEGER);
    CREATE INDEX IF NOT EXISTS messages_by_chat ON messages (chat, id)`);
  return {
    database,
    insert: database.prepare("INSERT INTO messages (chat, role, content, at) VALUES (?, ?, ?, ?)"),
    newest: database.prepare("SELECT role, content FROM messages WHERE chat = ? ORDER BY id DESC LIMIT ?"),
  };
}
