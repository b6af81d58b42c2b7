/** The rules that policies are measured beside. */
import type { Policy } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { add, type PlainRule, type Situation, stubTokens } from "@clewline/try/simulate.js";

/** The oldest leave for a summary once a part of the room is full, until seven tenths of that part are taken. */
function makeThreshold(part: number): PlainRule {
  return {
    name: `threshold ${part * 100} %`,
    act(situation) {
      if (countShown(situation) > part * situation.room) leave(situation, 0.7 * part * situation.room);
    },
  };
}

/** All old results become stubs at once when half of the room is full, and the newest stay. */
function makeBatch(keep: number): PlainRule {
  return {
    name: `batch clearing, ${keep} kept`,
    act(situation) {
      if (countShown(situation) > 0.5 * situation.room) clear(situation, keep);
      leaveWhereFull(situation);
    },
  };
}

/** Before every call all results but the newest become stubs. */
function makeSliding(keep: number): PlainRule {
  return {
    name: `newest ${keep} results`,
    act(situation) {
      clear(situation, keep);
      leaveWhereFull(situation);
    },
  };
}

/** Large results are cut from the beginning. */
function makeTruncation(most: number): PlainRule {
  return {
    name: `truncation at ${most}`,
    act(situation) {
      const { entries, shown, count } = situation;
      for (let place = 0; place < count; place++)
        if (entries[place]?.kind === "returned") shown[place] = Math.min(shown[place] ?? 0, most);
      leaveWhereFull(situation);
    },
  };
}

export const plainRules: readonly PlainRule[] = [
  ...[0.5, 0.6, 0.7, 0.8, 0.9].map(makeThreshold),
  ...[3, 10].map(makeBatch),
  makeSliding(10),
  makeTruncation(2_000),
];

/** The default with other figures: the curve of price against what is shown. */
export const curve: readonly Policy[] = [0.25, 1, 2, 4].map((missCost) => ({
  ...balanced,
  name: `balanced, miss_cost ${missCost}`,
  missCost,
}));

function countShown({ shown, count }: Situation): number {
  return add(shown.slice(0, count));
}

function clear({ entries, shown, count }: Situation, keep: number): void {
  let left = keep;
  for (let place = count - 1; place >= 0; place--) {
    if (entries[place]?.kind !== "returned") continue;
    left -= 1;
    if (left < 0) shown[place] = Math.min(shown[place] ?? 0, stubTokens);
  }
}

function leaveWhereFull(situation: Situation): void {
  if (countShown(situation) > 0.9 * situation.room) leave(situation, 0.7 * situation.room);
}

function leave(situation: Situation, most: number): void {
  let taken = countShown(situation);
  for (let place = 0; place < situation.count && taken > most; place++) {
    taken -= situation.shown[place] ?? 0;
    situation.shown[place] = 0;
  }
}
