/** Secrets that come in: with "stored" they are nowhere, with "derived" in the log and in what was sent alone. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchange, filler, type Lab, openLab, session, sound } from "./acceptance/lab.js";
import { openDatabase } from "./open-database.js";
import { some } from "./some.js";

/** Made for this test; none was ever valid. */
const secrets = {
  key: "AKIAQ7ZX3WPL5MNVT2KD",
  token: "ghp_a8Kd03LmQw7ZxVb52NcRt6YuIo91PsDfGhJk",
  password: "hunter7!Trombone",
  pin: "sk_live_9fJ2kLmN4pQrS6tUvWxYz123",
  /** Told once with a label, and from then on said bare. */
  word: "hunterlakes",
  /** In files, ids and system texts. */
  file: "glpat-Qw7ZxVb52NcRt6YuIo91",
};

let folder = "";
const labs: Lab[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-secret-"));
});
afterEach(async () => {
  await Promise.all(labs.splice(0).map(({ clew }) => clew.close()));
  rmSync(folder, { recursive: true });
});

/** A conversation with secrets in every place where text comes in, long enough to be summarised. */
async function filled(redact: "stored" | "derived"): Promise<Lab> {
  const store = openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
  const lab = await openLab({ window: 4_000, redact, spillFolder: join(folder, "results") }, { store });
  labs.push(lab);
  const { clew } = lab;
  const { key, token, password, pin } = secrets;
  const turn = await clew.begin({
    session,
    id: 1,
    text: `Use the key ${key} for the bucket of the greenhouse. Its limit is 40 GB.`,
  });
  await sound(lab, turn);
  await turn.record({
    messages: [
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: `The token is ${token}`, providerOptions: { maker: { signature: "signed" } } },
          {
            type: "tool-call",
            toolCallId: "c1",
            toolName: "login",
            input: { user: "gardener", password, nested: [{ note: `line\n${token}` }] },
          },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "login",
            output: { type: "json", value: { ok: true, api_key: pin } },
          },
        ],
      },
    ],
  });
  await turn.record({
    calls: [{ id: "c2", tool: "read", input: {}, output: `${filler(1, 30_000)} api key ${key} ${filler(2, 10)}` }],
  });
  await sound(lab, turn);
  await turn.complete({ text: `I stored ${pin} for you.` });
  await clew.observe({ session, id: 2, text: `My password is ${password}` });
  await clew.edit({ session, id: 2, text: `My password is ${password}, really`, editedAt: Date.now() + 1_000 });
  const failing = await clew.begin({ session, text: "Try it." });
  await failing.fail(new Error(`401 for Bearer ${token}`));
  await clew.sync({
    session: "terminal:synced",
    messages: [
      { role: "system", content: `Sign in with ${secrets.file} first.` },
      { role: "user", content: `The key is ${key}` },
    ],
  });
  await clew.observe({ session, id: 3, text: `My wifi password is ${secrets.word} and the network is called lake.` });
  await exchange(lab, {
    asked: `What was ${secrets.word} for? I typed ${secrets.word}, twice, on 4 March at 10:00.`,
    calls: [
      { id: `call ${secrets.file}`, tool: "type", input: { text: secrets.word }, output: `typed ${secrets.word}` },
    ],
    reply: `You decided that ${secrets.word} is for the network of the lake.`,
  });
  const bytes = Buffer.from(`user = app\ntoken = ${secrets.file}\n`).toString("base64");
  await clew.observe({
    session,
    id: 4,
    text: "Here is the file.",
    files: [{ mediaType: "text/plain", name: "app.conf", data: bytes }],
  });
  for (let number = 0; number < 40; number++) {
    await exchange(lab, {
      asked: `Bed ${number} has ${number + 20} tulips. ${filler(number, 40)}`,
      reply: filler(number, 60),
    });
  }
  return lab;
}

/** The bytes of the file and of what SQLite keeps beside it; files of text are in it as base64. */
function listBytes(): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith("clew.db"));
  return names.map((name) => readFileSync(join(folder, name)).toString("latin1"));
}

const encoded = (secret: string) =>
  [0, 1, 2].map((shift) =>
    Buffer.from(`${" ".repeat(shift)}${secret}`)
      .toString("base64")
      .slice(4, 20),
  );

/** The rows of every table of the file, search tables included. */
function tables(): ReadonlyMap<string, string> {
  const file = openDatabase(join(folder, "clew.db"), { isReadonly: true });
  const names = file.prepareValue("select name from sqlite_master where type = 'table'").all() as string[];
  const text = (row: unknown) =>
    JSON.stringify(row, (_, value: unknown) =>
      value !== null && typeof value === "object" && "type" in value && value.type === "Buffer" && "data" in value
        ? Buffer.from(value.data as number[]).toString("latin1")
        : value,
    );
  // The index gives its words one by one only.
  file.exec("create virtual table temp.terms using fts5vocab(main, search, row)");
  const contents = names.map((name) => {
    const rows = file.prepare(`select * from ${name === "search" ? "temp.terms" : `"${name}"`}`).all();
    return [name, rows.map(text).join("\n")] as const;
  });
  file.close();
  return new Map(contents);
}

const holding = (text: string) =>
  Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

describe('with redact: "stored"', () => {
  test("no secret is in any table of the file, in a receipt's bytes, an export or a spilled file", async () => {
    const { clew } = await filled("stored");
    for (const [name, text] of some(tables())) expect([name, holding(text)]).toEqual([name, []]);
    for (const bytes of some(listBytes())) {
      expect(holding(bytes)).toEqual([]);
      expect(encoded(secrets.file).filter((piece) => bytes.includes(piece))).toEqual([]);
    }
    expect(holding(await clew.journal({ session }))).toEqual([]);
    for await (const line of clew.export()) expect(holding(line)).toEqual([]);
    const { receipt } = await clew.why({ session });
    expect(holding(await clew.replay(receipt.id))).toEqual([]);
    for (const secret of Object.values(secrets)) expect(await clew.search(secret)).toEqual([]);
    const files = readdirSync(join(folder, "results"));
    expect(files.filter((name) => name.endsWith(".txt") && !name.startsWith("history-"))).toHaveLength(1);
    for (const file of some(files)) expect(holding(readFileSync(join(folder, "results", file), "utf8"))).toEqual([]);
  });

  test("what stands around a secret stays: inputs are JSON with their other fields, signatures go with their words", async () => {
    const { engine, ref } = await filled("stored");
    const entries = await engine.store.range(ref, 1, 10);
    const call = entries.find((entry) => entry.kind === "called");
    const input = JSON.parse(call?.kind === "called" && typeof call.input === "string" ? call.input : "");
    expect(input).toMatchObject({ user: "gardener", password: expect.stringMatching(/^\[redacted: /) });
    const result = entries.find((entry) => entry.kind === "returned");
    const output = result?.kind === "returned" && result.output.kind === "json" ? result.output.text : "";
    expect(JSON.parse(String(output))).toMatchObject({ ok: true, api_key: expect.stringMatching(/^\[redacted: /) });
    const text = JSON.stringify(entries);
    expect(text).toContain("for the bucket of the greenhouse");
    expect(text).not.toContain("signed");
  });

  test("a message that comes twice is still one, and an import holds no secret either", async () => {
    const lab = await filled("stored");
    const { clew } = lab;
    const again = await clew.begin({
      session,
      id: 1,
      text: `Use the key ${secrets.key} for the bucket of the greenhouse. Its limit is 40 GB.`,
    });
    expect(again.repeated).toBe(true);
    const path = join(folder, "notes.json");
    const { writeFileSync } = await import("node:fs");
    writeFileSync(
      path,
      JSON.stringify([
        { role: "user", content: `token ${secrets.token}` },
        { role: "assistant", content: `Got ${secrets.pin}.` },
      ]),
    );
    expect((await clew.import(path)).added).toBeGreaterThan(0);
    for (const [name, text] of some(tables())) expect([name, holding(text)]).toEqual([name, []]);
  });
});

describe('with redact: "derived"', () => {
  test("the log has every secret word for word; summaries, journal, events and search have none", async () => {
    const { clew, engine, ref } = await filled("derived");
    const log = JSON.stringify(await engine.store.range(ref, 1, 40));
    expect(holding(log)).toEqual(Object.keys(secrets));
    expect((await engine.store.records(ref, "summary", null, 10)).length).toBeGreaterThan(0);
    // Chunks and asides hold what was sent, entries and blobs what came in.
    const first = new Set(["entry", "entries", "blob", "blobs", "chunk", "chunks", "turn", "turns"]);
    const derived = [...tables()].filter(([name]) => !first.has(name));
    expect(derived.map(([name]) => name).join()).toMatch(/record.*search|search.*record/);
    for (const [name, text] of some(derived)) expect([name, holding(text)]).toEqual([name, []]);
    for (const secret of Object.values(secrets)) expect(await clew.search(secret)).toEqual([]);
    expect(holding(await clew.journal({ session }))).toEqual([]);
  });

  test("what is found and looked up is shown without secrets, and a bare secret is known after a restart", async () => {
    const lab = await filled("derived");
    const found = await lab.clew.search("network lake typed");
    expect(found.length).toBeGreaterThan(0);
    expect(holding(JSON.stringify(found))).toEqual([]);
    const view = await exchange(lab, { asked: "What did I decide about the network of the lake?" });
    const memory = JSON.stringify(view.messages).match(/<clew-memor[\s\S]*?<\/clew-memor/g) ?? [];
    expect(holding(memory.join())).toEqual([]);
    // After a restart a secret is known by its print alone.
    await lab.clew.close();
    labs.splice(0);
    const store = openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
    const { clew, engine, ref } = await openLab({ window: 4_000 }, { store });
    const [prints] = await engine.store.records(ref, "secrets", null, 1);
    expect(holding(JSON.stringify(prints))).toEqual([]);
    await clew.observe({ session, id: 9, text: `Again: ${secrets.word}!` });
    const known = await engine.store.bySource(ref, "9");
    expect(known?.entry).toMatchObject({ veiled: [secrets.word] });
    expect(await clew.search(secrets.word)).toEqual([]);
  });
});
