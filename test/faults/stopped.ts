/**
 * One of two processes that share a lane: `stopped.ts STORE NAME AHEAD_MS SECONDS`. It answers messages of its own, one
 * after the other, step by step, by a clock that is so far ahead, until the signal or the time to end, and prints what came
 * of each call.
 */
import { writeSync } from "node:fs";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import type { Turn } from "@clewline/clewline/index.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";

/** What a process was told. A refused text is one that the log keeps as late. */
export interface Told {
  readonly what: "begun" | "recorded" | "completed" | "refused" | "stood still";
  readonly turn: string;
  readonly text: string;
}

const [path = "", name = "", ahead = "0", seconds = "0"] = process.argv.slice(2);
const lease = { leaseMs: 600, renewalMs: 60 };
const clock = makeSystemClock(() => Date.now() + Number(ahead));
const store = openSqliteStore({ path, hash: sha256 });
const clew = await makeClewOverStore(store, { window: 4_096, timeZone: "UTC" }, undefined, { clock, lease });
const until = performance.now() + Number(seconds) * 1_000;
let isOver = false;
process.once("SIGUSR2", () => {
  isOver = true;
});

let current = "";
let ticked = { at: performance.now(), turn: "" };
const ticks = setInterval(noticeStandstill, 20);

for (let round = 0; !isOver && performance.now() < until; round++) {
  const text = `${name}-${round}`;
  const turn = await clew.begin({ session: "telegram:chat:9", id: text, text: `${text}-question` });
  current = turn.id;
  tell("begun", turn, `${text}-question`);
  if (await answer(turn, text)) continue;
  if (turn.state !== "failed") throw new Error(`A turn that was lost is ${turn.state}`);
}
noticeStandstill();
clearInterval(ticks);
await clew.close();

/** Whoever was stopped, or got no processor for that long, does not renew. */
function noticeStandstill(): void {
  const at = performance.now();
  const turns = at - ticked.at > lease.leaseMs - 2 * lease.renewalMs ? new Set([ticked.turn, current]) : [];
  for (const id of turns) tell("stood still", { id }, "");
  ticked = { at, turn: current };
}

/** False as soon as something is refused. What is said after that is refused too. */
async function answer(turn: Turn, text: string): Promise<boolean> {
  let isRefused = false;
  for (const step of [`${text}-step-0`, `${text}-step-1`]) {
    if (!(await attempt(turn, null, () => turn.view()))) isRefused = true;
    const calls = [{ id: step, tool: "look", input: {}, output: `${step}-result` }];
    const isKept = await attempt(turn, step, () => turn.record({ text: step, calls }));
    if (isKept && isRefused) throw new Error("Something was taken after a refusal");
    isRefused ||= !isKept;
    if (isKept) tell("recorded", turn, step);
    await new Promise((done) => setTimeout(done, 30));
  }
  const isAnswered = await attempt(turn, `${text}-reply`, () => turn.complete({ text: `${text}-reply` }));
  if (isAnswered && isRefused) throw new Error("A reply was taken after a refusal");
  if (isAnswered) tell("completed", turn, `${text}-reply`);
  return isAnswered;
}

async function attempt(turn: Turn, text: string | null, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "turn/not-running") throw error;
    if (text !== null) tell("refused", turn, text);
    return false;
  }
}

function tell(what: Told["what"], turn: Pick<Turn, "id">, text: string): void {
  writeSync(1, `${JSON.stringify({ what, turn: turn.id, text } satisfies Told)}\n`);
}
