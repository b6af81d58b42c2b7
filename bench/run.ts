import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { reportData, reportMarkdown } from "../src/bench/report.js";
import { runOnNewerNode } from "./newer-node.js";
import { howItWasDone } from "./speed/how.js";
import { measureSpeed, speedRows } from "./speed/speed.js";

const help = `npm run bench NAME -- [options]

speed    CPU of a turn beside the version before and beside other programs; about 20 minutes

  --only ROW     one row (repeat it for more): ${Object.keys(speedRows).join(", ")}
  --before DIR   a built checkout of the version to compare with; CLEW_BENCH_BEFORE names one too:
                   git worktree add ../clew-before f99e358
                   cd ../clew-before && npm ci && npm run build
  --alone        this checkout only, on the Node at hand
  --json         for programs
  --quick        a few seconds: whether the bench works, not what it finds

Other programs are measured where \`npm run bench:install\` has installed them (Linux on x64); it also brings the Node that
they need, and then the whole run takes place on that. A full run writes bench/results/speed.md.
`;

const options = {
  only: { type: "string", multiple: true },
  before: { type: "string" },
  alone: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const { values, positionals } = parseArgs({ options, allowPositionals: true });

process.exitCode = (values.alone ? null : runOnNewerNode()) ?? (await main().catch(tellError));

function tellError(error: unknown): number {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}

async function main(): Promise<number> {
  const { only = [], before = process.env.CLEW_BENCH_BEFORE, alone, json, quick } = values;
  const wrong = only.find((name) => !Object.hasOwn(speedRows, name));
  if (values.help || positionals.join() !== "speed" || wrong !== undefined) {
    process.stdout.write(help);
    if (wrong !== undefined) process.stderr.write(`There is no row ${wrong}\n`);
    return values.help ? 0 : 2;
  }
  const say = (what: string) => process.stderr.write(`${what}\n`);
  const report = await measureSpeed({ only, quick, alone, before, say });
  const markdown = `${reportMarkdown(report)}\n${howItWasDone}`;
  process.stdout.write(json ? `${JSON.stringify(reportData(report), null, 2)}\n` : markdown);
  const isWhole = only.length === 0 && !quick && !alone;
  if (isWhole) writeFileSync(fileURLToPath(new URL("./results/speed.md", import.meta.url)), markdown);
  return 0;
}
