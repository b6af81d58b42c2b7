import { windowTokens } from "../../bot.js";
import { openClewLog } from "../../clew/clew-log.js";
import { readCpuMs, waitUntilIdle } from "../../cpu.js";
import type { SearchPlace } from "./search-log.js";

/** CPU time in ms. */
export interface MeaningTimes {
  /** Making and storing the vectors, for each message; the embedder itself takes almost nothing. */
  readonly indexMs: number;
  readonly vectors: number;
  readonly byWords: readonly number[];
  readonly byMeaning: readonly number[];
  /** As many vectors of as many bytes, in one piece of memory, each multiplied with one. */
  readonly bareScan: readonly number[];
}

const dimensions = 384;

/** The same questions by words, by meaning too, and to nothing but vectors, in turns. The first round is not counted. */
export async function searchMeaning({
  checkout,
  path,
  questions,
  rounds,
}: SearchPlace & { readonly questions: readonly string[]; readonly rounds: number }): Promise<MeaningTimes> {
  const plain = await openClewLog(checkout, path, windowTokens, { embedder: "none" });
  const embedder = { name: "bench", dimensions, embed: embedByHash };
  const meant = await openClewLog(checkout, path, windowTokens, { embedder });
  const before = readCpuMs();
  const vectors = await meant.index();
  await waitUntilIdle();
  const indexMs = (readCpuMs() - before) / Math.max(1, vectors);
  const bytes = Int8Array.from({ length: vectors * dimensions }, (_, index) => (index * 31) % 127);
  const times = { byWords: [] as number[], byMeaning: [] as number[], bareScan: [] as number[] };
  const ways: readonly (readonly [keyof typeof times, (question: string) => unknown])[] = [
    ["byWords", (question) => plain.search(question, "lane")],
    ["byMeaning", (question) => meant.search(question, "lane")],
    ["bareScan", () => scanVectors(bytes)],
  ];
  for (let round = 0; round <= rounds; round++) {
    for (const question of questions) {
      for (const [way, find] of ways) {
        const from = readCpuMs();
        await find(question);
        if (round > 0) times[way].push(readCpuMs() - from);
      }
    }
  }
  await meant.close();
  await plain.close();
  return { ...times, indexMs, vectors };
}

/** Texts with the same words have the same vector. */
async function embedByHash(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return texts.map((text) => {
    const vector = new Float32Array(dimensions);
    for (const word of text.toLowerCase().split(/\P{L}+/u)) {
      let hash = 7;
      for (let index = 0; index < word.length; index++) hash = (hash * 31 + word.charCodeAt(index)) | 0;
      const place = Math.abs(hash) % dimensions;
      vector[place] = (vector[place] ?? 0) + 1;
    }
    return vector;
  });
}

/** The place of the best one. */
function scanVectors(bytes: Int8Array): number {
  const asked = bytes.slice(0, dimensions);
  let [best, place] = [Number.NEGATIVE_INFINITY, 0];
  for (let start = 0; start < bytes.length; start += dimensions) {
    let sum = 0;
    for (let index = 0; index < dimensions; index++) sum += (asked[index] ?? 0) * (bytes[start + index] ?? 0);
    if (sum > best) [best, place] = [sum, start];
  }
  return place;
}
