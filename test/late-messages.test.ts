/** What a channel delivers twice, in another order or under a name that is taken. */
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:7";
const asked = { session, id: 1, text: "Is the gate shut?" };

describe("an id with other words", () => {
  const conflict = {
    code: "log/conflict",
    message: 'Message "1", revision 0, is already in the log with other content',
  };
  const states: readonly [string, (clew: Clew) => Promise<unknown>][] = [
    ["answered", async (clew) => (await clew.begin(asked)).complete({ text: "It is." })],
    ["being answered", (clew) => clew.begin(asked)],
    ["kept", (clew) => clew.observe(asked)],
  ];

  test.each(states)(
    "is refused where that message is %s, and the same words change nothing",
    async (_state, before) => {
      const clew = await openFresh();
      await before(clew);
      const { lines } = await clew.log({ session });
      await expect(clew.begin({ ...asked, text: "Is the door shut?" })).rejects.toMatchObject(conflict);
      await expect(clew.observe({ ...asked, text: "Is the door shut?" })).rejects.toMatchObject(conflict);
      await clew.observe(asked);
      expect((await clew.log({ session })).lines).toEqual(lines);
    },
  );

  test("is an older version, which nobody needs, once the message was edited", async () => {
    const clew = await openFresh();
    await (await clew.begin(asked)).complete({ text: "It is." });
    await clew.edit({ ...asked, text: "Is the door shut?", editedAt: 1_800_000_000_000 });
    expect((await clew.begin({ ...asked, text: "Is the roof shut?" })).repeated).toBe(true);
  });

  test("is the same message where a secret in it was told only later", async () => {
    const clew = await openFresh({ redact: "stored" });
    const bare = { session, id: 1, text: "Use hunter2x9Q for it" };
    await (await clew.begin(bare)).complete({ text: "Done." });
    await clew.observe({ session, id: 2, text: "The password: hunter2x9Q" });
    await clew.observe(bare);
    expect((await clew.begin(bare)).repeated).toBe(true);
    await expect(clew.begin({ ...bare, text: "Use hunter2x9Q for that" })).rejects.toMatchObject(conflict);
  });

  test("is a newer version where it is an edit, even of the same second", async () => {
    const clew = await openFresh();
    await clew.observe(asked);
    for (const text of ["Is the door shut?", "Is the barn shut?"])
      await clew.edit({ ...asked, text, editedAt: 1_800_000_000_000 });
    const turn = await clew.begin({ session, id: 2, text: "Well?" });
    const view = await turn.view();
    expect(JSON.stringify(view)).toContain("barn");
  });
});

test("a reply that came before its parent: the thread goes on where the parent is", async () => {
  const clew = await openFresh();
  await (await clew.begin({ session, id: 5, replyTo: 4, text: "Which gate?" })).complete({ text: "I can't tell." });
  await clew.observe({ session, id: 4, text: "The gate creaks." });
  const next = await clew.begin({ session, id: 6, replyTo: 5, text: "The lower one." });
  const view = JSON.stringify(await next.view());
  expect(view).toContain("The gate creaks.");
  expect(view).toContain("<clew-quote");
  await next.complete({ text: "Then oil it." });
  const again = await clew.begin({ session, id: 7, replyTo: 4, text: "Done." });
  const lanes = await clew.lanes(session);
  expect(lanes.map(({ ref: { lane } }) => lane).toSorted()).toEqual(["reply:7:4", "root:7"]);
  expect(JSON.stringify(await again.view())).toContain("Then oil it.");
});
