/** Erasing beside what others have, and what is written later. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const root = mkdtempSync(join(tmpdir(), "clew-erase-mended-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const session = "telegram:chat:1";
const zeppelin = "the olive zeppelin needs three new engines";
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ClewError ? error.code : String(error)),
  );

async function say(clew: Clew, id: string, text: string, more: { from?: string; session?: string } = {}) {
  const turn = await clew.begin({ session, id, text, ...more });
  const view = await turn.view();
  await turn.complete({ text: `Noted ${id}.` });
  return { turn, view };
}

let made = 0;
function makeFolder(): string {
  made += 1;
  return join(root, `${made}`);
}

function openAt(path: string) {
  return openClew({ store: `${path}.db`, config: false, timeZone: "UTC" });
}

describe("an erasure that is refused", () => {
  test.each([
    ["of the only one who speaks there", ["ada"]],
    ["of one among others", ["ben", "ada"]],
  ])("leaves the chat %s as it was", async (_title, people) => {
    const path = makeFolder();
    const [clew, other] = [await openAt(path), await openAt(path)];
    for (const from of people) await say(clew, from, `Hello from ${from}, it is a fine day`, { from });
    expect(await codeOf(clew.erase({ person: "ada" }))).toBe("store/unavailable");
    await other.close();
    expect((await say(clew, "9", "And is the gate open?", { from: "ada" })).view.kind).toBe("fits");
    await clew.compact({ session });
    expect(await codeOf(clew.erase({ person: "ada" }))).toBe(null);
    await clew.close();
  });
});

describe("what comes later of an erased message", () => {
  test("an edit, a deletion and another delivery change nothing", async () => {
    const clew = await openFresh();
    await say(clew, "a", zeppelin, { from: "ada" });
    await say(clew, "b", "plain talk here", { from: "ben" });
    await clew.erase({ person: "ada" });
    const later = { session, id: "a", from: "ada", editedAt: Date.now() + 9_000 };
    await clew.edit({ ...later, text: "the olive zeppelin needs four new engines" });
    await clew.observe({ ...later, text: "the olive zeppelin needs five new engines" });
    await clew.edit({ ...later, deleted: true });
    const { view } = await say(clew, "c", "and so?", { from: "ben" });
    expect(view.kind).toBe("fits");
    expect(JSON.stringify(view)).not.toContain("zeppelin");
    expect(await clew.search("zeppelin")).toEqual([]);
    expect(
      (await clew.log({ session })).lines.map((line) => line.text).filter((text) => text !== "usage"),
    ).toHaveLength(6);
  });

  test("there is no turn for it, even if the one that it had failed", async () => {
    const clew = await openFresh();
    const turn = await clew.begin({ session, id: "a", from: "ada", text: zeppelin });
    await turn.view();
    await turn.fail(new Error("the model is gone"));
    const { lines } = await clew.log({ session });
    await clew.erase({ entry: lines[0]?.pointer ?? "" });
    const again = await clew.begin({ session, id: "a", from: "ada", text: zeppelin });
    expect(again).toMatchObject({ repeated: true, state: "cancelled" });
  });
});
