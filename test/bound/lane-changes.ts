/** What people do to a chat besides talking: they hide and pin parts of it, compact it, take that back, and have things remembered. */
import { type Clew, ClewError } from "clewline";
import fc from "fast-check";

export type LaneChange =
  | { readonly verb: "hide" | "show" | "pin" | "unpin"; readonly part: number; readonly more: number }
  | { readonly verb: "compact"; readonly part: number; readonly more: number }
  | { readonly verb: "summarise" | "undo" | "remember" };

/** Whether it was done: nothing of it is while a turn runs, and a chat may have nothing to do it to. */
export async function changeLane(clew: Clew, session: string, change: LaneChange): Promise<boolean> {
  try {
    return await make(clew, session, change);
  } catch (error) {
    if (error instanceof ClewError && refusals.has(error.code)) return false;
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(["lane/busy", "options/bad", "session/unknown"]);

async function make(clew: Clew, session: string, change: LaneChange): Promise<boolean> {
  if (change.verb === "summarise") return (await clew.compact({ session })).kind === "compacted";
  if (change.verb === "remember") {
    const { length } = await clew.memory.list();
    const { name } = await clew.memory.add({ text: `Crate ${length} of hers is blue`, person: "ana" });
    await clew.memory.pin(name);
    return true;
  }
  if (!("part" in change)) return undoCompaction(clew, session);
  const { lines } = await clew.log({ session, limit: 1_000 });
  const from = Math.ceil((change.part * lines.length) / 100);
  const to = Math.min(lines.length, from + change.more);
  if (change.verb === "compact") return (await clew.compact({ session, from, to })).kind === "compacted";
  return (await clew.ranges[change.verb](`${from}-${to}`, { session })).changed > 0;
}

async function undoCompaction(clew: Clew, session: string): Promise<boolean> {
  return (await clew.compact({ session, undo: true })).kind === "undone";
}

export const laneChange: fc.Arbitrary<LaneChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constantFrom(...(["hide", "hide", "show", "pin", "unpin", "compact"] as const)),
      part: fc.integer({ min: 1, max: 100 }),
      more: fc.nat(6),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...(["summarise", "undo", "remember"] as const)).map((verb) => ({ verb })),
  },
);
