/**
 * One of eight processes on one log: `writer.ts STORE NUMBER SEED ROUNDS SECONDS ORDER`. Answers messages in four lanes as
 * fast as it can, until so many or so long, some of them delivered by its neighbour too, and prints what was acknowledged. ORDER is a file that all of them
 * append to: a line after each turn that has begun and one before each that is about to end.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { type Clew, openClew, type Turn } from "@clewline/clewline/index.js";
import { randomFrom, upTo } from "./random.js";

/** What a process was told is done, in its own order. */
export type Done =
  | { readonly kind: "said"; readonly lane: number; readonly message: string }
  | { readonly kind: "begun"; readonly lane: number; readonly message: string; readonly turn: string }
  | { readonly kind: "repeated"; readonly lane: number; readonly message: string; readonly turn: string }
  | { readonly kind: "recorded"; readonly lane: number; readonly call: string }
  | { readonly kind: "ended"; readonly lane: number; readonly turn: string; readonly state: Turn["state"] };

const session = "telegram:chat:8";

const [store = "", number = "0", seed = "0", rounds = "0", seconds = "0", orderPath = ""] = process.argv.slice(2);
const random = randomFrom(Number(seed) * 100 + Number(number));
const order = openSync(orderPath, "a");
const clew = await openClew({ store, window: 4_096, timeZone: "UTC" });
const until = Date.now() + Number(seconds) * 1_000;
/** Messages that this process and its neighbour both deliver. */
const pair = Math.floor(Number(number) / 2);
for (let round = 0; round < Number(rounds) && Date.now() < until; round++) await work(clew, round);
await clew.close();
closeSync(order);

function say(done: Done): void {
  writeSync(1, `${JSON.stringify(done)}\n`);
}

async function work(clew: Clew, round: number): Promise<void> {
  const lane = upTo(random, 3);
  if (random() < 0.2) {
    const message = `${number}-aside-${round}`;
    await clew.observe({ session, topic: lane, id: message, text: "just so that you know" });
    say({ kind: "said", lane, message });
  }
  const shared = random() < 0.3;
  const message = shared ? `both-${pair}-${Math.floor(round / 4)}` : `${number}-${round}`;
  // Whoever delivers a shared message delivers it to the same lane.
  const place = shared ? Math.floor(round / 4) % 4 : lane;
  const incoming = { session, topic: place, id: message, text: `${message}: is it dry?` };
  if (shared && random() < 0.3) await clew.observe(incoming);
  const turn = await clew.begin(incoming);
  if (turn.repeated) say({ kind: "repeated", lane: place, message, turn: turn.id });
  else await answer(turn, place, message, round);
}

async function answer(turn: Turn, lane: number, message: string, round: number): Promise<void> {
  writeSync(order, `start ${lane} ${turn.id}\n`);
  say({ kind: "begun", lane, message, turn: turn.id });
  const viewed = await turn.view();
  if (viewed.kind !== "fits") throw new Error(`too small: ${viewed.needed}`);
  const call = `${number}-call-${round}`;
  await turn.record({ text: "looking", calls: [{ id: call, tool: "look", input: { round }, output: "dry" }] });
  say({ kind: "recorded", lane, call });
  const fate = random();
  writeSync(order, `end ${lane} ${turn.id}\n`);
  if (fate < 0.15) await turn.fail(new Error("the pump is broken"));
  else if (fate < 0.25) await turn.cancel("never mind");
  else await turn.complete({ text: `${message}: it is dry` });
  say({ kind: "ended", lane, turn: turn.id, state: turn.state });
}
