import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "@clewline/platform/crypto.js";
import { type Clew, openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeSlackArchive } from "../bench/growth/slack-archive.js";
import { bundled } from "./child-program.js";

/** The longer check is of the sizes that people meet. What takes how long is in the bench of growth. */
const isLonger = process.env.CLEW_LOAD === "1";
const session = "telegram:chat:1";
const folder = mkdtempSync(join(tmpdir(), "clew-load-"));
afterAll(() => rmSync(folder, { recursive: true }));

let opened = 0;
function open(kind: string): Promise<Clew> {
  return openClew({
    store: kind === "memory" ? "memory" : join(folder, `${opened++}.db`),
    timeZone: "UTC",
    config: false,
  });
}

async function edit(clew: Clew, edits: number): Promise<void> {
  await clew.observe({ session, id: 1, text: "The plan." });
  for (let index = 1; index <= edits; index++)
    await clew.edit({ session, id: 1, editedAt: 1_000 + index, text: `The plan, number ${index}.` });
}

async function viewText(clew: Clew, id: number): Promise<{ readonly text: string; readonly tokens: number }> {
  const turn = await clew.begin({ session, id, text: "What is the plan?" });
  const view = await turn.view();
  await turn.complete({ text: "That." });
  return view.kind === "fits" ? { text: JSON.stringify(view.messages), tokens: view.tokens } : { text: "", tokens: 0 };
}

const stores = ["memory", "SQLite"];

describe.each(stores)("edits of one message, with the log in %s", (kind) => {
  test("show their newest words alone, in a view of the size that one edit gives", async () => {
    const [few, many] = [await open(kind), await open(kind)];
    await edit(few, 1);
    await edit(many, isLonger ? 1_000 : 60);
    const [one, all] = [await viewText(few, 2), await viewText(many, 2)];
    expect(all.text).toContain(isLonger ? "number 1000." : "number 60.");
    expect(all.text.match(/number \d+\./g)).toHaveLength(1);
    expect(all.tokens - one.tokens).toBeLessThan(10);
    const { verdicts } = (await many.why({ session })).receipt;
    expect(verdicts.filter(({ rule }) => rule === "edited")).toHaveLength(1);
    // What was shown once keeps its place, so that the next view begins with the same bytes.
    await many.edit({ session, id: 1, editedAt: 90_000, text: "The plan, number 9999." });
    const next = await viewText(many, 3);
    expect(next.text.match(/number \d+\./g)).toEqual([...(all.text.match(/number \d+\./g) ?? []), "number 9999."]);
    expect(next.text.startsWith(all.text.slice(0, all.text.indexOf("<clew-now")))).toBe(true);
    await Promise.all([few.close(), many.close()]);
  });
});

describe("a large file", () => {
  test("beyond the limit is refused in a sentence, and nothing is written", async () => {
    const clew = await open("memory");
    const data = "A".repeat(68_000_000);
    await expect(clew.observe({ session, id: 1, files: [{ mediaType: "image/png", data }] })).rejects.toMatchObject({
      code: "message/too-large",
      message: "A file of 51 MB is over the limit of 50 MB",
    });
    await expect(clew.observe({ session, id: 2, text: "a".repeat(32_000_001) })).rejects.toMatchObject({
      code: "message/too-large",
    });
    expect(await clew.sessions()).toEqual([]);
    await clew.close();
  });

  test("has the hash of its whole, wherever the pieces are cut", () => {
    const text = `${"x".repeat((1 << 20) - 1)}\u{1f600}${"y".repeat(1 << 20)}`;
    const whole = process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex");
    expect([sha256(text), sha256.hashPieces?.([text])]).toEqual([whole, whole]);
  });
});

/** Words that no packer and no index makes small. */
function makeWords(seed: number, length: number): string {
  let words = "";
  for (let block = 0; words.length < length; block++)
    words += createHash("sha256").update(`${seed} ${block}`).digest("base64").replaceAll(/[+/=]/g, " ");
  return words.slice(0, length);
}

// A process of its own for each, so that what others left behind is not counted. Linux alone tells the peak of a program.
describe.runIf(isLonger && process.platform === "linux")("the memory above an idle process", () => {
  let program = "";
  beforeAll(async () => {
    program = await bundled(new URL("./load/memory-use.ts", import.meta.url));
  });
  /** Tried up to three times, since when garbage is collected is no matter of ours. */
  const measure = (work: string, input: string, bytes: number, most: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && best >= most; tries++) {
      const peak = Number(execFileSync(process.execPath, ["--expose-gc", program, work, folder, input]));
      console.log(`${work}: ${Math.round(peak / 1e6)} MB, ${(peak / bytes).toFixed(2)} times the input`);
      best = Math.min(best, peak / bytes);
    }
    return best;
  };

  test("is at most three times an archive of 16,000 members", { timeout: 600_000 }, () => {
    const path = writeSlackArchive(folder, 16_000, (day) => makeWords(day, 2_850));
    expect(measure("import", path, 16_000 * 2_920, 3)).toBeLessThan(3);
  });

  test.each(["keep text", "keep bytes", "show text", "show bytes", "show kept"])(
    "is at most three times a file of 20 MB: %s",
    { timeout: 600_000 },
    async (work) => {
      const bytes = 20_000_000;
      const content = Buffer.alloc(bytes);
      for (let at = 0; at < bytes; at += 32) createHash("sha256").update(String(at)).digest().copy(content, at);
      const path = join(folder, work);
      if (work === "show kept") await keepFile(path, content);
      else writeFileSync(path, work.endsWith("text") ? content.toString("base64") : content);
      expect(measure(work, path, bytes, 3)).toBeLessThan(3);
    },
  );
});

/** A log with the file in it, for another process. */
async function keepFile(path: string, data: Uint8Array): Promise<void> {
  const clew = await openClew({ store: path, timeZone: "UTC", config: false });
  await clew.observe({ session, id: 2, text: "see", files: [{ mediaType: "application/pdf", data }] });
  await clew.close();
}
