/** What must be true of a log whose process was killed while it imported, restored or exported. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import type { Entry } from "@clewline/core/log/entry.js";
import { ClewError, openClew } from "clewline";
import { expect } from "vitest";
import { type Lane, lanesIn, nameOf } from "./look.js";

export interface Reference {
  readonly path: string;
  readonly lanes: readonly Lane[];
  /** How long it took without a kill. */
  readonly tookMs: number;
}

/** The same history in a log of its own, taken over without a kill. */
export async function referenceFor(path: string, history: string): Promise<Reference> {
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  const started = Date.now();
  await clew.import(history, { agents: ["99"] });
  const tookMs = Date.now() - started;
  await clew.close();
  return { path, lanes: await lanesIn(path), tookMs };
}

/** How many entries the killed import had left behind. */
export async function checkKilledImport(path: string, history: string, reference: Reference): Promise<number> {
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  try {
    expect(await clew.doctor({ thorough: true })).toEqual([]);
    const left = await lanesIn(path);
    for (const lane of left) expectBeginning(lane, reference);
    const there = sum(left);
    const report = await clew.import(history, { agents: ["99"] });
    expect([report.known, report.added + report.known]).toEqual([there, sum(reference.lanes)]);
    expect((await lanesIn(path)).map(timeless)).toEqual(reference.lanes.map(timeless));
    expect((await clew.import(history, { agents: ["99"] })).added).toBe(0);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
    return there;
  } finally {
    await clew.close();
  }
}

function expectBeginning(lane: Lane, reference: Reference): void {
  const whole = reference.lanes.find((each) => nameOf(each) === nameOf(lane));
  const known = timeless(whole ?? lane);
  expect(timeless(lane).entries).toEqual(known.entries.slice(0, lane.entries.length));
}

/** Everything but our own time, and the times that stand for one that the history did not give. */
function timeless({ ref, entries, turns }: Lane) {
  const dated = ref.session.startsWith("telegram:");
  const plain = ({ at, arrived: _arrived, ...entry }: Entry) => (dated ? { ...entry, at } : entry);
  return {
    ref,
    entries: entries.map(plain),
    turns: turns.map(({ began, ended, ...turn }) => (dated ? { ...turn, began, ended } : turn)).sort(byId),
  };
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function sum(lanes: readonly Lane[]): number {
  return lanes.reduce((total, { entries }) => total + entries.length, 0);
}

export async function exported(path: string): Promise<string> {
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(`${line}\n`);
  await clew.close();
  return lines.join("");
}

/** Restoring again completes what a kill left, and every view that was ever handed out replays. Gives the part that was left. */
export async function checkKilledRestore(path: string, whole: string): Promise<number> {
  const left = (await exported(path)).length;
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  try {
    // Half of an export may hold a message without the turn that answered it, and nothing worse.
    const faults = await clew.doctor({ thorough: true });
    expect(faults.filter(({ what }) => !/cut off before the answer$/.test(what))).toEqual([]);
    await clew.import(whole);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  } finally {
    await clew.close();
  }
  const wanted = readFileSync(whole, "utf8");
  expect(await exported(path)).toBe(wanted);
  return left / wanted.length;
}

/** Half of an export is refused at the line where it ends, or is a whole log up to there; the whole file completes it. */
export async function checkKilledExport(source: string, half: string, whole: string, path: string): Promise<number> {
  expect(await exported(source)).toBe(readFileSync(whole, "utf8"));
  const written = readFileSync(half, "utf8");
  expect(readFileSync(whole, "utf8").startsWith(written)).toBe(true);
  copyFileSync(half, `${half}.jsonl`);
  if (written === "") writeFileSync(`${half}.jsonl`, written);
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  const outcome = await clew.import(`${half}.jsonl`, { format: "clew" }).then(
    () => "taken",
    (error: unknown) => (error instanceof ClewError ? error.code : error),
  );
  await clew.close();
  expect(["taken", "import/bad"]).toContain(outcome);
  await checkKilledRestore(path, whole);
  return written.length / readFileSync(whole, "utf8").length;
}
