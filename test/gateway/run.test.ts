import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeAccount, readAccount } from "@clewline/cli/run/account.js";
import { findSetting, knownClients, listUpstreams } from "@clewline/cli/run/clients.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { usageEvent } from "@clewline/core/model/call-usage.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { type StandIn, startAnthropic } from "clewline/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { program } from "../cli-program.js";
import { objects, typed } from "../cli-run.js";
import { ask, openRoom } from "./room.js";

/** A client as small as one can be: two turns, what it heard on stdout, and the status that it is told to end with. */
const client = `
const list = [];
const url = process.env.ANTHROPIC_BASE_URL + "/v1/messages";
for (const words of ["Which tap drips?", "Who comes?"]) {
  list.push({ role: "user", content: words });
  const body = JSON.stringify({ model: "claude-sonnet-5", max_tokens: 500, messages: list });
  const headers = { "x-api-key": "k", "content-type": "application/json" };
  const { content } = await (await fetch(url, { method: "POST", headers, body })).json();
  list.push({ role: "assistant", content });
  console.log(content[0].text);
}
process.exit(Number(process.argv[2]));
`;

const folder = mkdtempSync(join(tmpdir(), "clew-run-test-"));
const file = join(folder, "client.mjs");
let upstream: StandIn;

beforeAll(async () => {
  writeFileSync(file, client);
  upstream = await startAnthropic(() => ({ text: "The one in the cellar." }));
});

afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

function runWords(store: string, ...words: string[]): readonly string[] {
  return ["run", "--store", join(folder, store), "--upstream", `anthropic=${upstream.origin}`, ...words];
}

test("clew run passes output and status through, and says at the end what came of it", async () => {
  const words = runWords("one.db", "--", process.execPath, file, "7");
  const child = spawn(process.execPath, [...program, ...words], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error]: string[][] = [[], []];
  child.stdout.on("data", (text) => out?.push(String(text)));
  child.stderr.on("data", (text) => error?.push(String(text)));
  expect(await once(child, "close")).toEqual([7, null]);
  expect(out?.join("")).toBe("The one in the cellar.\nThe one in the cellar.\n");
  const said = error?.join("") ?? "";
  expect(said).toContain("is none of claude, codex");
  expect(said).toMatch(/clew: sent [\d,]+ tokens in 2 calls/);
  expect(said).toMatch(/clew: \d+ % fewer bytes than the client would have sent/);
  expect(said).not.toContain("not finished");
  expect(said).toContain("recalled: 0");
  const { out: kept } = await typed(["log", "--json", "--store", join(folder, "one.db")]);
  const texts = objects(kept).map(({ text }) => text);
  expect(texts.filter((text) => String(text).includes("Which tap drips?"))).toHaveLength(1);
  expect(texts.filter((text) => String(text).includes("The one in the cellar."))).toHaveLength(2);
});

test("clew run ends its client when it is told to end, as the client would end without it", async () => {
  const waiting = join(folder, "waiting.mjs");
  writeFileSync(
    waiting,
    `process.on("SIGTERM", () => process.exit(9)); console.log("here"); setInterval(() => {}, 1000);`,
  );
  const words = runWords("two.db", "--", process.execPath, waiting);
  const child = spawn(process.execPath, [...program, ...words], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([9, null]);
});

test("a program that there is none of is named, with what to write", async () => {
  const { code, error } = await typed(runWords("three.db", "--", join(folder, "no-such-program")));
  expect(code).toBe(2);
  expect(error).toContain("clew run -- claude");
});

test("no name of a program is none that there is", async () => {
  const { code, error } = await typed(runWords("three.db", "--", ""));
  expect(code).toBe(2);
  expect(error).toContain("clew run -- claude");
});

test("the client's status is that of clew run, also where its log is gone at the end", async () => {
  const leaving = `require("node:fs").rmSync(${JSON.stringify(join(folder, "gone.db"))}); process.exit(5);`;
  const { code, error } = await typed(runWords("gone.db", "--", process.execPath, "-e", leaving));
  expect(code).toBe(5);
  expect(error).toContain("can't be read");
});

test("every known client is pointed at the gateway, by its own words or variables", () => {
  const url = "http://127.0.0.1:9";
  const settings = knownClients.map((name) => findSetting(name, url, "/folder"));
  expect(settings.filter((setting) => !JSON.stringify(setting).includes(url))).toEqual([]);
  for (const name of ["no-client", "constructor"]) expect(findSetting(name, url, "/folder")).toBeNull();
});

test("an address that the user has set is where the gateway sends requests", () => {
  const set = { ANTHROPIC_BASE_URL: "http://a.test", OPENAI_BASE_URL: "http://b.test/v1", OTHER: "c" };
  expect(listUpstreams(set)).toEqual(["anthropic=http://a.test", "openai=http://b.test"]);
});

test("the account of a long run has all of its calls, not the newest alone", async () => {
  const room = await openRoom([{ text: "Yes.", usage: { input: 100, output: 7 } }]);
  await room.client({ "x-clew-session": "test:long" }).messages.create(ask({ role: "user", content: "Hello" }));
  const clew = await room.log();
  const [ref] = (await clew.lanes("test:long")).map((lane) => lane.ref);
  const store = openSqliteStore({ path: room.file, hash: sha256 });
  const [record] = ref === undefined ? [] : await store.records(ref, "event", usageEvent, 1);
  const more = Array.from({ length: 1_499 }, (_, number) => ({ ...record, id: `call ${number}` }) as LaneRecord);
  await store.write({ ref: ref as LaneRef, records: more });
  await store.close();
  const views = Array.from({ length: 1_500 }, () => ({ ref: ref as LaneRef, given: 10, sent: 10, isObserved: false }));
  expect(await readAccount(clew, views, 0)).toMatchObject({ calls: 1_500, answered: 1_500 * 7 });
});

test("the account tells calls that were made again, and a conversation that ended without an answer", async () => {
  const read = { calls: [{ tool: "read", input: { path: "a.txt" } }] };
  const room = await openRoom(() => read);
  const client = room.client({ "x-clew-session": "test:again" });
  const tools = [{ name: "read", input_schema: { type: "object" as const } }];
  const list: Parameters<typeof ask> = [{ role: "user", content: "Read it" }];
  for (let call = 0; call < 3; call++) {
    const { content } = await client.messages.create({ ...ask(...list), tools });
    const [id] = content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    const results = [{ type: "tool_result" as const, tool_use_id: id ?? "", content: "A line." }];
    list.push({ role: "assistant", content }, { role: "user", content: results });
  }
  const clew = await room.log();
  const [ref] = (await clew.lanes("test:again")).map((lane) => lane.ref);
  const views = [{ ref: ref as LaneRef, given: 10, sent: 5, isObserved: false }];
  const account = await readAccount(clew, views, 0);
  expect(account).toMatchObject({ repeated: 2, recalled: 0, unfinished: 1 });
  const lines = describeAccount(account, () => "clew log").join("\n");
  expect(lines).toContain("same call again: 2");
  expect(lines).toContain("not finished: 1 conversation without an answer at the end");
});
