/** What must be true of a log whose process was killed while a host handed over its list again and again. */

import type { Entry } from "@clewline/core/log/entry.js";
import { openClew } from "clewline";
import { expect } from "vitest";
import type { Acknowledged } from "./child.js";
import { lanesIn } from "./look.js";
import { listAt } from "./script.js";

/** How many lists were acknowledged. */
export async function checkKilledSync(path: string, session: string, lines: readonly string[]): Promise<number> {
  const acknowledged = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Acknowledged);
  const count = acknowledged.length;
  const [least, most] = [listOf(count - 1), listOf(count)];
  expect([least, most]).toContainEqual(await readList(path, session));
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  try {
    for (const { receipt } of acknowledged) await clew.replay(receipt?.id ?? "");
    expect((await clew.sync({ session, messages: listAt(count) })).kind).toBe("fits");
    expect(await readList(path, session)).toEqual(most);
    expect((await clew.sync({ session, messages: listAt(count) })).kind).toBe("fits");
    expect(await readList(path, session)).toEqual(most);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  } finally {
    await clew.close();
  }
  return count;
}

/** The first words of the list at this call; before the first there is none. */
function listOf(number: number): readonly string[] {
  return number < 0 ? [] : listAt(number).map(({ content }) => readFirstWord(content));
}

async function readList(path: string, session: string): Promise<readonly string[]> {
  const lanes = await lanesIn(path, session);
  return lanes.flatMap(({ entries }) => entries.flatMap(readSaid));
}

function readSaid(entry: Entry): readonly string[] {
  if (entry.kind !== "said") return [];
  const [part] = entry.parts;
  const text = part === undefined || part.kind === "file" ? "" : part.text;
  return [readFirstWord(typeof text === "string" ? text : text.head)];
}

function readFirstWord(text: string): string {
  return text.split(" ")[0] ?? "";
}
