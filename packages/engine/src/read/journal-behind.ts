/** Writes the journal's days into the folder of memories, behind the summaries that they are made of. */
import type { LaneRecord } from "@clewline/core/log/record.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Engine } from "../engine.js";

export interface JournalBehind {
  /** Before it is known who writes. */
  attach(engine: Engine): void;
  notice(records: readonly LaneRecord[]): void;
}

/** Queue for work that no caller waits for. */
interface Background {
  behind(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
}

export function makeJournalBehind({ behind }: Background): JournalBehind {
  const days = new Set<string>();
  let engine: Engine | null = null;
  let runs = 0;
  let isRunning = false;
  const write = async (own: Engine) => {
    for (const day of days) {
      days.delete(day);
      await writeJournalDay(own, day);
    }
    isRunning = false;
  };
  return {
    attach(own) {
      engine = own.memoryFolder === null ? null : own;
    },
    notice(records) {
      const own = engine;
      if (own === null) return;
      // A record that was imported may have any name.
      for (const { kind, name } of records) if (kind === "journal" && /^\d{4}-\d\d-\d\d$/.test(name)) days.add(name);
      if (days.size === 0 || isRunning) return;
      isRunning = true;
      runs += 1;
      behind(`journal ${runs}`, () => write(own));
    },
  };
}

/** A day that could not be written is written with its next summary. */
export async function writeJournalDay(engine: Engine, day: string): Promise<void> {
  const { memoryFolder: folder, presence } = engine;
  if (folder === null) return;
  try {
    const { readJournal } = await import("./journal.js");
    const { tell } = await import("../intake/memories/files/tell-file.js");
    const { aside } = await folder.alone(async () => {
      const text = await readJournal(engine, null, day);
      const path = `journal/${day}.md`;
      // An erased day has no text, so no file is made for it.
      if (text === "" && (await folder.read(path)).kind === "absent") return { aside: [] };
      return tell(engine, folder, { path, text: `${text}\n` });
    });
    for (const line of aside) presence.warn(line);
  } catch (error) {
    presence.warn(`The journal of ${day} could not be written into the folder: ${describeError(error)}`);
  }
}
