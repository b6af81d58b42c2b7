/** An export that lost lines says on import which views can't be replayed; one that is whole has nothing a terminal acts on. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";

const session = "terminal:default";
const folder = mkdtempSync(join(tmpdir(), "clew-partial-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function writeLog(): Promise<{ readonly store: string; readonly lines: readonly string[] }> {
  const store = join(folder, "full.db");
  const clew = await openClew({ store, config: false });
  for (let turn = 1; turn <= 4; turn += 1) {
    const open = await clew.begin({ session, text: `Question ${turn} \u009b31m\u202eback` });
    await open.view();
    await open.complete({ text: `Answer ${turn}` });
  }
  await clew.close();
  const { out, code } = await typed(["export", "--store", store]);
  expect(code).toBe(0);
  return { store, lines: out.trimEnd().split("\n") };
}

test("missing pieces are counted and named, in the report and on the command line", async () => {
  const { store, lines } = await writeLog();
  expect(lines.join("\n")).not.toMatch(/[\u007f-\u009f\u202e]/);
  const chunks = lines.filter((line) => objects(line)[0]?.kind === "chunk");
  const lost = chunks.filter((line) => line.includes("Question 2"));
  expect(lost.length).toBeGreaterThan(0);
  const file = join(folder, "partial.jsonl");
  writeFileSync(file, `${lines.filter((line) => !lost.includes(line)).join("\n")}\n`);
  const clew = await openClew({ store: "memory", config: false });
  const report = await clew.import(file);
  const receipts = objects(lines.join("\n")).filter(({ kind }) => kind === "receipt");
  const ids = receipts.map(({ receipt }) => String((receipt as { id: unknown }).id));
  const replayed = await Promise.all(
    ids.map((id) =>
      clew.replay(id).then(
        () => true,
        () => false,
      ),
    ),
  );
  await clew.close();
  expect(replayed).toEqual([true, false, false, false]);
  expect(report).toMatchObject({ receipts: 4, unreplayable: ids.slice(1) });
  const { code, out } = await typed(["import", file, "--store", join(folder, "new.db")]);
  expect([code, out.replaceAll(/\s+/g, " ")]).toEqual([0, expect.stringContaining(`3 views can't be replayed`)]);
  expect(out).toContain(ids[1]);
  const whole = join(folder, "whole.jsonl");
  writeFileSync(whole, `${lines.join("\n")}\n`);
  const again = await typed(["import", whole, "--store", join(folder, "whole.db"), "--json"]);
  expect(objects(again.out)[0]).not.toHaveProperty("unreplayable");
  const [first, second] = [
    await typed(["replay", ids[3] ?? "", "--store", store]),
    await typed(["replay", ids[3] ?? "", "--store", join(folder, "whole.db")]),
  ];
  expect(second.out).toBe(first.out);
  expect(first.out).toContain("\u009b31m");
  const shown = await typed(["replay", ids[3] ?? "", "--store", store], 80);
  expect(shown.out).not.toMatch(/[\u007f-\u009f\u202e]/);
  expect(JSON.parse(shown.out)).toEqual(JSON.parse(first.out));
});
