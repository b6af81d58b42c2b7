/** The turns of subagents that belong to erased ones. */
import { isChildLane, parseChildName } from "@clewline/core/log/child-lane.js";
import type { LaneKey, LaneRef, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { listStrings } from "@clewline/core/receipt/erase/erased-words.js";
import type { Engine } from "../../engine.js";
import { walkEntries } from "./walk-entries.js";

const everything = Number.MAX_SAFE_INTEGER;

/** The same turns, and those that did tasks of theirs, however deep. */
export async function addChildTurns(
  engine: Engine,
  session: SessionRef,
  whole: ReadonlySet<TurnId>,
): Promise<ReadonlySet<TurnId>> {
  const lanes = (await engine.store.lanes(session)).map(({ ref }) => ref);
  const children = lanes.filter(({ lane }) => isChildLane(lane));
  if (children.length === 0 || whole.size === 0) return whole;
  const tasks = await listTasks(engine, lanes, await readMentions(engine, session, children));
  const all = new Set(whole);
  // A task may hand on a part of itself.
  for (let before = 0; before < all.size; ) {
    before = all.size;
    for (const { id, parent } of tasks) if (all.has(parent)) all.add(id);
  }
  return all;
}

type Mentions = ReadonlyMap<LaneKey, ReadonlySet<TurnId>>;

/** By lane of a subagent, the turns that name it: where its conclusion went, or more was asked. */
async function readMentions(engine: Engine, session: SessionRef, children: readonly LaneRef[]): Promise<Mentions> {
  const mentions = new Map(children.map(({ lane }) => [lane, new Set<TurnId>()]));
  for await (const { entry } of walkEntries(engine, session)) {
    const { turn } = entry;
    if (turn === null || (entry.kind !== "returned" && entry.kind !== "called")) continue;
    const text = listStrings(entry).join("\n");
    for (const [lane, turns] of mentions) if (text.includes(lane)) turns.add(turn);
  }
  return mentions;
}

interface Task {
  readonly id: TurnId;
  readonly parent: TurnId;
}

async function listTasks(
  { store, fns }: Engine,
  lanes: readonly LaneRef[],
  mentions: Mentions,
): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (const [lane, naming] of mentions) {
    const own = lanes.find((ref) => ref.lane === lane);
    const parent = lanes.find((ref) => parseChildName(lane, ref.lane, fns.hash) !== null);
    if (own === undefined || parent === undefined) continue;
    const callers = await store.turns(parent, everything);
    const named = callers.filter(({ id }) => naming.has(id));
    for (const task of await store.turns(own, everything)) {
      const caller = findCaller(named.length === 0 ? callers : named, task);
      if (caller !== null) tasks.push({ id: task.id, parent: caller.id });
    }
  }
  return tasks;
}

/** The last one that had begun. */
function findCaller(callers: readonly TurnRecord[], { began }: TurnRecord): TurnRecord | null {
  const before = callers.filter((caller) => caller.began <= began);
  return before.reduce<TurnRecord | null>(
    (last, each) => (last === null || each.began >= last.began ? each : last),
    null,
  );
}
