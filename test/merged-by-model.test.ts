/** A model merges only what is said of the same people and things. */
import type { Clew } from "clewline";
import { afterEach, expect, test } from "vitest";
import { listTexts, openAsking, sayAll } from "./batch-room.js";

const open: Clew[] = [];
afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
});

test.each([
  ["I'm allergic to penicillin.", "My son is allergic to penicillin."],
  ["My sister is allergic to nuts.", "My brother is allergic to nuts."],
  ["I take lithium every morning.", "My husband takes lithium every morning."],
])("%s does not go for %s", async (own, other) => {
  const { clew } = await openAsking((batch) => [
    { op: "merge", note: batch.note(own.slice(0, 12)), into: batch.note(other.slice(0, 10)) },
  ]);
  open.push(clew);
  await sayAll(clew, [own, other]);
  expect(await listTexts(clew)).toEqual([own, other].sort());
});
