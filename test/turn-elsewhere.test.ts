/** A turn that another process answers: each verb of a second handle says so, and never that all is well. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew, type Turn } from "clewline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const session = "telegram:chat:42";
let folder: string;
let answering: Clew;
let other: Clew;
let turn: Turn;

/** Two logs over one file are as foreign to each other as two processes. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-elsewhere-"));
  const open = () => openClew({ store: join(folder, "clew.db"), config: false, window: 8_000 });
  [answering, other] = [await open(), await open()];
  turn = await answering.begin({ session, id: 1, text: "Where is the ladder?" });
});

afterEach(async () => {
  await answering.close();
  await other.close();
  rmSync(folder, { recursive: true, force: true });
});

const verbs: Readonly<Record<string, (turn: Turn) => Promise<void>>> = {
  fail: (turn) => turn.fail(new Error("broken")),
  complete: (turn) => turn.complete({ text: "In the shed" }),
  sent: (turn) => turn.sent(),
  "sent with an id": (turn) => turn.sent(7),
};

describe("while another process answers the turn", () => {
  test.each(Object.keys(verbs))("%s is refused, and the turn goes on there", async (name) => {
    const held = await other.turn(turn.id);
    await expect(verbs[name]?.(held)).rejects.toMatchObject({ code: "turn/not-running" });
    expect(held.state).toBe("running");
    await turn.complete({ text: "Behind the house" });
    expect((await other.unsent()).map(({ text }) => text)).toEqual(["Behind the house"]);
  });

  test("record is refused", async () => {
    const held = await other.turn(turn.id);
    await expect(held.record({ text: "Looking" })).rejects.toMatchObject({ code: "turn/not-running" });
  });

  test("cancel stops it, for everybody", async () => {
    const held = await other.turn(turn.id);
    await held.cancel("enough");
    expect(held.state).toBe("cancelled");
    await expect(turn.complete({ text: "Behind the house" })).rejects.toMatchObject({ code: "turn/not-running" });
  });
});

test("sent by a handle from before the ending marks the reply as sent", async () => {
  const held = await other.turn(turn.id);
  await turn.complete({ text: "Behind the house" });
  await held.sent(7);
  expect(await other.unsent()).toEqual([]);
  expect(held.reply).toEqual({ text: "Behind the house", sent: true });
});

test("fail of a turn that has ended elsewhere does nothing", async () => {
  const held = await other.turn(turn.id);
  await turn.complete({ text: "Behind the house" });
  await held.fail("late");
  expect(held.state).toBe("completed");
});
