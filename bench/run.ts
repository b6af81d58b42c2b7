import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ClewError } from "@clewline/core/errors.js";
import { type dataBenches, isDataBench, measureData } from "./data-benches.js";
import { gatewayRows, measureGateway } from "./gateway/gateway.js";
import { growthRows, measureGrowths } from "./growth/growth.js";
import { runOnNewerNode } from "./newer-node.js";
import { buildReportData, type Report, type RowChoice, renderReportMarkdown } from "./report.js";
import { measureSecrets } from "./secrets/secrets.js";
import { howItWasDone } from "./speed/how.js";
import { measureSpeed, speedRows } from "./speed/speed.js";

const help = `npm run bench NAME -- [options]

speed      CPU of a turn beside the version before and beside other programs; about 20 minutes
gateway    what a call through clew serve costs beside a plain proxy, what the prompt cache keeps, streams, memory; 15 minutes
growth     what may take longer only as it is larger: hostile texts, edits, archives, files, notes; 3 minutes
cost       what policies and plain rules would have cost on transcripts, call by call, and what they would have missed
tasks      scripted agents with generated tasks: finished, calls, extra requests, price, beside plain rules; half an hour
chats      what long chats cost under the default beside their full history, at real times: --data locomo.json --only "chat 1"
lookups    whether messages are looked up for those that ask for the past, and nothing for others: --data bench/cost/lookup-turns.jsonl
enough     whether the default shows what calls and answers need, and what it costs, by price and bond, on transcripts: --only "0.05, 5m"
reasoning  how much reasoning stays in requests, by policy and by whether models bind it, on transcripts
tokens     estimated against counted tokens, on transcripts whose calls have counters
lanes      separating the conversations of a group without reply marks, on annotated chats
evidence   what answers a question is shown in a block of 1k to 8k tokens, on LoCoMo; the ranking alone
views      what the default shows of what answers a question, in three windows, on LoCoMo: --only "window 8k"
own        the same as evidence on talks of the project's own: first person, six languages, a group
rules      what is found by ability, on BEAM; what was said anew precedes what it replaced
sessions   the earlier sessions that a message needs, on RealMem
household  what is learned from everyday sentences in six languages, by rule and with scripted models; seconds
telling    what a person said once is told in other chats where it matters, in other words, beside LoCoMo's sentences
secrets    what is found in a set of texts, ordinary text that is touched, and the CPU beside an older checkout
retrieval  the five from evidence to sessions, on a folder with locomo, beam-100k and realmem

  --data PATH    tokens: transcripts or folders; lanes: a folder of annotated chats;
                 evidence, views, rules, sessions: the data of that name
                 household: the folder with beam-100k, realmem and locomo, for the wishes of BEAM and what learning costs; none needed
  --seed N       tasks: other tasks, those of today by default
  --embedder DIR evidence to retrieval: a folder in which the weights are installed; by words alone without it
  --window N     chats, lookups: tokens that the model can hold
  --fit          lanes: write the product's weights anew, fitted to PATH/train; prints what they reach across its parts
  --only ROW     evidence to retrieval: rows with this in their name (repeat it for more); household: sets and languages,
                 a set with what went wrong; tasks: a policy
  --keep DIR     evidence to retrieval: keeps each row there once it is measured. A later run of the same sources takes it
                 from there, so that a long run can be made in parts
  --join         with --keep: takes only what is there, measures nothing, and leaves out the rest
  --out FILE     also as Markdown into a file, with plots beside it where a bench has some
  --json         for programs

Of speed:
  --only ROW     one row (repeat it for more): ${Object.keys(speedRows).join(", ")}
  --before DIR   a built checkout of the version to compare with; CLEW_BENCH_BEFORE names one too:
                   git worktree add ../clew-before f99e358
                   cd ../clew-before && npm ci && npm run build
  --alone        this checkout only, on the current Node
  --quick        a few seconds: whether the bench works, not what it finds

Of gateway:
  --only ROW     one row (repeat it for more): ${Object.keys(gatewayRows).join(", ")}
  --before DIR   a checkout whose gateway is measured beside this one and a plain proxy, in the row beside
  --quick        whether the bench works. A full run writes bench/results/gateway.md

Of secrets:
  --set FILE      one JSON object in each line: { "text": …, "secrets": ["…"], "kind": "…" }
  --ordinary DIR… files and folders of text without secrets; at most 5,000 pieces of 40 lines are drawn from them
  --before DIR    a checkout to compare the CPU with
  --list          all that was left and touched, not the first 40

Of tasks: --quick takes 30 small tasks

Of growth, likewise: ${Object.keys(growthRows).join(", ")}

Other programs are measured where \`npm run bench:install\` has installed them (Linux on x64); it also brings the Node that
they need, and then the whole run takes place on that. A full run writes bench/results/speed.md.
`;

const options = {
  data: { type: "string", multiple: true },
  window: { type: "string" },
  fit: { type: "boolean", default: false },
  seed: { type: "string" },
  embedder: { type: "string" },
  out: { type: "string" },
  only: { type: "string", multiple: true },
  keep: { type: "string" },
  join: { type: "boolean", default: false },
  before: { type: "string" },
  alone: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  set: { type: "string" },
  ordinary: { type: "string", multiple: true },
  list: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Benches that need no data, each with its rows. */
const ownBenches: Readonly<Record<string, { readonly rows: object; run(): Promise<number> }>> = {
  speed: { rows: speedRows, run: runSpeed },
  gateway: { rows: gatewayRows, run: () => runOwn("gateway", measureGateway) },
  growth: { rows: growthRows, run: () => runOwn("growth", measureGrowths) },
};

const { values, positionals } = parseArgs({ options, allowPositionals: true });

const [name = ""] = positionals;
process.exitCode = (name !== "speed" || values.alone ? null : runOnNewerNode()) ?? (await main().catch(tellError));

function tellError(error: unknown): number {
  const hint = error instanceof ClewError && error.hint !== undefined ? `. ${error.hint}` : "";
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${hint}\n`);
  return 1;
}

async function main(): Promise<number> {
  if (name === "secrets" && !values.help) return runSecrets();
  const rows = ownBenches[name]?.rows;
  const wrong = rows === undefined ? undefined : values.only?.find((row) => !Object.hasOwn(rows, row));
  if (values.help || positionals.length !== 1 || !(rows !== undefined || isDataBench(name)) || wrong !== undefined) {
    process.stdout.write(help);
    if (wrong !== undefined) process.stderr.write(`There is no row ${wrong}\n`);
    return values.help ? 0 : 2;
  }
  return ownBenches[name]?.run() ?? runOnData(name as keyof typeof dataBenches);
}

async function runSpeed(): Promise<number> {
  const { only = [], before = process.env.CLEW_BENCH_BEFORE, alone, quick } = values;
  const report = await measureSpeed({ only, quick, alone, before, say });
  const markdown = `${renderReportMarkdown(report)}\n${howItWasDone}`;
  print(report, markdown);
  const isWhole = only.length === 0 && !quick && !alone;
  if (isWhole) writeFileSync(fileURLToPath(new URL("./results/speed.md", import.meta.url)), markdown);
  return 0;
}

/** Folders after the first stand without a flag. */
async function runSecrets(): Promise<number> {
  const ordinary = [...(values.ordinary ?? []), ...positionals.slice(1)];
  const report = await measureSecrets({ set: values.set, ordinary, before: values.before, list: values.list, say });
  print(report, renderReportMarkdown(report));
  return 0;
}

/** A bench with rows of its own, whose page is written when all of them were measured. */
async function runOwn(bench: string, measure: (options: RowChoice) => Promise<Report>): Promise<number> {
  const { only = [], quick, before } = values;
  const report = await measure({ only, quick, before, say });
  const markdown = renderReportMarkdown(report);
  print(report, markdown);
  const isWhole = only.length === 0 && !quick;
  if (isWhole) writeFileSync(fileURLToPath(new URL(`./results/${bench}.md`, import.meta.url)), markdown);
  return 0;
}

async function runOnData(bench: keyof typeof dataBenches): Promise<number> {
  const window = values.window === undefined ? undefined : Number(values.window);
  const { data = [], embedder, only = [], keep, fit, quick } = values;
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const report = await measureData(bench, {
    data,
    window,
    embedder,
    only,
    keep,
    join: values.join,
    fit,
    seed,
    quick,
    say,
  });
  print(report, renderReportMarkdown(report));
  return 0;
}

function print(report: Report, markdown: string): void {
  process.stdout.write(values.json ? `${JSON.stringify(buildReportData(report), null, 2)}\n` : markdown);
  if (values.out === undefined) return;
  writeFileSync(values.out, markdown);
  for (const [file, svg] of Object.entries(report.plots ?? {})) writeFileSync(join(dirname(values.out), file), svg);
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
