import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEmbedder } from "@clewline/agent/models/embedders/load-embedder.js";
import { openMiniLm } from "@clewline/agent/models/embedders/minilm/minilm.js";
import { makeWordPieces } from "@clewline/agent/models/embedders/minilm/word-pieces.js";
import { dropNames } from "@clewline/core/retrieval/drop-names.js";
import {
  measureBytes,
  multiplyBytes,
  normaliseVector,
  quantiseVector,
} from "@clewline/core/retrieval/quantise-vector.js";
import { MockEmbeddingModelV3 } from "ai/test";
import { openClew } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { checkProperty } from "./properties.js";
import { serveEmbeddings } from "./stand-ins/embeddings.js";

const base = mkdtempSync(join(tmpdir(), "clew-embedders-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const { signal } = new AbortController();
const vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhello\nworld\nun\n##happy\n,\n北\ncafe\n";

/** A runtime that answers with the pieces themselves, in so many dimensions. */
const runtime = (dimensions: number) => `
exports.Tensor = class { constructor(type, data, dims) { Object.assign(this, { data, dims }); } };
exports.InferenceSession = { create: async (model) => ({ run: async ({ input_ids: { data } }) => ({ last_hidden_state: {
  dims: [1, data.length, ${dimensions}],
  data: Float32Array.from({ length: data.length * ${dimensions} }, (_, at) => Number(data[Math.floor(at / ${dimensions})] + 1n) * Math.sin(at % ${dimensions} + model.length)),
} }) }) };`;

interface Seat {
  readonly dimensions?: number | null;
  readonly damaged?: boolean;
}

let seats = 0;
/** A project with the weights installed, such as they are. */
function install({ dimensions = 384, damaged = false }: Seat = {}): string {
  seats += 1;
  const folder = join(base, `seat${seats}`);
  const weights = join(folder, "node_modules", "clewline-minilm");
  mkdirSync(weights, { recursive: true });
  const files = { "model.onnx": "weights", "vocab.txt": vocabulary };
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(weights, name), damaged ? `${text}!` : text);
  writeFileSync(join(weights, "package.json"), JSON.stringify({ name: "clewline-minilm", version: "1.0.0" }));
  const sums = Object.entries(files).map(([name, text]) => `${hash(text)}  ${name}\n`);
  writeFileSync(join(weights, "SHA256SUMS"), sums.join(""));
  const library = join(folder, "node_modules", "onnxruntime-node");
  if (dimensions !== null) {
    mkdirSync(library);
    writeFileSync(join(library, "index.js"), runtime(dimensions));
  }
  return join(folder, "index.js");
}

const line =
  "install it with ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node ./clewline-minilm-1.0.0.tgz, which npm run weights packs";

describe("minilm", () => {
  test("gives equal texts equal vectors of length 1, alone or with others", async () => {
    const opened = await openMiniLm("if-installed", install());
    const { embedder } = opened as Extract<typeof opened, { kind: "ready" }>;
    const [first, second, third] = await embedder.embed(["Hello, world", "unhappy", "hello , WORLD"], signal);
    const [alone] = await embedder.embed(["Hello, world"], signal);
    expect([embedder.dimensions, first?.length, alone, third]).toEqual([384, 384, first, first]);
    expect(second).not.toEqual(first);
    expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 4);
    expect(embedder.name).toMatch(/^minilm@[0-9a-f]{8}$/);
    expect(await embedder.embed([], signal)).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ["is missing", join(base, "nowhere.js"), /^clewline-minilm is not installed; /],
    ["has no runtime", install({ dimensions: null }), /^onnxruntime-node is not installed; /],
    [
      "is damaged",
      install({ damaged: true }),
      /^the model of .* can't be used \(model\.onnx does not have the checksum/,
    ],
    ["has other dimensions", install({ dimensions: 512 }), /gives vectors of 512 numbers, not of 384; /],
  ])("says in one sentence that it %s, and how it is installed", async (_what, from, reason) => {
    const opened = await openMiniLm("chosen", from);
    const because = opened.kind === "unusable" ? opened.because : opened.kind;
    expect(because).toMatch(reason);
    expect(because.endsWith(line)).toBe(true);
  });

  test("is passed over in silence where nobody chose it, and a search goes on by words where it is missing", async () => {
    expect(await openMiniLm("if-installed", join(base, "nowhere.js"))).toEqual({ kind: "none" });
    const clew = await openFresh({ embedder: "minilm" });
    await clew.observe({ session: "chat:1", text: "The key hangs behind the blue door" });
    expect(await clew.index({ finish: true })).toMatchObject({
      embedder: null,
      because: expect.stringContaining(line),
    });
    expect(await clew.search("key")).toHaveLength(1);
  });

  test("cuts words as its model was taught them", () => {
    const { cut } = makeWordPieces(vocabulary);
    expect(cut("Hello,\tWORLD unhappy 北京 café \u0000stranger", 20)).toEqual([2, 4, 8, 5, 6, 7, 9, 1, 10, 1, 3]);
    expect(cut("hello hello hello", 4)).toEqual([2, 4, 4, 3]);
    expect(cut(`${"un".repeat(60)} [SEP]`, 9)).toEqual([2, 1, 1, 1, 1, 3]);
    expect(cut("", 9)).toEqual([2, 3]);
  });

  test("knows the words that its vocabulary has whole, and letters of other scripts are no words", () => {
    const { shareKnown } = makeWordPieces(vocabulary);
    expect(shareKnown("Hello, world!")).toBe(1);
    expect(shareKnown("hello strangers")).toBe(0.5);
    expect(shareKnown("где ключ 北京")).toBe(0);
    expect(shareKnown("555-0199")).toBe(1);
  });
});

describe("other embedders", () => {
  test("a model of the AI SDK is used by value, in batches of 32 texts at most", async () => {
    const asked: number[] = [];
    const model = new MockEmbeddingModelV3({
      provider: "mock",
      modelId: "vectors",
      maxEmbeddingsPerCall: 100,
      doEmbed: async ({ values }) => {
        asked.push(values.length);
        return { embeddings: values.map((value) => [value.length, 1, 0]), warnings: [] };
      },
    });
    const clew = await openFresh({ embedder: model });
    for (let count = 1; count <= 40; count++) await clew.observe({ session: "chat:1", text: `message ${count}` });
    expect(await clew.index()).toEqual({ embedder: "mock:vectors", indexed: 0, of: 40 });
    expect(await clew.index({ finish: true })).toEqual({ embedder: "mock:vectors", indexed: 40, of: 40 });
    // The first call finds out how long the vectors are.
    expect(asked).toEqual([1, 32, 8]);
  });

  test("one of Ollama is asked over loopback, and its refusal is a reason", async () => {
    const server = await serveEmbeddings(["nomic"]);
    const env = { OLLAMA_HOST: server.address };
    const load = async (name: string) => {
      const loaded = await loadEmbedder(`ollama:${name}`, { env, servers: {} });
      return loaded.kind === "ready" ? loaded.embedder : null;
    };
    expect((await (await load("nomic"))?.embed(["a", "b"], signal))?.map(({ length }) => length)).toEqual([64, 64]);
    await expect((await load("strange"))?.embed(["a"], signal)).rejects.toThrow(/strange/);
    await server.close();
    await expect((await load("nomic"))?.embed(["a"], signal)).rejects.toThrow(/Ollama/);
  });

  test("anything else is refused before a file is made", async () => {
    const refused = openClew({ store: join(base, "never.db"), embedder: "potato" });
    await expect(refused).rejects.toMatchObject({ code: "options/bad", hint: expect.stringContaining('"minilm"') });
    const other = { embedder: 5 as never, store: "memory" };
    await expect(openClew(other)).rejects.toMatchObject({ code: "options/bad" });
  });
});

describe("a question in a language that the embedder was not made for", () => {
  const [told, looksLike] = ["Der Schlüssel liegt unter der Matte.", "The parrot eats seeds."];
  /** Whatever is asked is like the parrot's sentence. */
  const openKnowing = async (known: number) => {
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => Float32Array.from(text === told ? [0, 1] : [1, 0]));
    const clew = await openFresh({ embedder: { name: "one-language", dimensions: 2, knows: () => known, embed } });
    await clew.observe({ session: "chat:1", text: told });
    await clew.observe({ session: "chat:2", text: looksLike });
    await clew.index({ finish: true });
    return clew;
  };

  test("is answered by words, and says why", async () => {
    const clew = await openKnowing(0);
    const hits = await clew.search("Wo liegt der Schlüssel?");
    expect(hits.map(({ line }) => line.text)).toEqual([`user: ${told}`]);
    expect(hits.stage).toMatchObject({ reached: "words", because: expect.stringContaining("language") });
  });
});

describe("what is compared", () => {
  test("a cosine survives being made of bytes", () => {
    const value = fc.float({ min: -10, max: 10, noNaN: true });
    const vector = fc.float32Array({ minLength: 96, maxLength: 96, min: -10, max: 10, noNaN: true });
    checkProperty(
      fc.property(vector, vector, value, (a, b, stretch) => {
        const [query, other] = [normaliseVector(a), normaliseVector(b)];
        const exact = query.reduce((sum, each, index) => sum + each * (other[index] ?? 0), 0);
        const bytes = quantiseVector(b.map((each) => each * (Math.abs(stretch) + 1)));
        const length = measureBytes(bytes, 0, bytes.length);
        const found = length === 0 ? 0 : multiplyBytes(query, bytes, 0) / length;
        expect(Math.abs(found - exact)).toBeLessThan(0.02);
      }),
      { runs: 50 },
    );
    expect([...quantiseVector(Float32Array.of(Number.NaN, 1))]).toEqual([0, 0]);
    expect([...quantiseVector(Float32Array.of(0, 0))]).toEqual([0, 0]);
  });

  test.each([
    ["What did Anna say to Ben's mother?", ["Anna Schmidt", "Ben"], "What did say to mother?"],
    ["@anna, are you there?", ["anna"], "are you there?"],
    ["Annabel likes anna.", ["Anna"], "Annabel likes."],
    ["Anna", ["Anna"], "Anna"],
    ["Was hat Jürgen gesagt", ["Jürgen"], "Was hat gesagt"],
    ["the user and the agent (c++)", ["user", "agent", "(c++)", "x".repeat(99), "42"], "the user and the agent (c++)"],
    ["nothing to drop", [], "nothing to drop"],
  ])("names are taken out of %j", (text, names, rest) => {
    expect(dropNames(text, names)).toBe(rest);
  });
});
