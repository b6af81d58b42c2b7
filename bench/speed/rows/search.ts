import { copyFile } from "node:fs/promises";
import { clewFile } from "../../clew/keep-clew.js";
import { generateRound } from "../../generated-round.js";
import { median } from "../../median.js";
import { formatCell } from "../../report.js";
import { runTask, startWorker, type Worker } from "../../worker/start-worker.js";
import { aimAtMost, divide, type Findings, quantile, type SpeedRun, type Target, tableOf } from "../findings.js";
import type { SearchTimes } from "../tasks/search-log.js";

const searchColumns = ["search", "entries in the log", "CPU ms, median", "p95", "searches"];
const turnColumns = ["turn", "messages in the log", "CPU ms a turn", "p95", "turns"];

/** CPU time of searches beside the index alone, and of a turn that looks up beside one that does not. */
export async function measureSearch(run: SpeedRun): Promise<Findings> {
  const { few, many, turnSizes } = run.plan.search;
  const sizes = [await searchSize(run, few), await searchSize(run, many)] as const;
  const turns: PlayedSize[] = [];
  for (const messages of turnSizes) turns.push(await playSize(run, messages));
  return {
    targets: [...aimSearches(sizes), ...turns.map(aimTurn)],
    tables: [
      tableOf("Searches, beside FTS5 alone in the same file", searchColumns, sizes.flatMap(listSearches)),
      tableOf("A turn with look-ups by words, beside one with memory_tokens 0", turnColumns, turns.flatMap(listTurns)),
    ],
  };
}

interface SearchedSize {
  readonly entries: number;
  readonly times: SearchTimes;
}

async function searchSize(run: SpeedRun, entries: number): Promise<SearchedSize> {
  run.say(`search: ${formatCell(entries)} entries`);
  const { questions, rounds } = run.plan.search;
  const folder = run.makeFolder();
  await runTask(folder, "fillSearched", { checkout: run.clew.folder, folder, messages: entries });
  const place = { checkout: run.clew.folder, path: clewFile(folder) };
  return {
    entries,
    times: await runTask(folder, "searchLog", { ...place, questions: makeQuestions(questions), rounds }),
  };
}

/** Some words of what was said, from different places; rare, less common and common ones among them. */
function makeQuestions(count: number): readonly string[] {
  const fixed = ["quincunx", "harbour", "report", "harbour report quincunx"];
  return Array.from({ length: count }, (_, index) => {
    const words = generateRound(index * 7).message.split(" ");
    return fixed[index] ?? words.slice(0, 3 + (index % 6)).join(" ");
  });
}

function aimSearches([small, large]: readonly [SearchedSize, SearchedSize]): readonly Target[] {
  const p95 = (times: readonly number[]) => quantile(times, 0.95);
  const [few, many] = [formatCell(small.entries), formatCell(large.entries)];
  return [
    aimAtMost(
      `a search over ${few} entries, to the bare FTS5 statement`,
      divide(median(small.times.everywhere), median(small.times.bare)),
      15,
    ),
    aimAtMost(
      `p95 of a search over ${many} entries, to the bare FTS5 statement`,
      divide(p95(large.times.everywhere), p95(large.times.bare)),
      1.5,
    ),
    aimAtMost(
      `a search in a lane of ${many} entries, to one of ${few}`,
      divide(median(large.times.inLane), median(small.times.inLane)),
      5,
    ),
  ];
}

const ways: readonly (readonly [keyof SearchTimes, string])[] = [
  ["everywhere", "everywhere"],
  ["inLane", "in a lane"],
  ["bare", "FTS5 alone, best first"],
  ["bareNewest", "FTS5 alone, newest first"],
];

function listSearches({ entries, times }: SearchedSize) {
  return ways.map(([way, name]) => [name, entries, median(times[way]), quantile(times[way], 0.95), times[way].length]);
}

interface PlayedSize {
  readonly messages: number;
  readonly with: readonly number[];
  readonly without: readonly number[];
}

/** Two copies of one log, played in turns. */
async function playSize(run: SpeedRun, messages: number): Promise<PlayedSize> {
  run.say(`search: turns at ${formatCell(messages)} messages`);
  const [looking, silent] = [run.makeFolder(), run.makeFolder()];
  await runTask(looking, "fillLog", { subject: run.clew, folder: looking, messages });
  await copyFile(clewFile(looking), clewFile(silent));
  await runTask(silent, "silenceLookUps", { checkout: run.clew.folder, path: clewFile(silent) });
  const workers = [startWorker(looking), startWorker(silent)] as const;
  try {
    const played: [number[], number[]] = [[], []];
    for (const [index, folder] of [looking, silent].entries()) {
      await workers[index]?.call("openBot", { subject: run.clew, folder, messages });
      if (workers[index] !== undefined) await playRound(run, workers[index], run.plan.turns.warmUps);
    }
    for (let round = 0; round < run.plan.turns.rounds; round++) {
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        played[index].push(...(await playRound(run, workers[index], run.plan.turns.each)));
      }
    }
    return { messages, with: played[0], without: played[1] };
  } finally {
    for (const worker of workers) await worker.end();
  }
}

async function playRound({ plan }: SpeedRun, worker: Worker, turns: number): Promise<readonly number[]> {
  const played = await worker.call("playTurns", { turns, mostMs: plan.turns.mostMs });
  return played.map(({ cpuMs }) => cpuMs);
}

function aimTurn({ messages, with: looking, without }: PlayedSize): Target {
  const name = `a turn with look-ups at ${formatCell(messages)} messages, to one without`;
  return aimAtMost(name, divide(median(looking), median(without)), 1.5);
}

function listTurns({ messages, with: looking, without }: PlayedSize) {
  return (
    [
      ["with look-ups", looking],
      ["without", without],
    ] as const
  ).map(([name, times]) => [name, messages, median(times), quantile(times, 0.95), times.length]);
}
