/**
 * A branch is reviewed diff by diff, and each diff gets a remark. Some diffs call what an earlier one declares otherwise, so that both
 * are held against each other. The author answers old remarks in no order and pushes some diffs again, with most lines unchanged. The
 * verdict asks about half of the files, and nothing says beforehand about which.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import {
  ask,
  type DrawnJob,
  type DrawnTask,
  fill,
  mix,
  readInBatches,
  skew,
  type TaskPlan,
  tell,
} from "./drawn-task.js";
import { type Need, type Piece, type Step, said, writeValue } from "./task.js";

const rulesPath = "CONTRIBUTING.md";
const names = "open close retry merge queue token cursor batch route lease probe quota".split(" ");
const mostInRound = 5;

type Push = 1 | 2;

interface Branch {
  readonly files: readonly number[];
  /** Those of which a second version comes. */
  readonly pushed: readonly number[];
}

const nameDiff = (file: number, push: Push) => `push-${push}/file-${file}.diff`;
const nameRemark = (file: number) => `remarks/${file}.md`;
const rule = (key: "naming" | "limit"): Need => ({ key: `rule.${key}`, path: rulesPath });
const remark = (file: number): Need => ({ key: `fact/${nameRemark(file)}`, path: nameRemark(file) });
const ticket: Need = { key: "ticket/id", path: said };

function inDiff(file: number, key: "declares" | "calls" | "covers", push: Push = 1): Need {
  return { key: `push${push}.${key}/${file}`, path: nameDiff(file, push) };
}

export function makeReview(plan: TaskPlan): DrawnTask {
  const random = makeRandom(plan.seed);
  const files = Array.from({ length: Math.max(3, Math.floor(plan.count * 0.7)) }, (_, file) => file);
  const pushed = files.filter(() => random.next() < 0.4);
  const size = plan.size / (1 + files.length + pushed.length);
  const hunks = files.map(() => fill(size * skew(random), (number) => writeHunkLine(random, number)));
  const write = (file: number, push: Push) => writeDiff(random, hunks[file] ?? [], file, push);
  const diffs = [...files.map((file) => write(file, 1)), ...pushed.map((file) => write(file, 2))];
  const jobs = drawJobs(random, { files, pushed }, plan);
  return { pieces: [{ path: rulesPath, text: writeRules(random, size) }, ...diffs], jobs };
}

function drawJobs(random: Random, { files, pushed }: Branch, { batch }: TaskPlan): readonly DrawnJob[] {
  const words = `Review this branch. It closes ${writeValue(ticket.key, `T-${random.pickNumber(90_000)}`)}`;
  const waiting = new Set(pushed);
  const jobs: DrawnJob[] = [];
  for (let from = 0; from < files.length; ) {
    const to = Math.min(files.length, from + 1 + random.pickNumber(mostInRound));
    const works = files.slice(from, to).flatMap((file) => review(random, file));
    const rules: readonly Step[] = from === 0 ? [{ does: "read", paths: [rulesPath] }] : [];
    jobs.push(ask(from === 0 ? words : "Go on with the next files.", rules, works, tell(inDiff(to - 1, "covers"))));
    if (random.next() < 0.6) jobs.push(answerAuthor(random, random.pickNumber(to)));
    const again = [...waiting].filter((file) => file < to && (to === files.length || random.next() < 0.3));
    if (again.length > 0) jobs.push(reviewAgain(again, batch));
    for (const file of again) waiting.delete(file);
    from = to;
  }
  const verdicts = files
    .filter(() => random.next() < 0.5)
    .map((file): Step => {
      return { does: "edit", path: `verdict/${file}`, needs: [remark(file), inDiff(file, "covers"), rule("naming")] };
    });
  return [...jobs, ask("Write the verdict on these files.", verdicts, tell(ticket, rule("limit")))];
}

function review(random: Random, file: number): readonly Step[] {
  const other = random.pickNumber(file);
  const isContrary = file > 0 && random.next() < 0.4;
  const needs = [inDiff(file, "calls"), inDiff(other, "declares"), remark(other)];
  return [
    { does: "read", paths: [nameDiff(file, 1)] },
    { does: "write", path: nameRemark(file), needs: [inDiff(file, "declares"), rule("naming")] },
    ...(isContrary ? [{ does: "edit", path: `conflicts/${file}-${other}`, needs } as const] : []),
  ];
}

function answerAuthor(random: Random, file: number): DrawnJob {
  const opened: readonly Step[] = random.next() < 0.5 ? [{ does: "read", paths: [nameDiff(file, 1)] }] : [];
  const needs = [remark(file), inDiff(file, "calls"), rule("limit")];
  return ask("The author does not agree with one of your remarks.", opened, tell(...needs));
}

function reviewAgain(files: readonly number[], batch: number): DrawnJob {
  const threads = files.map((file): Step => {
    const needs = [remark(file), inDiff(file, "declares"), inDiff(file, "declares", 2)];
    return { does: "edit", path: `threads/${file}`, needs };
  });
  const paths = files.map((file) => nameDiff(file, 2));
  const last = files.slice(-1).map((file) => inDiff(file, "covers", 2));
  return ask("The author has pushed these again.", readInBatches(paths, batch), threads, tell(...last));
}

function writeHunkLine(random: Random, number: number): string {
  const [one, other] = [random.pickOne(names), random.pickOne(names)];
  return `${random.pickOne([" ", " ", "+", "-"])}  const ${one}${number} = await ${other}(${one}, ${random.pickNumber(9_000)});`;
}

/** One line of ten is another one in a second version. */
function writeDiff(random: Random, hunk: readonly string[], file: number, push: Push): Piece {
  const lines = push === 1 ? hunk : hunk.map((line) => (random.next() < 0.1 ? `+${line.slice(1)} // mended` : line));
  const values = (["declares", "calls", "covers"] as const).map((key) => {
    return `+  // ${writeValue(inDiff(file, key, push).key, `${random.pickOne(names)}-${random.pickNumber(100_000)}`)}`;
  });
  const head = [`--- a/src/file-${file}.ts`, `+++ b/src/file-${file}.ts`, `@@ -1,${hunk.length} +1,${lines.length} @@`];
  return { path: nameDiff(file, push), text: [...head, ...mix(random, lines, values)].join("\n") };
}

function writeRules(random: Random, size: number): string {
  const prose = fill(size, (number) => {
    return `${number}. A ${random.pickOne(names)} never waits for a ${random.pickOne(names)}; say so in the first line of its comment.`;
  });
  const values = [
    `Names follow ${writeValue(rule("naming").key, `style-${random.pickNumber(9_000)}`)}`,
    `No function is longer than ${writeValue(rule("limit").key, String(20 + random.pickNumber(80)))}`,
  ];
  return ["# How we work", ...mix(random, prose, values)].join("\n");
}
