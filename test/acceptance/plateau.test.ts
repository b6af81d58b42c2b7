/** A conversation that goes on for ever costs the same every day. */
import { expect, test } from "vitest";
import { filler, openLab, policies, session } from "./lab.js";

const budget = 6_000;
const turns = 400;

test.each(policies)("under %s turns 301 to 400 send no more than turns 101 to 200", async (policy) => {
  const { clew } = await openLab({ policy, window: { tokens: 8_000, reply: 2_000 } });
  const sent: number[] = [];
  for (let number = 1; number <= turns; number++) {
    const fact = `Bed ${number} has ${number + 20} tulips.`;
    const isRead = number % 4 === 0;
    const turn = await clew.begin({ session, text: isRead ? fact : `${fact} ${filler(number, budget / 20)}` });
    const calls = [{ id: `c${number}`, tool: "read", input: { number }, output: filler(number, budget / 20) }];
    if (isRead) await turn.record({ calls });
    const view = await turn.view();
    if (view.kind === "too-small") throw new Error(`${view.needed} of ${view.available} tokens`);
    expect(view.tokens).toBeLessThanOrEqual(budget);
    sent.push(view.tokens);
    await turn.complete({ text: "Noted." });
  }
  const sum = (from: number, to: number) => sent.slice(from - 1, to).reduce((total, tokens) => total + tokens, 0);
  expect(sum(301, 400) / sum(101, 200)).toBeLessThanOrEqual(1.1);
  expect(sum(301, 400) / sum(101, 200)).toBeGreaterThan(0.9);
  await clew.close();
});
