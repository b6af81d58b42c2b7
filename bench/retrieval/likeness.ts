/** How alike in meaning a question and messages are. Vectors are kept in a file by the text's hash: a second run is quick. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "@clewline/core/ports/embedder.js";
import { dropNames } from "@clewline/core/retrieval/drop-names.js";
import type { Chat, ChatMessage, Question } from "./chat.js";

export interface Likeness {
  /** Gives the vectors that are kept. */
  readonly embedder: Embedder<AbortSignal>;
  /** The part of the question's words that the embedder was made for. */
  knows(chat: Chat, question: Question): number;
  /** The cosine of each message. */
  compare(chat: Chat, messages: readonly ChatMessage[], question: Question): Promise<readonly number[]>;
}

const [hashBytes, batch, mostCharacters] = [16, 32, 1_000];

export function makeLikeness(embedder: Embedder<AbortSignal>, say: (what: string) => void): Likeness {
  const folder = join(tmpdir(), "clew-bench-vectors");
  const file = join(folder, `${embedder.name.replace(/[^\w.-]+/g, "-")}.bin`);
  mkdirSync(folder, { recursive: true });
  const vectors = readVectors(file);
  say(`vectors of ${embedder.name} that are known: ${vectors.size}`);
  const byMessage = new WeakMap<ChatMessage, Float32Array>();
  const findVectors = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    const keys = texts.map(hashText);
    const missing = [...new Map(keys.flatMap((key, index) => (vectors.has(key) ? [] : [[key, texts[index] ?? ""]])))];
    for (let start = 0; start < missing.length; start += batch) {
      const some = missing.slice(start, start + batch);
      const made = await embedder.embed(
        some.map(([, text]) => text),
        new AbortController().signal,
      );
      for (const [index, [key]] of some.entries()) keepVector(file, vectors, key, made[index]);
    }
    return keys.map((key) => vectors.get(key) ?? new Float32Array());
  };
  return {
    embedder: { ...embedder, embed: findVectors },
    knows: ({ people }, { text }) => embedder.knows?.(cutText(text, people)) ?? 1,
    compare: async ({ people }, messages, { text }) => {
      const drop = (each: string) => cutText(each, people);
      const unknown = messages.filter((message) => !byMessage.has(message));
      const found = await findVectors(unknown.map((message) => drop(message.text)));
      for (const [index, message] of unknown.entries()) byMessage.set(message, found[index] ?? new Float32Array());
      const [asked = new Float32Array()] = await findVectors([drop(text)]);
      return messages.map((message) => computeDot(asked, byMessage.get(message) ?? new Float32Array()));
    },
  };
}

function cutText(text: string, people: readonly string[]): string {
  return dropNames(text, people).slice(0, mostCharacters);
}

function hashText(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 2 * hashBytes);
}

/** Records of a hash, a length and that many numbers; what a stopped run left half written is dropped. */
function readVectors(file: string): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(file)) return vectors;
  const bytes = readFileSync(file);
  for (let at = 0; at + hashBytes + 4 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + hashBytes);
    const [start, end] = [at + hashBytes + 4, at + hashBytes + 4 + 4 * length];
    if (end > bytes.length) break;
    const own = bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + end);
    vectors.set(bytes.toString("hex", at, at + hashBytes), new Float32Array(own));
    at = end;
  }
  return vectors;
}

function keepVector(
  file: string,
  vectors: Map<string, Float32Array>,
  key: string,
  made: Float32Array | undefined,
): void {
  if (made === undefined) throw new Error("The embedder gave fewer vectors than it got texts");
  const unit = scaleToUnit(made);
  vectors.set(key, unit);
  const head = Buffer.alloc(hashBytes + 4);
  head.write(key, "hex");
  head.writeUInt32LE(unit.length, hashBytes);
  appendFileSync(file, Buffer.concat([head, Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength)]));
}

function scaleToUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(computeDot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function computeDot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
