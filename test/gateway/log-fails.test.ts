/** A log that is locked, moved away or full while a gateway runs. */
import { renameSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
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
    let longest = 0;
    for (let [before, left] = [performance.now(), 40]; left > 0; left--) {
      await fetch(`${room.url}/clew/health`);
      await pause(10);
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }
    other.exec("ROLLBACK");
    other.close();
    expect(longest).toBeLessThan(1_000);
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
    const start = performance.now();
    const headers = { ...named, "x-api-key": "k" };
    const body = JSON.stringify(ask(question));
    const send = () => fetch(`${room.url}/v1/messages`, { method: "POST", headers, body });
    const answers = await Promise.all([send(), fetch(`${room.url}/v1/messages`, { method: "POST", body }), send()]);
    const took = performance.now() - start;
    other.exec("ROLLBACK");
    other.close();
    expect(answers.map((answer) => answer.headers.get("x-clew"))).toEqual(Array(3).fill("passed; store/unavailable"));
    expect(took).toBeLessThan(14_000);
    expect(room.lines).toHaveLength(3);
    expect((await send()).headers.get("x-clew")).toBe("viewed");
  }, 30_000);
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
