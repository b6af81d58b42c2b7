import { sum } from "@clewline/try/sums.js";
import type { Subject } from "../../bot.js";
import { median } from "../../median.js";
import { formatCell } from "../../report.js";
import { runTask, startWorker, type Worker } from "../../worker/start-worker.js";
import {
  aimAtMost,
  checkoutsOf,
  divide,
  type Findings,
  type Missing,
  quantile,
  type SpeedRun,
  type Target,
  tableOf,
} from "../findings.js";
import type { PlayedTurn } from "../tasks/play-turns.js";

/** One subject on a log of one size. */
interface Played {
  readonly subject: Subject;
  readonly messages: number;
  readonly rounds: (readonly PlayedTurn[])[];
  closingMs: number;
}

interface Place {
  readonly played: Played;
  readonly worker: Worker;
}

const columns = [
  "subject",
  "messages in the log",
  "CPU ms a turn",
  "median turn",
  "p95",
  "after the reply",
  "turns",
  "input: messages",
  "input: characters",
];

/** CPU time of a turn: message stored, next input built, answer stored, until the process is idle. */
export async function measureTurns(run: SpeedRun): Promise<Findings> {
  const [all, missing]: [Played[], Missing[]] = [[], []];
  for (const messages of run.plan.sizes) all.push(...(await playSize(run, messages, missing)));
  const title = "CPU of a turn: message persisted, 8k input built, answer persisted";
  return { targets: turnTargets(run, all), tables: [tableOf(title, columns, all.map(summarise))], missing };
}

async function playSize(run: SpeedRun, messages: number, missing: Missing[]): Promise<readonly Played[]> {
  const places: Place[] = [];
  for (const subject of [...checkoutsOf(run), ...run.peers]) {
    const left = subject.kind === "peer" && messages > (subject.mostMessages ?? messages);
    const what = `${subject.name} with ${formatCell(messages)} messages`;
    if (left) {
      missing.push({ what, why: subject.whyNotMore ?? "" });
      continue;
    }
    run.say(`turn: ${what}`);
    const place = await openPlace(run, subject, messages).catch((error: unknown) => {
      if (subject.kind === "clew") throw error;
      missing.push({ what, why: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) });
    });
    if (place !== undefined) places.push(place);
  }
  const { rounds, each, mostMs } = run.plan.turns;
  for (let round = 0; round < rounds; round++) {
    // Each subject is first equally often.
    for (const index of places.keys()) {
      const place = places[(index + round) % places.length];
      place?.played.rounds.push(await place.worker.call("playTurns", { turns: each, mostMs }));
    }
  }
  for (const { played, worker } of places) {
    played.closingMs = (await worker.call("closeBot", undefined)).cpuMs;
    await worker.end();
  }
  return places.map(({ played }) => played);
}

/** A filled log, opened by another process than the one that filled it. */
async function openPlace({ plan, makeFolder }: SpeedRun, subject: Subject, messages: number): Promise<Place> {
  const folder = makeFolder();
  await runTask(folder, "fillLog", { subject, folder, messages });
  const worker = startWorker(folder);
  try {
    await worker.call("openBot", { subject, folder, messages });
    await worker.call("playTurns", { turns: plan.turns.warmUps, mostMs: plan.turns.mostMs });
    return { played: { subject, messages, rounds: [], closingMs: 0 }, worker };
  } catch (error) {
    await worker.end();
    throw error;
  }
}

/** The CPU time of a round per turn: the median of the rounds, plus a share of closing. */
function cpuOfTurn({ rounds, closingMs }: Played): number {
  const means = rounds.map((turns) => sum(turns.map(({ cpuMs }) => cpuMs)) / turns.length);
  return median(means) + closingMs / rounds.flat().length;
}

function summarise(played: Played) {
  const turns = played.rounds.flat();
  const cpu = turns.map(({ cpuMs }) => cpuMs);
  return [
    played.subject.name,
    played.messages,
    cpuOfTurn(played),
    median(cpu),
    quantile(cpu, 0.95),
    median(turns.map(({ behindMs }) => behindMs)),
    turns.length,
    median(turns.map(({ messages }) => messages)),
    median(turns.map(({ characters }) => characters)),
  ];
}

function turnTargets({ plan: { sizes }, clew, before }: SpeedRun, all: readonly Played[]): readonly Target[] {
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)];
  const cpu = (name: string | undefined, size: number) => {
    const played = all.find(({ subject, messages }) => subject.name === name && messages === size);
    return played === undefined ? null : cpuOfTurn(played);
  };
  const [few, many] = [`${formatCell(smallest)} messages`, `${formatCell(largest)} messages`];
  const own = (size: number) => cpu(clew.name, size);
  return [
    aimAtMost(`a turn at ${few}, to clew before`, divide(own(smallest), cpu(before?.name, smallest)), 0.2),
    aimAtMost(`a turn at ${few}, to Mastra`, divide(own(smallest), cpu("Mastra", smallest)), 3),
    aimAtMost(`a turn at ${many}, to ${few}`, divide(own(largest), own(smallest)), 1.2),
    aimAtMost(`a turn at ${many}, to Mastra`, divide(own(largest), cpu("Mastra", largest)), 1),
  ];
}
