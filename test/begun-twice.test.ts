import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const session = "telegram:chat:42";
const message = { session, id: 1, text: "is it dry?" };
const soon = () => new Promise((done) => setTimeout(done, 30));

describe.each(["memory", "sqlite"])("a message that is begun twice, on %s", (kind) => {
  let folder = "";
  let clew: Clew;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-twice-"));
    clew = await openClew({ store: kind === "memory" ? "memory" : join(folder, "clew.db"), window: 8_192 });
  });

  afterEach(async () => {
    await clew.close();
    rmSync(folder, { recursive: true });
  });

  const kept = {
    "after its answer failed": async () => (await clew.begin(message)).fail(new Error("no water")),
    "after it was only kept": () => clew.observe(message),
  };

  test.each(Object.entries(kept))("while the lane is busy, %s, is answered once", async (_name, before) => {
    await before();
    const other = await clew.begin({ session, id: 2, text: "something else" });
    const deliveries = [1, 2, 3].map(async () => {
      const turn = await clew.begin(message);
      if (!turn.repeated) await turn.complete({ text: "yes" });
      return turn.repeated;
    });
    await soon();
    await other.complete({ text: "fine" });
    expect((await Promise.all(deliveries)).toSorted()).toEqual([false, true, true]);
    expect((await clew.begin(message)).repeated).toBe(true);
    const { lines } = await clew.log({ limit: 100 });
    expect(lines.filter(({ text }) => text === "agent: yes").length).toBe(1);
  });

  test("is tried again if the one that ran first failed too", async () => {
    await clew.observe(message);
    const other = await clew.begin({ session, id: 2, text: "something else" });
    let ran = 0;
    const deliveries = [1, 2].map(async () => {
      const turn = await clew.begin(message);
      expect(turn.repeated).toBe(false);
      ran += 1;
      await (ran === 1 ? turn.fail(new Error("no water")) : turn.complete({ text: "yes" }));
    });
    await soon();
    await other.complete({ text: "fine" });
    await Promise.all(deliveries);
  });
});
