/** What must be true of a log whose process was killed while it answered. */
import { type Clew, openClew, type Turn } from "clewline";
import { expect } from "vitest";
import { program } from "../cli-program.js";
import { idleMs } from "../idle-time.js";
import type { Acknowledged } from "./child.js";
import { run } from "./driver.js";
import { type Lane, lanesIn } from "./look.js";
import { labelOf, operationsOf, readEnding } from "./script.js";

/** A lease is good for 30 seconds; a process that is known to be gone holds nobody up for so long. */
const soonMs = 10_000;

/** What a file went through, and how it was found. */
interface Found {
  readonly acknowledged: number;
  /** Lanes with a turn that was cut off. */
  readonly cut: number;
}

export async function checkKilledTurns(
  path: string,
  session: string,
  lines: readonly string[],
  byCommand: boolean,
): Promise<Found> {
  const acknowledged = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Acknowledged);
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  let cut = 0;
  try {
    await expectSound(clew);
    const lanes = await lanesIn(path, session);
    for (const lane of [0, 1]) {
      const found = lanes.find(({ ref }) => ref.lane.endsWith(`:${lane}`));
      const own = acknowledged.filter((each) => each.lane === lane);
      if (await checkLane(clew, path, { session, lane, found, own, byCommand })) cut += 1;
    }
    await checkSetting(clew, session, acknowledged);
    for (const { receipt } of acknowledged) if (receipt !== undefined) await clew.replay(receipt.id);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  } finally {
    await clew.close();
  }
  return { acknowledged: acknowledged.length, cut };
}

/** Nothing is wrong but turns that were cut off. */
async function expectSound(clew: Clew): Promise<void> {
  const faults = await clew.doctor({ thorough: true });
  expect(faults.filter(({ what }) => !/cut off before the answer$/.test(what))).toEqual([]);
}

/** A setting that was acknowledged is there; what was under way is one that the script sets. */
async function checkSetting(clew: Clew, session: string, acknowledged: readonly Acknowledged[]): Promise<void> {
  const lanes = [0, 1].map((lane) => operationsOf(lane, acknowledged.filter((each) => each.lane === lane).length));
  const isSet = lanes.some((operations) => operations.some(({ verb }) => verb === "settings"));
  const settings = acknowledged.length === 0 ? [] : await clew.settings({ session });
  const setting = settings.find(({ name }) => name === "background_turns");
  expect(isSet ? setting?.changed : true).toBe(true);
  expect(setting?.changed === true ? [8, 9, 10, 11, 12] : [setting?.value]).toContain(setting?.value);
}

interface Given {
  readonly session: string;
  readonly lane: number;
  readonly found: Lane | undefined;
  readonly own: readonly Acknowledged[];
  readonly byCommand: boolean;
}

/** True if a turn was cut off there. */
async function checkLane(clew: Clew, path: string, given: Given): Promise<boolean> {
  const { lane, found, own } = given;
  const labels = (found?.entries ?? []).map(labelOf);
  const expected = (count: number) => operationsOf(lane, count).flatMap(({ adds }) => adds);
  // Everything acknowledged, and at most the one operation that was under way, which is there whole or not at all.
  const [least, most] = [expected(own.length), expected(own.length + 1)];
  expect([least, most]).toContainEqual(labels);
  expect(found?.entries.map(({ seq }) => seq) ?? []).toEqual(labels.map((_label, index) => index + 1));
  const begun = labels.filter(isMessage);
  expect(found?.turns.length ?? 0).toBe(begun.length);
  const last = begun.at(-1)?.slice("user ".length);
  return found !== undefined && last !== undefined && (await checkLastTurn(clew, path, { ...given, found, last }));
}

interface Begun extends Given {
  readonly found: Lane;
  /** The message that was being answered, or was answered, last. */
  readonly last: string;
}

/** True if it was cut off. */
async function checkLastTurn(clew: Clew, path: string, { session, lane, found, last, byCommand }: Begun) {
  const labels = found.entries.map(labelOf);
  const begun = labels.filter(isMessage);
  const number = begun.length - 1;
  const ended = labels.slice(labels.indexOf(`user ${last}`)).some((label) => isEnd(label, last));
  const answered = ended && readEnding(number) !== "failed";
  const states = begun.map((_label, index) => (index < number || ended ? readEnding(index) : "failed"));
  const log = await clew.log({ session, lane: found.ref.lane, limit: 1_000 });
  expect(log.turns.map(({ state }) => state).reverse()).toEqual(states);
  const told = byCommand ? await lastStateByCommand(path, session, found) : states.at(-1);
  expect(told).toBe(states.at(-1));
  await checkGoesOn(clew, { session, lane, last, answered, before: found, states });
  return !ended;
}

/** Whether the entry is the end of the turn that answers this message. */
function isEnd(label: string, last: string): boolean {
  return label === `agent ${last}-reply` || label === "turn-ended";
}

function isMessage(label: string): boolean {
  return /^user \d+-\d+$/.test(label);
}

/** What `clew log --json` says about the lane's last turn. */
async function lastStateByCommand(path: string, session: string, { ref }: Lane): Promise<unknown> {
  const words = ["log", session, "--json", "--store", path, "--lane", ref.lane];
  const { code, lines, complaint } = await run([...program, ...words]).ended;
  expect([code, complaint]).toEqual([0, ""]);
  const states = lines.map((line) => (JSON.parse(line) as { state: string | null }).state);
  return states.findLast((state) => state !== null);
}

async function answerAfterAll(turn: Turn): Promise<void> {
  expect((await turn.view()).kind).toBe("fits");
  await turn.complete({ text: "this time" });
}

interface GoesOn {
  readonly session: string;
  readonly lane: number;
  readonly last: string;
  readonly answered: boolean;
  readonly before: Lane;
  readonly states: readonly string[];
}

/** A new message and the killed one are answered at once, in either order. */
async function checkGoesOn(clew: Clew, { session, lane, last, answered, before, states }: GoesOn): Promise<void> {
  const text = operationsOf(lane, 1_000).find(({ verb, message }) => verb === "begin" && message === last)?.text ?? "";
  const fresh = async () => {
    const turn = await clew.begin({ session, topic: lane, id: `${last}-new`, text: "is anybody there?" });
    expect(turn.repeated).toBe(false);
    expect((await turn.view()).kind).toBe("fits");
    await turn.complete({ text: "yes" });
  };
  const again = async () => {
    const turn = await clew.begin({ session, topic: lane, id: last, text });
    expect(turn.repeated).toBe(answered);
    expect(before.turns.some(({ id }) => id === turn.id)).toBe(answered);
    if (!answered) await answerAfterAll(turn);
  };
  const inTurn = before.entries.length % 2 === 0 ? [fresh, again] : [again, fresh];
  const waited = await idleMs(async () => {
    for (const each of inTurn) await each();
  });
  expect(waited).toBeLessThan(soonMs);
  const { turns } = await clew.log({ session, lane: before.ref.lane, limit: 1_000 });
  const fresher = answered ? ["completed"] : ["completed", "completed"];
  expect(turns.map(({ state }) => state).sort()).toEqual([...states, ...fresher].sort());
}
