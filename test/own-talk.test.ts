import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { makeOwnTalks } from "../bench/own-talk/own-talk.js";

/** The talks were written before any ranking was tuned: whoever changes one changes what earlier figures meant. */
const written = "10b68dcd47e5dee218d2e7b85945d4bba64225257996f2d362f10c80ed8f61a9";

test("the own talks are what they were when they were written", () => {
  expect(createHash("sha256").update(JSON.stringify(makeOwnTalks())).digest("hex")).toBe(written);
});

test("two hundred questions are answered by one to four messages of their talk, all said before", () => {
  const talks = makeOwnTalks();
  const asked = talks.flatMap(({ messages, questions }) => {
    const said = new Map(messages.map(({ id, at }) => [id, at]));
    return questions.map(({ gold, now }) => gold.map((id) => (said.get(id) ?? Number.POSITIVE_INFINITY) < now));
  });
  expect(asked).toHaveLength(200);
  expect(asked.filter((found) => found.length < 1 || found.length > 4 || found.includes(false))).toEqual([]);
  expect(talks.map(({ messages }) => new Set(messages.map(({ id }) => id)).size)).toEqual(
    talks.map(({ messages }) => messages.length),
  );
});
