import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { windowTokens } from "../../bot.js";
import { type ClewLog, openClewLog } from "../../clew/clew-log.js";
import { clewFile } from "../../clew/keep-clew.js";
import { sizedRound, writeGroupLines, writeLines } from "../../talk.js";

interface Texts {
  readonly checkout: string;
  /** New, for this log alone. */
  readonly folder: string;
  readonly bytes: number;
  readonly rounds: number;
  /** Whether an agent answers, or people talk among themselves. */
  readonly kind: "answered" | "group";
}

/** Bytes of a log's file after an import of messages of so many bytes each. */
export function storeImported({ checkout, folder, bytes, rounds, kind }: Texts): Promise<number> {
  return storeIn(checkout, folder, async (log) => {
    const lines = join(folder, "texts.jsonl");
    const write = kind === "group" ? writeGroupLines : writeLines;
    await writeFile(lines, [...write(rounds, sizedRound(bytes))].join(""));
    await log.importFile(lines);
  });
}

/** The same for texts that are played as turns, each with a receipt. */
export function storeLived({ checkout, folder, bytes, rounds }: Omit<Texts, "kind">): Promise<number> {
  return storeIn(checkout, folder, async (log) => {
    for (let number = 0; number < rounds; number++) {
      const { message, answer } = sizedRound(bytes)(number);
      const turn = await log.begin(`${number}`, message);
      await turn.view();
      await turn.complete(answer);
    }
  });
}

async function storeIn(checkout: string, folder: string, work: (log: ClewLog) => Promise<void>): Promise<number> {
  const log = await openClewLog(checkout, clewFile(folder), windowTokens);
  await work(log);
  // Closing empties the write-ahead log into the file.
  await log.close();
  return (await stat(clewFile(folder))).size;
}
