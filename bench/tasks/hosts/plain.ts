/** Agents without Clew: the whole list with every call, or one of the rules that people write themselves. */
import type { SeenPart } from "@clewline/store-kit/index.js";
import { makeBill } from "../bill.js";
import { countParts, type Outcome, type Play, type Setting, startPlay } from "../play.js";

export interface Rival {
  readonly name: string;
  /** How a result is kept when it arrives. */
  arrive?(text: string): string;
  /** What is sent of the list, which may be changed. */
  reduce?(list: readonly SeenPart[], calls: number): readonly SeenPart[];
}

const cleared = "[old result cleared]";

/** Tokens of system text, tools and the answer. */
const beside = 4_500;

export const rivals: readonly Rival[] = [
  { name: "full history" },
  { name: "truncation at 4,000", arrive: (text) => cutMiddle(text, 4_000) },
  { name: "newest 10 results", reduce: (list) => clearResults(list, 10) },
  { name: "batch: 20 kept, by 40", reduce: makeBatch(20, 20) },
];

function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most / 2)}\n[${text.length - most} characters left out]\n${text.slice(-most / 2)}`;
}

function clearResults(list: readonly SeenPart[], keep: number): readonly SeenPart[] {
  const results = list.filter(({ kind }) => kind === "returned");
  const old = new Set(results.slice(0, Math.max(0, results.length - keep)));
  return list.map((part) => (old.has(part) && part.kind === "returned" ? { ...part, text: cleared } : part));
}

/** Old results leave together, once so many more than those that stay are there. */
function makeBatch(keep: number, by: number): NonNullable<Rival["reduce"]> {
  return (list) => {
    const { length } = list.filter(({ kind }) => kind === "returned");
    const gone = Math.floor(Math.max(0, length - keep) / by) * by;
    return clearResults(list, length - gone);
  };
}

/** Sends everything at any size, and counts no request as larger than the window. */
export function playEndless(setting: Setting): Outcome {
  return playList(
    startPlay(setting, makeBill(setting.prices, { ...setting, most: setting.window })),
    {},
    Number.POSITIVE_INFINITY,
  );
}

export function playRival(setting: Setting, rival: Rival): Outcome {
  return playList(startPlay(setting), rival, Math.max(1_000, setting.window - beside));
}

function playList(play: Play, { arrive = keep, reduce = keep }: Omit<Rival, "name">, room: number): Outcome {
  const list: SeenPart[] = [];
  for (const [place, { text }] of play.jobs.entries()) {
    list.push({ kind: "said", by: "user", text });
    play.begin(place + 1);
    const answer = answerJob(play, list, { arrive, reduce, room });
    if (answer === null || !play.end(answer)) break;
  }
  return play.outcome();
}

const keep = <Same>(same: Same): Same => same;

interface Rules extends Required<Omit<Rival, "name">> {
  readonly room: number;
}

/** Null where a request exceeds the window. */
function answerJob(play: Play, list: SeenPart[], { arrive, reduce, room }: Rules): string | null {
  for (let call = 0; ; call++) {
    const sent = reduce(list, call);
    if (countParts(sent, play.setting) > room) {
      play.fail("larger than the window");
      return null;
    }
    const { text, calls = [] } = play.think(sent, ["read", "edit", "write"]).reply;
    if (text !== undefined) {
      list.push({ kind: "said", by: "agent", text });
      return text;
    }
    const first = list.length;
    for (const [place, { tool, input }] of calls.entries())
      list.push({ kind: "called", id: `${first}-${place}`, tool, input: JSON.stringify(input) });
    for (const [place, each] of calls.entries())
      list.push({ kind: "returned", id: `${first}-${place}`, text: arrive(play.run(each)) });
  }
}
