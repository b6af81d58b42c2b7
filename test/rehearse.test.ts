import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rehearse } from "../bench/rehearse/rehearse.js";
import { rehearseFiles } from "../bench/rehearse/rehearse-files.js";
import { buildReportData, renderReportMarkdown } from "../bench/report.js";
import { agent, calls, jsonl, result, says, user } from "./importers/claude-code-lines.js";

const folder = mkdtempSync(join(tmpdir(), "clew-rehearse-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Line = ReturnType<typeof user>;

const window = 8_192;
const rounds = 40;

/** A message, a call with a result that grows from round to round, a reply. */
function round(number: number, parent: string | null): readonly Line[] {
  const text = `Row ${number} has stones and needs water. `.repeat(1 + (number % 12) * 6);
  return [
    user(`u${number}`, parent, `How is row ${number}?`),
    agent(`a${number}`, `u${number}`, `m${number}`, [...says("I will look."), ...calls(`c${number}`)]),
    result(`r${number}`, `a${number}`, `c${number}`, text),
    agent(`b${number}`, `r${number}`, `n${number}`, says(`Row ${number} is dry.`)),
  ];
}

function transcript(): string {
  const lines = Array.from({ length: rounds }, (_none, number) =>
    round(number, number === 0 ? null : `b${number - 1}`),
  );
  const last = `b${rounds - 1}`;
  const aside = { isSidechain: true, agentId: "mole" };
  return jsonl([
    ...lines.flat(),
    // Nobody answers the first; the second is answered, and then taken back.
    user("x1", last, "By the way"),
    user("x2", "x1", "Plant tulips"),
    agent("x3", "x2", "mx", says("Tulips it is.")),
    user("x4", "x1", "No, roses"),
    agent("x5", "x4", "my", [...calls("cy"), ...calls("cz")]),
    result("x6", "x5", "cz", "two"),
    result("x7", "x6", "cy", "one"),
    agent("x8", "x7", "mz", says("Roses it is.")),
    user("s1", null, "Dig here", aside),
    agent("s2", "s1", "ms", [...says("Digging."), ...calls("cs")], aside),
    result("s3", "s2", "cs", "a hole", aside),
    agent("s4", "s3", "mt", says("Done."), aside),
  ]);
}

test("a transcript is lived through within the window, and every view can be read back", async () => {
  const path = join(folder, "garden.jsonl");
  writeFileSync(path, transcript());
  const scratch = join(folder, "logs");
  mkdirSync(scratch);
  const found = await rehearse(path, scratch, window);
  const items = { user: rounds + 4, agent: 2 * rounds + 4, calls: rounds + 3, results: rounds + 3, withdrawn: 2 };
  expect(found.counts.read).toMatchObject(items);
  expect(found.counts.imported).toEqual(found.counts.read);
  expect(found.counts.lived).toEqual(found.counts.read);
  const modelCalls = 2 * rounds + 5;
  expect(found).toMatchObject({ format: "claude-code", lanes: 2, bad: 0, calls: modelCalls, over: 0, tooSmall: 0 });
  expect([found.receipts, found.replayed]).toEqual([modelCalls, modelCalls]);
  expect(found.largestView).toBeGreaterThan(window / 2);
  expect(found.compactions).toBeGreaterThan(0);
  expect(found.checkpoints).toBeLessThan(found.receipts / 2);
});

test("the report has the same figures as data and as Markdown", async () => {
  writeFileSync(join(folder, "notes.txt"), "No transcript at all");
  const said: string[] = [];
  const report = await rehearseFiles({ data: folder, window, say: (what) => said.push(what) });
  const data = JSON.stringify(buildReportData(report));
  expect(data).toContain('"receipts replayed byte for byte","value":85,"target":"at least 85","met":true');
  expect(renderReportMarkdown(report)).toContain("| receipts replayed byte for byte | 85 | at least 85 | yes |");
  expect(said.join("\n")).toContain("left out");
});
