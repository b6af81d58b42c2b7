/** A message that a person asks to forget before a model has read it is not asked about. */
import type { Clew } from "clewline";
import { afterEach, expect, test } from "vitest";
import { listTexts, openAsking, say, sayAll } from "./batch-room.js";

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

test("what somebody asks to forget while the model thinks is not kept", async () => {
  let think = async () => undefined as unknown;
  const { clew } = await openAsking(async (batch) => {
    await think();
    return [{ op: "add", from: batch.from("teeth"), kind: "fact", text: teeth }];
  });
  open.push(clew);
  think = () => say(clew, "Forget what I said about the teeth.");
  await sayAll(clew, [teeth]);
  expect(await listTexts(clew)).not.toContain(teeth);
});
