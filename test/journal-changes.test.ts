/** The journal after an edit or a deletion: the words that were taken back are in no paragraph, the others stay. */
import { expect, test } from "vitest";
import { exchange, filler, type Lab, openLab, session } from "./acceptance/lab.js";

const told = "The locksmith's number is 555-0142 and he costs 80 euros.";
const kept = "The gardener comes on Tuesday at 15:00.";

/** Two messages of a channel, and enough after them that both are summarised. */
async function fillLab(): Promise<Lab> {
  const lab = await openLab({ window: 4_000 });
  await lab.clew.observe({ session, id: "a", text: told });
  await lab.clew.observe({ session, id: "b", text: kept });
  for (let number = 0; number < 30; number++) {
    await exchange(lab, { asked: `Bed ${number}. ${filler(number, 60)}`, reply: filler(number, 60) });
  }
  return lab;
}

test("the journal is as it was written, until words of it are edited or deleted; the log and its receipts stay", async () => {
  const { clew, engine, ref } = await fillLab();
  const records = await engine.store.records(ref, "journal", null, 1_000);
  const texts = records.toReversed().flatMap((record) => (record.kind === "journal" ? [record.text] : []));
  const before = await clew.journal({ session });
  expect(before).toBe(texts.join("\n\n"));
  expect(before).toContain("555-0142");
  expect(before).toContain("15:00");
  const entries = await engine.store.range(ref, 1, 20);
  const { receipt } = await clew.why({ session });
  const bytes = await clew.replay(receipt.id);

  await clew.edit({ session, id: "a", text: "The locksmith moved away.", editedAt: Date.now() + 1_000 });
  const edited = await clew.journal({ session });
  expect(edited).not.toContain("555-0142");
  expect(edited).toContain("15:00");

  await clew.edit({ session, id: "b", deleted: true });
  const deleted = await clew.journal({ session });
  expect(deleted).not.toMatch(/555-0142|locksmith|gardener comes/);

  expect(await engine.store.range(ref, 1, 20)).toEqual(entries);
  expect(await clew.replay(receipt.id)).toEqual(bytes);
});
