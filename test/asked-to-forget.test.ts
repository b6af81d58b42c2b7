/** What a person asks to forget before a model has read it is not asked about. */
import type { Clew } from "clewline";
import { afterEach, expect, test } from "vitest";
import { listTexts, openAsking, sayAll } from "./batch-room.js";

const open: Clew[] = [];
afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
});

const teeth = "The tall one at the corner looks after our teeth these days";

test.each(["Forget what I said about the teeth.", "Forget that."])("%s", async (wish) => {
  const { clew, asked } = await openAsking((batch) =>
    batch.messages.map((text, place) => ({ op: "add", from: `m${place + 1}`, kind: "fact", text })),
  );
  open.push(clew);
  await sayAll(clew, ["I guess the neighbour with the loud trumpet left for good", teeth, wish]);
  expect(asked.flatMap(({ messages }) => messages)).not.toContain(teeth);
  expect(asked.flatMap(({ messages }) => messages)).toContain(
    "I guess the neighbour with the loud trumpet left for good",
  );
  expect(await listTexts(clew)).not.toContain(teeth);
});
