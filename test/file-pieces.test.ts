/** The bytes of a file are stored once, whatever shows them, and come back as they were. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBlock, ours } from "@clewline/core/view/block.js";
import { encodeBlock, hashBlock } from "@clewline/core/view/render/block-pieces.js";
import type { Content, ModelRequest } from "@clewline/core/view/request.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { rescueFile } from "@clewline/sqlite/rescue/rescue.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { type Clew, openClew } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "./open-database.js";
import { checkProperty } from "./properties.js";

const folder = mkdtempSync(join(tmpdir(), "clew-pieces-"));
afterAll(() => rmSync(folder, { recursive: true }));
const session = "telegram:chat:1";

/** Bytes that no two pieces share. */
function makeBytes(size: number, seed = "file"): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 32) createHash("sha256").update(`${seed} ${at}`).digest().copy(bytes, at);
  return bytes;
}

const long = makeBytes(6_000).toString("base64");
const data = fc.constantFrom(
  "",
  "AAAA",
  long,
  `${long}A`,
  `${long}"`,
  `${long}\n`,
  "https://clew.example/{%22data%22:%22",
);
const words = fc.constantFrom("see", '{"data":"', '","mediaType":"', '\\"', "\ud83d", "\u2028");
const contents: fc.Arbitrary<Content> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words }),
  fc.record({ type: fc.constant("file" as const), mediaType: words, data, filename: words }),
  fc.record({
    type: fc.constant("tool-result" as const),
    toolCallId: words,
    toolName: words,
    output: fc.record({
      type: fc.constant("content" as const),
      value: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant("text" as const), text: words }),
          fc.record({ type: fc.constant("file-data" as const), mediaType: words, data }),
        ),
        { maxLength: 3 },
      ),
    }),
    providerOptions: fc.constantFrom({ data: "" }, { own: { data: long } }),
  }),
);

test("the pieces of a block are its canonical JSON, and each long file is one of them", () => {
  const property = fc.property(fc.array(contents, { minLength: 1, maxLength: 4 }), (given) => {
    const block = makeBlock(
      "message",
      "user",
      ours,
      given.map((content) => ({ content, tokens: 1 })),
    );
    const pieces = encodeBlock(block);
    expect(pieces.join("")).toBe(given.map((content) => encodeCanonicalJson(content)).join(","));
    expect(hashBlock(block, sha256)).toEqual(pieces.map((piece) => sha256(piece)));
    const files = given
      .flatMap((content) => listData(content))
      .filter((each) => each.startsWith(long) && !/["\n]/.test(each));
    expect(pieces.filter((piece) => piece.startsWith(long))).toEqual(files);
  });
  checkProperty(property, { runs: 200, longer: 5_000 });
});

function listData(content: Content): readonly string[] {
  if (content.type === "file") return [content.data];
  if (content.type !== "tool-result" || content.output.type !== "content") return [];
  return content.output.value.flatMap((part) => (part.type === "file-data" ? [part.data] : []));
}

let opened = 0;
const freshPath = () => join(folder, `${opened++}.db`);
const open = (store: string) => openClew({ store, timeZone: "UTC", config: false });

/** What a view shows, as its receipt gives it back. */
async function showAndReplay(clew: Clew, message: { id: number; files?: { mediaType: string; data: Buffer }[] }) {
  const turn = await clew.begin({ session, text: "see", ...message });
  const view = await turn.view();
  if (view.kind !== "fits") throw new Error("It does not fit");
  await turn.complete({ text: "Yes." });
  const bytes = await clew.replay(view.receipt.id);
  const request = JSON.parse(bytes) as ModelRequest;
  expect(request.messages).toEqual(view.messages);
  const parts = request.messages.flatMap(({ content }): readonly Content[] => content);
  const files = parts.flatMap((part) => (part.type === "file" ? [part.data] : []));
  return { receipt: view.receipt.id, bytes, files };
}

const size = 1_200_000;
const bytes = makeBytes(size);
const file = { mediaType: "application/pdf", data: bytes };

describe("a file in a log", () => {
  test("is there once, however often it comes and is shown, and is shown again by another process", async () => {
    const path = freshPath();
    const clew = await open(path);
    const shown = [
      await showAndReplay(clew, { id: 1, files: [file] }),
      await showAndReplay(clew, { id: 2, files: [file] }),
    ];
    await clew.close();
    expect(statSync(path).size).toBeLessThan(1.2 * (size / 3) * 4);
    const again = await open(path);
    shown.push(await showAndReplay(again, { id: 3 }));
    const base64 = bytes.toString("base64");
    expect(shown.map(({ files }) => files.map((each) => each === base64))).toEqual([
      [true],
      [true, true],
      [true, true],
    ]);
    for (const { receipt, bytes: before } of shown) expect((await again.replay(receipt)) === before).toBe(true);
    expect(await again.doctor({ thorough: true })).toEqual([]);
    await again.close();
  });

  test("is in an export once, and what is restored from it replays and is exported as before", async () => {
    const clew = await open("memory");
    const { receipt, bytes: sent } = await showAndReplay(clew, { id: 1, files: [file] });
    const lines = await collect(clew.export());
    expect(lines.join("").length).toBeLessThan(1.2 * (size / 3) * 4);
    const path = join(folder, "export.jsonl");
    writeFileSync(path, `${lines.join("\n")}\n`);
    for (const store of ["memory", freshPath()]) {
      const other = await open(store);
      await other.import(path);
      expect((await other.replay(receipt)) === sent).toBe(true);
      expect(await collect(other.export())).toEqual(lines);
      await other.close();
    }
    await clew.close();
  });

  test("that lost a piece is named by the doctor, and the rescue has everything but the file and its views", async () => {
    const [path, into] = [freshPath(), freshPath()];
    const clew = await open(path);
    const before = await showAndReplay(clew, { id: 1 });
    const { receipt } = await showAndReplay(clew, { id: 2, files: [file] });
    await clew.close();
    const database = openDatabase(path);
    database.exec("DELETE FROM blobs WHERE number = 3");
    database.close();
    const damaged = await open(path);
    const faults = await damaged.doctor({ thorough: true });
    expect(faults.map(({ what }) => what).join()).toContain("Entries whose contents are not all there");
    await expect(damaged.replay(receipt)).rejects.toMatchObject({ code: "store/damaged" });
    expect((await showAndReplay(damaged, { id: 3 })).files).toEqual([]);
    await damaged.close();
    const { lost } = await rescueFile({ path, into, hash: sha256 });
    expect(lost.map(({ table, reason }) => [table, reason])).toEqual([
      ["blobs", "1 of its pieces can't be read"],
      ["receipts", "1 of its pieces can't be read"],
    ]);
    const rescued = await open(into);
    expect((await rescued.replay(before.receipt)) === before.bytes).toBe(true);
    await rescued.close();
  });
});

async function collect(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
