/** A host's own original travels with what was said: kept, handed back, and shown to no model. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew, type ViewResult } from "clewline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { exported } from "./exported.js";

const session = "telegram:chat:42";
const update = (text: string) => ({
  update_id: 7,
  message: { text, entities: [{ type: "bold" }] },
  secret: "only-raw",
});

describe.each(["memory", "SQLite"])("with the log in %s", (kind) => {
  let clew: Clew;
  let folder: string;
  const open = (more: Parameters<typeof openClew>[0] = {}) =>
    openClew({ store: kind === "memory" ? "memory" : join(folder, `${Date.now()}-${Math.random()}.db`), ...more });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-raw-"));
    clew = await open();
  });
  afterEach(async () => {
    await clew.close();
    rmSync(folder, { recursive: true });
  });

  const rawsOf = (view: ViewResult) =>
    view.kind === "fits" ? view.shown.flatMap(({ raws = [] }) => raws.map(({ raw }) => raw)) : [];
  const rawsOfLog = async (of: Clew = clew) =>
    (await of.log({ session, limit: 100 })).lines.flatMap(({ raw }) => (raw === undefined ? [] : [raw]));

  test("the view and the log hand it back, and no message, receipt or search holds it", async () => {
    const first = update("Which tap drips?");
    await clew.observe({ session, id: 1, text: "Which tap drips?", raw: first });
    const turn = await clew.begin({ session, id: 2, text: "And why?", raw: [null, "second"] });
    const view = await turn.view();
    expect(rawsOf(view)).toEqual([first, [null, "second"]]);
    expect(await rawsOfLog()).toEqual([first, [null, "second"]]);
    expect(view.kind === "fits" && JSON.stringify([view.system, view.messages, view.receipt])).not.toContain(
      "only-raw",
    );
    expect(await clew.replay(view.kind === "fits" ? view.receipt.id : "")).not.toContain("only-raw");
    expect(await clew.search("only-raw")).toEqual([]);
    const answer = { role: "assistant" as const, content: "The seal is worn.", raw: { response: "r1" } };
    await turn.record({ messages: [answer] });
    expect((await rawsOfLog()).at(-1)).toEqual({ response: "r1" });
  });

  test("it changes no byte of a view", async () => {
    const bytes = async (raw: object) => {
      const other = await openClew({ store: "memory" });
      const view = await (await other.begin({ session, id: 1, at: 1_770_000_000_000, text: "Hello", ...raw })).view();
      await other.close();
      return view.kind === "fits" ? [view.system, view.messages.slice(-1), view.tokens] : [];
    };
    const texts = (await Promise.all([bytes({}), bytes({ raw: update("x") })])).map((each) =>
      JSON.stringify(each).replace(/\d\d:\d\d/g, ""),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  test("a second delivery with another original changes nothing", async () => {
    await clew.observe({ session, id: 1, text: "once", raw: 1 });
    await clew.observe({ session, id: 1, text: "once", raw: 2 });
    await clew.observe({ session, id: 1, text: "once" });
    expect(await rawsOfLog()).toEqual([1]);
  });

  test("an edit brings its own", async () => {
    await clew.observe({ session, id: 1, text: "Which tab drips?", raw: "first" });
    await clew.edit({ session, id: 1, text: "Which tap drips?", raw: "second", editedAt: Date.now() + 1_000 });
    expect(await rawsOfLog()).toEqual(["first", "second"]);
    expect(rawsOf(await (await clew.begin({ session, id: 2, text: "So?" })).view())).toContain("second");
  });

  test("what is not shown in full comes without it", async () => {
    for (let id = 1; id < 60; id++)
      await clew.observe({ session, id, text: `bed ${id}: ${"dry ".repeat(20)}`, raw: id });
    const raws = rawsOf(await (await clew.begin({ session, id: 99, text: "So?", raw: 99 })).view({ window: 1_500 }));
    expect(raws).toContain(99);
    expect(raws.length).toBeLessThan(40);
    expect(await rawsOfLog()).toHaveLength(60);
  });

  test("a synced list may bring originals, and is the same list with others", async () => {
    const list = (raw: unknown) => [{ role: "user" as const, content: "one", raw }];
    expect(rawsOf(await clew.sync({ session, messages: list({ ui: 1 }) }))).toEqual([{ ui: 1 }]);
    const { total } = await clew.log({ session });
    await clew.sync({ session, messages: list({ ui: 2 }) });
    expect((await clew.log({ session })).total).toBe(total);
  });

  test("it comes back from an export", async () => {
    await clew.observe({ session, id: 1, text: "one", raw: update("one") });
    const path = join(folder, "export.jsonl");
    writeFileSync(path, (await exported(clew)).map((line) => `${line}\n`).join(""));
    const other = await open();
    await other.import(path, { format: "clew" });
    expect(await rawsOfLog(other)).toEqual([update("one")]);
    expect(await exported(other)).toEqual(await exported(clew));
    await other.close();
  });

  test("a log that keeps no secrets keeps none of them, and says so once", async () => {
    const said = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const careful = await open({ redact: "stored" });
    await careful.observe({ session, id: 1, text: "one", raw: update("one") });
    const turn = await careful.begin({ session, id: 2, text: "two", raw: update("two") });
    await turn.record({ messages: [{ role: "assistant", content: "three", raw: update("three") }] });
    expect(await rawsOfLog(careful)).toEqual([]);
    expect((await exported(careful)).join("")).not.toContain("only-raw");
    await careful.close();
    expect(said.mock.calls.flat().filter((line) => String(line).includes("Raw originals"))).toHaveLength(1);
    said.mockRestore();
  });

  test("one that is too large, or no JSON, is refused before anything is kept", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const raw of ["x".repeat(70_000), circle])
      await expect(clew.observe({ session, id: 1, text: "one", raw })).rejects.toMatchObject({ code: "message/bad" });
    await expect(clew.log({ session })).rejects.toMatchObject({ code: "session/unknown" });
  });
});
