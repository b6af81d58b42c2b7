/** What is decided for a call of a transcript follows from the calls before it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { makeTerms, replayPolicy } from "@clewline/try/preparation.js";
import { readTranscript } from "@clewline/try/try.js";
import { afterAll, expect, test } from "vitest";
import { agent, calls, jsonl, result, user } from "./importers/claude-code-lines.js";

const base = mkdtempSync(join(tmpdir(), "clew-try-past-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const rounds = 90;

/** One long turn, which reads large files and quotes an old one now and then. */
function listLines(): readonly Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [user("u", null, "Water every row")];
  for (let number = 0; number < rounds; number += 1) {
    const rows = Array.from({ length: 120 }, (_, row) => `bed_${number}_${row} = Bed.new(width: ${row})`);
    const input = { file_path: `rows-${number}.rb`, near: `bed_${number >> 1}_${number}` };
    lines.push(
      agent(`a${number}`, number === 0 ? "u" : `r${number - 1}`, `m${number}`, calls(`c${number}`, "Read", input)),
      result(`r${number}`, `a${number}`, `c${number}`, rows.join("\n")),
    );
  }
  return lines;
}

test("views of a transcript's calls are the same, whatever came after them", async () => {
  const lines = listLines();
  const replay = async (count: number) => {
    const path = join(base, `${count}.jsonl`);
    writeFileSync(path, jsonl(lines.slice(0, count)));
    const read = await readTranscript(path);
    const [lane] = await replayPolicy(read, balanced, makeTerms(read, { window: 64_000 }));
    return lane?.calls ?? [];
  };
  const whole = await replay(lines.length);
  expect(whole.filter(({ compacted }) => compacted).length).toBeGreaterThan(1);
  const counts = [31, 77, 141];
  const parts = await Promise.all(counts.map(replay));
  expect(parts.flat().some(({ compacted }) => compacted)).toBe(true);
  for (const [place, part] of parts.entries()) {
    expect(part.length).toBeGreaterThanOrEqual(Math.floor((counts[place] ?? 0) / 2));
    expect(part).toEqual(whole.slice(0, part.length));
  }
});
