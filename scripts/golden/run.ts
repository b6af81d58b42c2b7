/**
 * The golden run: the build before writes exports of generated conversations and of transcripts; the build after reads them.
 * Replays, verdicts, searches and next views must be the same, and so must the views of the same conversation played anew.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { makeScratchFolder } from "../scratch-folder.js";
import { baseline, intendedChanges } from "./changes.js";
import { type Difference, explainDifference, listDifferences } from "./compare.js";
import type { Fact, Job, Played } from "./facts.js";
import { makeScenario } from "./scenario.js";

const { values: given } = parseArgs({
  options: {
    before: { type: "string", default: baseline },
    logs: { type: "string", default: "60" },
    first: { type: "string", default: "1" },
    each: { type: "boolean", default: false },
    data: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const presets = ["balanced", "rolling", "tiered", "laned", "layered", "selective"];
const root = resolve(import.meta.dirname, "../..");

if (given.help) {
  console.log(`npm run check:golden -- [--before COMMIT] [--logs N] [--first SEED] [--each] [--data FOLDER]

--before  the build to compare with, ${baseline} by default; built once into CLEW_GOLDEN_DIR, or a scratch folder
--each    every log under every preset, instead of presets in turn
--data    a folder of transcripts, imported besides the generated logs`);
} else {
  const scratch = makeScratchFolder("clew-golden");
  try {
    process.exitCode = (await compareBuilds(scratch)) ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function compareBuilds(scratch: string): Promise<boolean> {
  const before = buildBefore(given.before, process.env.CLEW_GOLDEN_DIR ?? scratch);
  execFileSync("npm", ["run", "build"], { cwd: root, stdio: "ignore" });
  const jobs = [...listGenerated(scratch), ...listTranscripts(scratch)];
  const [written, played] = await Promise.all([
    work(before, "play", jobs),
    work(
      root,
      "play",
      jobs.map(({ into: _into, ...job }) => job),
    ),
  ]);
  const exports = jobs.map(({ into, ...job }, place) => ({
    ...job,
    file: into as string,
    endsAt: written[place]?.endsAt as number,
  }));
  const read = await work(root, "read", exports);
  const differences = jobs.flatMap((job, place) => [
    ...listDifferences(job, viewsOf(written[place]), viewsOf(played[place])),
    ...listDifferences(job, answersOf(written[place]), answersOf(read[place])),
  ]);
  const facts = written.reduce((sum, { facts }) => sum + facts.length, 0);
  return report(differences, { logs: jobs.length, facts });
}

/** Views are compared as both builds play them; all else as the build after reads it from the export. */
function viewsOf(played: Played | undefined): readonly Fact[] {
  return (played?.facts ?? []).filter(({ what }) => what === "view");
}

function answersOf(played: Played | undefined): readonly Fact[] {
  return (played?.facts ?? []).filter(({ what }) => what !== "view");
}

function listGenerated(scratch: string): readonly Job[] {
  const [first, logs] = [Number(given.first), Number(given.logs)];
  return Array.from({ length: logs }, (_, place) => first + place).flatMap((seed) => {
    const under = given.each ? presets : [presets[seed % presets.length] as string];
    const { window } = makeScenario(seed);
    return under.map((preset) => ({ preset, window, seed, into: join(scratch, `${seed}-${preset}.jsonl`) }));
  });
}

function listTranscripts(scratch: string): readonly Job[] {
  if (given.data === undefined) return [];
  const folder = resolve(given.data);
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && /\.jsonl?$/.test(file.name),
  );
  return files.map(({ name }, place) => {
    const preset = presets[place % presets.length] as string;
    return { preset, window: 64_000, seed: null, file: join(folder, name), into: join(scratch, `t-${name}`) };
  });
}

/** A checkout of the commit with its dependencies, built; kept for the next run where a folder is named. */
function buildBefore(commit: string, into: string): string {
  const id = execFileSync("git", ["rev-parse", "--short=12", commit], { cwd: root, encoding: "utf8" }).trim();
  const folder = join(resolve(into), id);
  if (existsSync(folder)) return folder;
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  console.log(`building ${id}`);
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x"], { cwd: making, input: archive });
  execFileSync("npm", ["ci", "--ignore-scripts", "--silent"], { cwd: making, stdio: "inherit" });
  execFileSync("npm", ["run", "build", "--silent"], { cwd: making, stdio: "inherit" });
  renameSync(making, folder);
  return folder;
}

async function work(build: string, mode: "play" | "read", jobs: readonly Job[]): Promise<readonly Played[]> {
  const worker = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "worker.ts"), build, mode], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  worker.stdin.end(jobs.map((job) => `${JSON.stringify(job)}\n`).join(""));
  const done: Played[] = [];
  for await (const line of createInterface({ input: worker.stdout })) done.push(JSON.parse(line));
  if (done.length < jobs.length) throw new Error(`${mode} by ${build} ended at ${JSON.stringify(jobs[done.length])}`);
  return done;
}

function report(
  differences: readonly Difference[],
  { logs, facts }: { readonly logs: number; readonly facts: number },
): boolean {
  const first = differences.filter(({ isFirst }) => isFirst);
  const rows = new Map<string, { count: number; example: Difference; why: string | undefined }>();
  for (const difference of first) {
    const why = explainDifference(difference, intendedChanges)?.why;
    const name = [difference.job.preset, difference.what, difference.layers.join("+"), why ?? "NOT INTENDED"].join(
      " | ",
    );
    rows.set(name, { count: (rows.get(name)?.count ?? 0) + 1, example: difference, why });
  }
  console.log(
    `${logs} logs, ${facts} facts; ${first.length} logs and kinds differ, ${differences.length - first.length} more follow from them`,
  );
  for (const [name, { count, example }] of [...rows].sort())
    console.log(`${String(count).padStart(5)}  ${name}  (log ${example.job.seed ?? example.job.file}, ${example.key})`);
  const wrong = [...rows.values()].filter(({ why }) => why === undefined);
  console.log(
    wrong.length === 0
      ? "No difference but the intended ones."
      : `${wrong.length} kinds of difference are not intended.`,
  );
  return wrong.length === 0;
}
