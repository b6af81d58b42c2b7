/** Logs and folders with few and with many of something. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clew, openClew } from "@clewline/clewline/index.js";
import type { GrowthCase, GrowthRow, GrowthRun, Work } from "../measure-growth.js";
import { writeSlackArchive } from "../slack-archive.js";

const session = "telegram:chat:1";

function open(store: string, memoryFolder?: string): Promise<Clew> {
  const folder = memoryFolder === undefined ? {} : { memoryFolder };
  return openClew({ store, timeZone: "UTC", config: false, ...folder });
}

/** A folder of notes that a person keeps: a change costs what it changes, and a look at each file. */
export async function growNotes({ isQuick, makeFolder }: GrowthRun): Promise<GrowthRow> {
  const add = async (notes: number): Promise<Work> => {
    const memoryFolder = makeFolder();
    mkdirSync(join(memoryFolder, "notes"));
    for (let note = 0; note < notes; note++)
      writeFileSync(join(memoryFolder, "notes", `box-${note}.md`), `Box ${note} is on shelf ${note * 7}.\n`);
    const clew = await open("memory", memoryFolder);
    // Until their times are old enough, files are read again.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await clew.memory.sync();
    let added = 0;
    return () => clew.memory.add({ text: `The new thing is number ${++added}` });
  };
  const notes = isQuick ? 6 : 60;
  return {
    title: "one more memory beside a folder of notes",
    limit: 4,
    cases: [{ what: "notes", times: 10, small: await add(notes), large: await add(10 * notes) }],
  };
}

export function growEdits({ isQuick, makeFolder }: GrowthRun): GrowthRow {
  const edit = async (store: string, edits: number) => {
    const clew = await open(store);
    await clew.observe({ session, id: 1, text: "The plan." });
    for (let index = 1; index <= edits; index++)
      await clew.edit({ session, id: 1, editedAt: 1_000 + index, text: `The plan, number ${index}.` });
    await clew.close();
  };
  const edits = isQuick ? 5 : 500;
  const cases = (["memory", "SQLite"] as const).map((kind): GrowthCase => {
    const place = () => (kind === "memory" ? kind : join(makeFolder(), "clew.db"));
    return {
      what: `the log in ${kind}`,
      times: 2,
      small: () => edit(place(), edits),
      large: () => edit(place(), 2 * edits),
    };
  });
  return { title: "edits of one message", limit: 2.3, cases };
}

export function growArchives({ isQuick, makeFolder }: GrowthRun): GrowthRow {
  const days = isQuick ? 20 : 8_000;
  const read = (members: number): Work => {
    const path = writeSlackArchive(makeFolder(), members);
    return async () => {
      const clew = await open("memory");
      const { added } = await clew.import(path);
      if (added !== members) throw new Error(`Of ${members} messages ${added} were read`);
      await clew.close();
    };
  };
  return {
    title: "an archive of many members",
    limit: 2.3,
    cases: [{ what: "days of one channel", times: 2, small: read(days), large: read(2 * days) }],
  };
}

/** A chat of people, each of whose messages tells something that lasts: what it teaches is compared with what is known. */
export function growHistories({ isQuick, makeFolder }: GrowthRun): GrowthRow {
  const messages = isQuick ? 20 : 500;
  const learn = (members: number): Work => {
    const path = writeSlackArchive(makeFolder(), members, (day) => `Box ${day} is on shelf ${day % 97} of the cellar.`);
    return async () => {
      const clew = await open("memory");
      await clew.import(path);
      await clew.index({ finish: true });
      await clew.close();
    };
  };
  return {
    title: "a long history that teaches",
    limit: 4.8,
    cases: [{ what: "messages of one chat", times: 4, small: learn(messages), large: learn(4 * messages) }],
  };
}

export function growFiles({ isQuick }: GrowthRun): GrowthRow {
  const keep = (bytes: number, form: "text" | "bytes"): Work => {
    const content = Buffer.alloc(bytes, "clew");
    const data = form === "text" ? content.toString("base64") : new Uint8Array(content);
    return async () => {
      const clew = await open("memory");
      // Several, so that one collection of garbage is not the measure.
      for (let id = 1; id <= 6; id++)
        await clew.observe({ session, id, text: "see", files: [{ mediaType: "application/pdf", data }] });
      await clew.close();
    };
  };
  const bytes = isQuick ? 10_000 : 10_000_000;
  const cases = (["text", "bytes"] as const).map(
    (form): GrowthCase => ({
      what: `as ${form}`,
      times: 2,
      small: keep(bytes, form),
      large: keep(2 * bytes, form),
    }),
  );
  return { title: "a large file", limit: 2.3, cases };
}
