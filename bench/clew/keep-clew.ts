import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Keeper, windowTokens } from "../bot.js";
import { talkRound, writeLines } from "../talk.js";
import { openClewLog } from "./clew-log.js";

export function clewFile(folder: string): string {
  return join(folder, "clew.db");
}

/** The log of a checkout as a subject, filled by an import; receipts are stored. */
export function keepClew(checkout: string): Keeper {
  return {
    fill: (folder, messages) => fillClew(checkout, folder, messages, true),
    open: async (folder) => {
      const log = await openClewLog(checkout, clewFile(folder), windowTokens);
      return {
        playTurn: async ({ id, message, answer }) => {
          const turn = await log.begin(id, message);
          const view = await turn.view();
          await turn.complete(answer);
          return view;
        },
        close: log.close,
      };
    },
  };
}

/** Fills a new log with so many messages. Where nothing is asked of memories, a million of them need not be learned from. */
export async function fillClew(checkout: string, folder: string, messages: number, memory: boolean): Promise<void> {
  const lines = join(folder, "talk.jsonl");
  await writeFile(lines, [...writeLines(messages / 2, talkRound)].join(""));
  const log = await openClewLog(checkout, clewFile(folder), windowTokens, memory ? {} : { memory });
  const added = await log.importFile(lines);
  await log.close();
  if (added !== messages) throw new Error(`${added} of ${messages} messages were imported`);
}
