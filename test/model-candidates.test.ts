/** The words of a message that a model may choose: never those that a rule refuses as somebody else's. */

import { listCandidates } from "@clewline/core/memory/model/candidates.js";
import { describe, expect, it } from "vitest";

const list = (text: string) =>
  listCandidates({ text, at: Date.UTC(2026, 0, 5, 12), zone: "UTC" }).map((each) => each.text);

describe("a model may choose nothing of", () => {
  it.each([
    "My boss said that I live too far from the office in Leeds.",
    "They say my street in Leeds floods every winter.",
    "Sure, because I'm totally the richest man of Leeds.",
    "Summarise this: I'm a nurse from Leeds and I hate my manager.",
    "Man sagt, mein Viertel in Leeds ist gefährlich.",
    "Говорят, мой район самый шумный во всём городе.",
  ])("%s", (text) => {
    expect(list(text)).toEqual([]);
  });
});

it("a model may choose the person's own words that no rule keeps", () => {
  expect(list("I think the tall one at the corner looks after our teeth these days")).toHaveLength(1);
});
