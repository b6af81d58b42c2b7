/** Plays a conversation through the public API, with all background work settled after each happening. */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Clew, LogStore } from "@clewline/clewline/index.js";
import { askFacts } from "./ask.js";
import type { Build } from "./build.js";
import type { Fact, Job, Played } from "./facts.js";
import { setTime } from "./fixed-world.js";
import { type Happening, makeScenario, type Scenario } from "./scenario.js";

/** What is asked of a transcript. */
const transcriptQuestions = ["error test", "function", "file path"];

export async function play(build: Build, job: Job): Promise<Played> {
  const store = build.makeMemoryStore();
  const scenario = job.seed === null ? null : makeScenario(job.seed);
  const views =
    scenario === null ? await takeIn(build, store, job) : await playScenario(build, store, { job, scenario });
  const endsAt = scenario === null ? Date.UTC(2026, 10, 1) : findEnd(scenario);
  setTime(endsAt);
  await writeExport(build, store, job);
  const receipts = views.filter(({ key }) => key !== "").map(({ key }) => key);
  const asked = await askFacts(build, store, { job, questions: scenario?.questions ?? transcriptQuestions, receipts });
  return { endsAt, facts: [...views.map((view, place) => ({ ...view, key: `${place}` })), ...asked] };
}

/** The facts of an export that another build wrote. */
export async function read(build: Build, job: Job): Promise<Played> {
  const store = build.makeMemoryStore();
  const endsAt = job.endsAt ?? 0;
  setTime(endsAt);
  const receipts = await withClew(build, store, job, async (clew) => {
    await clew.import(job.file as string);
    return listReceipts(clew);
  });
  const questions = job.seed === null ? transcriptQuestions : makeScenario(job.seed).questions;
  return { endsAt, facts: await askFacts(build, store, { job, questions, receipts }) };
}

async function listReceipts(clew: Clew): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const line of clew.export()) {
    const { receipt } = JSON.parse(line) as { readonly receipt?: { readonly id?: string } };
    if (receipt?.id !== undefined) ids.push(receipt.id);
  }
  return ids;
}

async function takeIn(build: Build, store: LogStore, job: Job): Promise<readonly Fact[]> {
  setTime(Date.UTC(2026, 10, 1));
  await withClew(build, store, job, (clew) => clew.import(job.file as string));
  return [];
}

async function playScenario(
  build: Build,
  store: LogStore,
  { job, scenario }: { readonly job: Job; readonly scenario: Scenario },
): Promise<readonly Fact[]> {
  const views: Fact[] = [];
  setTime(0);
  for (const happening of scenario.happenings) {
    if ("message" in happening) setTime(Math.max(Date.now(), happening.message.at));
    await withClew(build, store, { ...job, window: scenario.window }, async (clew) => {
      views.push(...(await happen(clew, happening, build)));
    });
  }
  return views;
}

async function withClew<Result>(
  build: Build,
  store: LogStore,
  job: Job,
  work: (clew: Clew) => Promise<Result>,
): Promise<Result> {
  const clew = await build.open(store, job);
  try {
    return await work(clew);
  } finally {
    await clew.close();
  }
}

async function happen(clew: Clew, happening: Happening, { extras }: Build): Promise<readonly Fact[]> {
  switch (happening.kind) {
    case "turn":
      return playTurn(clew, happening, extras);
    case "observe":
      await clew.observe({ ...happening.message, ...extras });
      return [];
    case "edit":
      await clew.edit({ ...happening.message, ...extras });
      return [];
    case "compact":
      await clew.compact({ session: happening.session });
      return [];
    case "clear":
      await clew.clear({ session: happening.session });
      return [];
    case "remember":
      await clew.memory.add({ text: happening.text, person: happening.person });
      return [];
    case "pin":
    case "hide":
      // A lane without these places refuses; the other build must refuse as well, and its log shows it.
      await clew.ranges[happening.kind](happening.range, { session: happening.session }).catch(() => undefined);
      return [];
  }
}

async function playTurn(
  clew: Clew,
  { message, steps, reply }: Happening & { readonly kind: "turn" },
  extras: object,
): Promise<readonly Fact[]> {
  const turn = await clew.begin({ ...message, ...extras });
  const views: Fact[] = [];
  const look = async () => {
    const view = await turn.view();
    const said = view.kind === "fits" ? JSON.stringify([view.system, view.messages]) : JSON.stringify(view);
    const layers = view.kind === "fits" ? (view.receipt.layers as Record<string, number>) : {};
    views.push({ what: "view", key: view.kind === "fits" ? view.receipt.id : "", said, layers });
  };
  for (const step of steps) {
    await look();
    await turn.record(step);
  }
  await look();
  await (reply === null ? turn.fail(new Error("The model did not answer.")) : turn.complete({ text: reply }));
  return views;
}

async function writeExport(build: Build, store: LogStore, job: Job): Promise<void> {
  if (job.into === undefined) return;
  const file = createWriteStream(job.into);
  await withClew(build, store, job, async (clew) => {
    for await (const line of clew.export()) file.write(`${line}\n`);
  });
  file.end();
  await once(file, "finish");
}

function findEnd({ happenings }: Scenario): number {
  return Math.max(...happenings.map((each) => ("message" in each ? each.message.at : 0))) + 60_000;
}
