import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { type Clew, type ClewOptions, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";
import { serveEmbeddings } from "./stand-ins/embeddings.js";

const base = mkdtempSync(join(tmpdir(), "clew-index-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const session = "telegram:chat:42";
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function answerOne(clew: Clew, text: string): Promise<void> {
  const turn = await clew.begin({ session, from: "anna", text });
  await turn.view();
  await turn.complete({ text: `Noted: ${text}` });
}

async function untilIndexed(clew: Clew, count: number): Promise<void> {
  while ((await clew.index()).indexed < count) await wait(10);
}

/** An embedder that remembers what it was asked, and can be made to fail or to hang. */
function watchEmbedder() {
  const asked: string[][] = [];
  const course: { failure: Error | null; gate: Promise<void> } = { failure: null, gate: Promise.resolve() };
  const embedder = makeTinyEmbedder({
    onCall: async (texts) => {
      asked.push([...texts]);
      await course.gate;
      if (course.failure !== null) throw course.failure;
    },
  });
  return { asked, course, embedder };
}

describe("vectors behind the replies", () => {
  test("are made without being asked for, in batches, the newest first, and of no message twice", async () => {
    const { asked, embedder } = watchEmbedder();
    const clew = await openFresh({ embedder });
    for (let count = 1; count <= 40; count++) await clew.observe({ session, from: "anna", text: `line ${count}` });
    await answerOne(clew, "which line?");
    expect(asked).toEqual([]);
    await untilIndexed(clew, 42);
    expect(asked.map(({ length }) => length)).toEqual([32, 10]);
    expect([asked[0]?.[0], asked[0]?.[2], asked[1]?.at(-1)]).toEqual(["Noted: which line?", "line 40", "line 1"]);
    // By then a process has looked through all lanes, as it does once: that may meet a message before its answer.
    await wait(100);
    await answerOne(clew, "and now?");
    await untilIndexed(clew, 44);
    expect(asked.slice(2)).toEqual([["Noted: and now?", "and now?"]]);
  });

  test("are left where a process stops, and the next one makes the rest", async () => {
    const store = join(base, "stopped.db");
    const first = watchEmbedder();
    const clew = await openClew({ store, config: false, embedder: first.embedder });
    for (let count = 1; count <= 40; count++) await clew.observe({ session, from: "anna", text: `line ${count}` });
    // It never answers.
    first.course.gate = new Promise(() => undefined);
    while (first.asked.length === 0) await wait(5);
    await clew.close();
    const second = watchEmbedder();
    const again = await openClew({ store, config: false, embedder: second.embedder });
    expect(await again.index()).toEqual({ embedder: "tiny", indexed: 0, of: 40 });
    await again.observe({ session: "chat:other", from: "ben", text: "elsewhere" });
    await untilIndexed(again, 41);
    expect(second.asked.map(({ length }) => length)).toEqual([1, 32, 8]);
    await again.close();
  });

  test("wait where the embedder fails: turns go on, and it is left alone for a while", async () => {
    const { asked, course, embedder } = watchEmbedder();
    course.failure = new Error("no such server");
    const clew = await openFresh({ embedder });
    await answerOne(clew, "first");
    while (asked.length === 0) await wait(5);
    await answerOne(clew, "second");
    await wait(300);
    expect(asked).toHaveLength(1);
    expect(await clew.search("second")).toHaveLength(2);
    course.failure = null;
    expect(await clew.index({ finish: true })).toEqual({ embedder: "tiny", indexed: 4, of: 4 });
  });

  test("cost nothing where there is no embedder: the same statements, turn by turn", async () => {
    const run = async (options: ClewOptions) => {
      const seen: string[] = [];
      const store = openSqliteStore({
        path: join(base, `none-${String(options.embedder)}.db`),
        hash: sha256,
        watch: (sql) => seen.push(sql),
      });
      const clew = await makeClewOverStore(store, { window: 8_192, timeZone: "UTC", ...options });
      await answerOne(clew, "first");
      await wait(300);
      await answerOne(clew, "second");
      await clew.close();
      await store.close();
      return seen;
    };
    const without = await run({ embedder: "none" });
    expect(await run({})).toEqual(without);
    expect(without.filter((sql) => sql.includes("vector"))).toEqual([]);
  });
});

describe("clew index", () => {
  test("says how far it is, finishes with --wait, and clew doctor says the same", async () => {
    const server = await serveEmbeddings(["nomic"]);
    const [store, config] = [join(base, "typed.db"), join(base, "clew.toml")];
    writeFileSync(config, `embedder = "ollama:nomic"\n[servers]\nollama = "${server.address}"\n`);
    const clew = await openClew({ store, config: false, embedder: "none" });
    for (let count = 1; count <= 5; count++) await clew.observe({ session, from: "anna", text: `line ${count}` });
    await clew.close();
    const at = ["--store", store, "--config", config];
    expect(await typed(["index", ...at])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^vectors: 0 of 5 messages \(ollama:nomic\)\nThe rest .*\n? *clew index --store .* --wait\n$/,
      ),
      error: "",
    });
    const terminal = await typed(["index", "--wait", ...at], 80);
    expect([terminal.code, terminal.out]).toEqual([0, "vectors: 5 of 5 messages (ollama:nomic)\n"]);
    expect(terminal.error).toMatch(/vectors █+ 100 % 5 of 5/);
    expect(objects((await typed(["index", "--json", ...at])).out)).toEqual([
      { embedder: "ollama:nomic", indexed: 5, of: 5 },
    ]);
    expect((await typed(["doctor", ...at])).out).toContain("\nvectors   5 of 5 messages (ollama:nomic)\n");
    await server.close();
    const down = await typed(["index", "--wait", ...at]);
    expect(down).toMatchObject({ code: 1, out: expect.stringMatching(/^vectors: none: .*Ollama/) });
    expect((await typed(["index", "--store", store])).out).toMatch(
      /^vectors: none: no embedder is installed\nSearch goes by words/,
    );
  });
});
