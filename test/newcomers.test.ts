/** What people met who used it for the first time, and told. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-newcomers-"));
const session = "telegram:chat:1";
let made = 0;

afterAll(() => rmSync(base, { recursive: true, force: true }));

function makePath(end: string): string {
  made += 1;
  return join(base, `${made}${end}`);
}

async function answer(clew: Clew, id: string, text: string): Promise<string> {
  const turn = await clew.begin({ session, id, from: "ada", text });
  const view = await turn.view();
  await turn.complete({ text: `Noted ${id}.` });
  return view.kind === "fits" ? view.receipt.id : "";
}

test("a view of which something was erased names the entry by its pointer, as the log does", async () => {
  const clew = await openClew({ store: "memory", config: false, timeZone: "UTC" });
  const views = [await answer(clew, "1", "the olive zeppelin needs engines"), await answer(clew, "2", "And now?")];
  const { lines } = await clew.log({ session });
  const pointer = lines[0]?.pointer ?? "";
  await clew.erase({ entry: pointer });
  const refusal = await clew.diff(views[0] ?? "", views[1] ?? "").catch((error: Error) => error);
  expect(refusal).toMatchObject({ code: "receipt/erased", message: expect.stringMatching(`were erased: ${pointer}$`) });
  await clew.close();
});

test.each([
  [
    "lines that are no messages",
    "bad.jsonl",
    "{ not a message\n".repeat(3),
    ["--format", "plain"],
    "Nothing of bad.jsonl can be read: line 1: ",
  ],
  [
    "a chat without a message",
    "result.json",
    '{"name":"Ada","type":"personal_chat","id":4,"messages":[]}',
    [],
    "Nothing of result.json can be read: it holds no message",
  ],
])("an import of %s makes no log", async (_what, name, text, options, told) => {
  const [file, store] = [join(base, name), makePath(".db")];
  writeFileSync(file, text);
  const { code, error } = await typed(["import", file, ...options, "--store", store]);
  expect([code, error.replaceAll(/\s+/g, " ")]).toEqual([1, expect.stringContaining(told)]);
  expect(existsSync(store)).toBe(false);
});

test("a clew.toml that can't be read is a warning of a doctor who looks at a log that is named", async () => {
  const [store, config] = [makePath(".db"), makePath(".toml")];
  const clew = await openClew({ store, config: false });
  await answer(clew, "1", "Which bed is dry?");
  await clew.close();
  writeFileSync(config, "policy = [");
  const asked = ["doctor", "--store", store, "--config", config];
  const { code, out } = await typed(asked);
  expect([code, out]).toEqual([0, expect.stringMatching(/^All is well: [\s\S]*\nwarning {2}[\s\S]*\.toml/)]);
  expect(objects((await typed([...asked, "--json"])).out)[0]).toMatchObject({ faults: [], warnings: [{}] });
  const unnamed = await typed(["doctor", "--config", config]);
  expect(unnamed.code).not.toBe(0);
});

test("a past view tells the compactions up to then, as the view told them at that time", async () => {
  const clew = await openClew({ store: "memory", config: false, window: 4_096, timeZone: "UTC" });
  const [then, now]: [number[], number[]] = [[], []];
  const views: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    views.push(await answer(clew, `${number}`, `The wind went round the house again ${number}. `.repeat(40)));
    then.push((await clew.context({ session })).compactions.count);
  }
  for (const at of views) now.push((await clew.context({ at })).compactions.count);
  expect(now).toEqual(then);
  expect(new Set(now).size).toBeGreaterThan(2);
  await clew.close();
});
