import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, type ClewOptions, type IncomingMessage, openClew } from "clewline";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "clew-fields-"));
afterAll(() => rmSync(folder, { recursive: true }));

const session = "telegram:chat:1";
let clew: Clew;
beforeEach(async () => {
  clew = await openClew({ store: "memory", config: false, timeZone: "UTC" });
});
afterEach(() => clew.close());

describe("a field that a message doesn't have", () => {
  test.each([
    ["content", /^Did you mean text\? What only you need goes into raw$/],
    ["sender", /^Did you mean from\? What only you need goes into raw$/],
    ["repylTo", /^Did you mean replyTo\? What only you need goes into raw$/],
    ["flavour", /^Its fields are session, text, files, id, .* What only you need goes into raw$/],
  ])("is refused with the name that was meant, and nothing is kept: %s", async (name, hint) => {
    const message = { session, id: 1, [name]: "hello" } as IncomingMessage;
    const expected = {
      code: "message/bad",
      message: `A message has no field "${name}"`,
      hint: expect.stringMatching(hint),
    };
    await expect(clew.begin(message)).rejects.toMatchObject(expected);
    await expect(clew.observe(message)).rejects.toMatchObject(expected);
    expect(await clew.sessions()).toEqual([]);
  });
});

describe("the time of a message", () => {
  test("may be told in seconds, as channels do, in milliseconds, as a text or as a date", async () => {
    const moment = Date.UTC(2026, 4, 5, 8, 30);
    const times = [moment / 1_000, moment, "2026-05-05T08:30:00Z", new Date(moment)];
    for (const [id, at] of times.entries()) await clew.observe({ session, id, text: "Here.", at });
    const { lines } = await clew.log({ session });
    expect(lines.map(({ at }) => at)).toEqual(times.map(() => moment));
  });

  test("that can't be read is that of its arrival, and a warning says so", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const before = Date.now();
    await clew.observe({ session, id: 7, text: "Here.", at: "the day before" });
    expect(warned).toHaveBeenCalledWith(
      "Message 7 of telegram:chat:1 has a time that can't be read, and gets that of its arrival",
      { type: "ClewWarning" },
    );
    warned.mockRestore();
    const { lines } = await clew.log({ session });
    expect(lines[0]?.at).toBeGreaterThanOrEqual(before);
  });
});

test.each<[string, object]>([
  ["a zone", { timeZone: "Mars/Base" }],
  ["a way to keep secrets out", { redact: "all" }],
  ["a way to count", { tokens: "roughly" }],
  ["a switch", { inferReplies: "yes" }],
  ["a policy", { policy: { name: "mine" } }],
  ["a name", { windows: 9_000 }],
])("%s that openClew doesn't know leaves no file behind", async (_what, options) => {
  const store = join(folder, "none.db");
  await expect(openClew({ store, config: false, ...options } as ClewOptions)).rejects.toMatchObject({
    code: expect.stringMatching(/^(options|policy)\/bad$/),
  });
  expect(existsSync(store)).toBe(false);
});
