/** A log that is locked, moved away or full while a gateway runs. */
import { renameSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { idleMs } from "../idle-time.js";
import { openDatabase } from "../open-database.js";
import { ask, openRoom, said, textOf } from "./room.js";

const named = { "x-clew-session": "test:one" };
const question = { role: "user" as const, content: "Hello" };

describe("a log that another process keeps locked", () => {
  test("holds up nothing but what is to be written", async () => {
    const room = await openRoom(() => ({ text: "Yes." }));
    const other = openDatabase(room.file);
    other.exec("BEGIN IMMEDIATE");
    const [late, early] = [room.client(named), room.client()].map((client) => client.messages.create(ask(question)));
    // Were it waited for in the loop, it could not be given free before the wait is over and the requests are passed on.
    for (let left = 10; left > 0; left--) expect((await fetch(`${room.url}/clew/health`)).status).toBe(200);
    other.exec("ROLLBACK");
    other.close();
    expect([
      textOf(await (late as NonNullable<typeof late>)),
      textOf(await (early as NonNullable<typeof early>)),
    ]).toEqual(["Yes.", "Yes."]);
    expect(await said(room, "test:one")).toHaveLength(2);
    expect(room.lines).toEqual([]);
  });

  test("and does not give it free lets requests go on unchanged, all of them after the same few seconds", async () => {
    const room = await openRoom(() => ({ text: "Yes." }));
    const other = openDatabase(room.file);
    other.exec("BEGIN IMMEDIATE");
    const headers = { ...named, "x-api-key": "k" };
    const body = JSON.stringify(ask(question));
    const send = () => fetch(`${room.url}/v1/messages`, { method: "POST", headers, body });
    let answers: readonly Response[] = [];
    const waited = await idleMs(async () => {
      answers = await Promise.all([send(), fetch(`${room.url}/v1/messages`, { method: "POST", body }), send()]);
    });
    other.exec("ROLLBACK");
    other.close();
    // The second of the chat waits behind its first.
    const expected = expect.stringMatching(/^passed; (?:store\/unavailable|late)$/);
    expect(answers.map((answer) => answer.headers.get("x-clew"))).toEqual(Array(3).fill(expected));
    expect(waited).toBeLessThan(14_000);
    expect(room.lines).toHaveLength(3);
    expect((await send()).headers.get("x-clew")).toBe("viewed");
  });
});

test("nothing is written to a log that is not where it was, and it goes on once it is back", async () => {
  const room = await openRoom(() => ({ text: "Yes." }));
  const send = () =>
    fetch(`${room.url}/v1/messages`, { method: "POST", headers: named, body: JSON.stringify(ask(question)) });
  expect((await send()).headers.get("x-clew")).toBe("viewed");
  renameSync(room.file, `${room.file}.away`);
  expect((await send()).headers.get("x-clew")).toBe("passed; store/unavailable");
  expect(room.lines).toEqual([expect.stringContaining("moved or deleted")]);
  renameSync(`${room.file}.away`, room.file);
  expect((await send()).headers.get("x-clew")).toBe("viewed");
});
