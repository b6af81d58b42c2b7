/** Eight processes answer in four lanes of one file. `npm run check:faults` lets them do so for a minute. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "@clewline/core/log/entry.js";
import { openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { bundled } from "./child-program.js";
import { run } from "./faults/driver.js";
import { type Lane, lanesIn } from "./faults/look.js";
import type { Done } from "./faults/writer.js";
import { seed } from "./seed.js";
import { some } from "./some.js";

/** So many messages each in the gate, however long they take; as many as they can in the longer check. */
const seconds = Number(process.env.CLEW_SECONDS ?? Number.POSITIVE_INFINITY);
const rounds = seconds === Number.POSITIVE_INFINITY ? 4 : Number.POSITIVE_INFINITY;
const folder = mkdtempSync(join(tmpdir(), "clew-writers-"));
const path = join(folder, "shared.db");
const order = join(folder, "order");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a process says that waits for long, as it may on a busy machine. */
const patience =
  /^\(node:\d+\) ClewWarning: a message of \S+ waits for turn .*\n(?:\(Use `node --trace-warnings .*\n)?/gm;

test(`Eight processes share four lanes: nothing is lost, doubled, out of order or answered twice (seed ${seed})`, async () => {
  const program = await bundled(new URL("./faults/writer.ts", import.meta.url));
  const words = (number: number) => [path, ...[number, seed, rounds, seconds].map(String), order];
  const ran = await Promise.all(Array.from({ length: 8 }, (_, number) => run([program, ...words(number)]).ended));
  expect(ran.map(({ code, complaint }) => [code, complaint.replaceAll(patience, "")])).toEqual(ran.map(() => [0, ""]));
  const done = ran.map(({ lines }) => lines.map((line) => JSON.parse(line) as Done));
  const lanes = await lanesIn(path);
  expect(lanes.length).toBe(4);
  for (const lane of lanes) checkLane(lane, done);
  checkOneAtATime(readFileSync(order, "utf8").trimEnd().split("\n"));
  const clew = await openClew({ store: path });
  expect(await clew.doctor({ thorough: true })).toEqual([]);
  await clew.close();
  report(done);
});

function checkLane({ ref, entries, turns }: Lane, done: readonly (readonly Done[])[]): void {
  const lane = Number(ref.lane.at(-1));
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => index + 1));
  const places = new Map<string, number>();
  for (const { name, seq } of entries.flatMap(named)) {
    expect(places.has(name), `${name} is there once`).toBe(false);
    places.set(name, seq);
  }
  for (const own of done.map((each) => each.filter((one) => one.lane === lane))) {
    checkKept(own, places);
    const ended = own.flatMap((each) => (each.kind === "ended" ? [each] : []));
    expect(ended.filter(({ turn, state }) => turns.find(({ id }) => id === turn)?.state !== state)).toEqual([]);
  }
  expect(turns.filter(({ state }) => state === "running")).toEqual([]);
  const answers = turns.filter(({ state }) => state === "completed").flatMap(({ messages }) => messages);
  expect(answers.filter((id, index) => answers.indexOf(id) !== index)).toEqual([]);
}

/** What one process was told is in the log, in the order in which it was told; what another had kept before may be older. */
function checkKept(own: readonly Done[], places: ReadonlyMap<string, number>): void {
  let before = 0;
  for (const each of own.flatMap((done) => (done.kind === "ended" ? [] : [done]))) {
    const names =
      each.kind === "recorded" ? [`called ${each.call}`, `returned ${each.call}`] : [`user ${each.message}`];
    const place = places.get(names[0] ?? "") ?? 0;
    expect(place, names[0]).toBeGreaterThan(0);
    expect(names.map((name) => places.get(name))).toEqual(names.map((_name, index) => place + index));
    const mayBeOlder = each.kind === "repeated" || (each.kind !== "recorded" && each.message.startsWith("both"));
    expect(mayBeOlder || place > before, `${names[0]} comes after what came before`).toBe(true);
    before = mayBeOlder ? before : place;
  }
}

function named(entry: Entry): readonly { readonly name: string; readonly seq: number }[] {
  const { seq } = entry;
  if (entry.kind === "called" || entry.kind === "returned") return [{ name: `${entry.kind} ${entry.call}`, seq }];
  return entry.kind === "said" && entry.by.role === "user" ? [{ name: `user ${entry.source?.message}`, seq }] : [];
}

/** Between the start of a turn and its end no other of the lane starts. */
function checkOneAtATime(lines: readonly string[]): void {
  const running = new Map<string, string>();
  for (const line of some(lines)) {
    const [what = "", lane = "", turn = ""] = line.split(" ");
    expect(running.get(lane), line).toBe(what === "start" ? undefined : turn);
    if (what === "start") running.set(lane, turn);
    else running.delete(lane);
  }
}

function report(done: readonly (readonly Done[])[]): void {
  const kinds = done.flat().map(({ kind }) => kind);
  const count = (kind: Done["kind"]) => kinds.filter((each) => each === kind).length;
  console.log(`${count("ended")} turns, ${count("repeated")} repeated, ${count("said")} only kept`);
}
