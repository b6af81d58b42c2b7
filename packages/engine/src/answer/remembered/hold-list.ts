/** The list of memories that the view before told, for as long as the provider's cache has it. */
import { type Instant, type LaneRef, memorySession, type Pointer } from "@clewline/core/log/keys.js";
import type { StandingMemories, StandingMemory } from "@clewline/core/log/memories/standing-memory.js";
import { parsePointer } from "@clewline/core/log/pointer.js";
import { makeScopeLane, parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import { holdStanding, keepLine } from "@clewline/core/memory/told/hold-standing.js";
import { type DescribedMemory, describe, mayStand } from "@clewline/core/memory/told/pick-standing.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { LaneState } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";

interface LineTerms {
  readonly now: Instant;
  /** All that may be told to the reader. */
  readonly told: readonly ToldMemory[];
  point(told: ToldMemory): Pointer;
}

export interface HoldTerms extends LineTerms {
  readonly ref: LaneRef;
  readonly state: Pick<LaneState, "epoch" | "cleared" | "lastReceipt">;
}

/** Null where the list is made anew: after a compaction or a clearing that no view has shown, and where it may not stay. */
export async function holdList(
  engine: Engine,
  now: StandingMemories,
  { state, ...terms }: HoldTerms,
): Promise<StandingMemories | null> {
  const { epoch, cleared, lastReceipt } = state;
  const before = lastReceipt === null ? null : await engine.receipts.peek(terms.ref, lastReceipt);
  if (before === null || before.epoch.number !== epoch.number) return null;
  if (cleared >= (before.verdicts.at(-1)?.to ?? 0)) return null;
  const verdicts = before.standing ?? [];
  const known = new Map([...now.shown, ...now.waiting.map(({ memory }) => memory)].map((each) => [each.pointer, each]));
  const shown: StandingMemory[] = [];
  for (const { pointer, tokens } of verdicts.filter(({ rule }) => rule === "standing")) {
    const line = known.get(pointer) ?? (await readLine(engine, pointer, terms));
    if (line === null) return null;
    shown.push({ ...line, tokens });
  }
  const hidden = verdicts.flatMap(({ kind, pointer }) => (kind === "omitted" ? [pointer] : []));
  return holdStanding(now, { shown, hidden });
}

/** The line of an earlier change of a memory; null where the memory may not be told so any more. */
async function readLine(
  { store, owner }: Engine,
  pointer: Pointer,
  { told, now, point }: LineTerms,
): Promise<DescribedMemory | null> {
  const found = await store.byAddress({ owner, session: memorySession }, parsePointer(pointer).address);
  const scope = found === null ? null : parseScopeLane(found.ref.lane);
  if (found?.entry.kind !== "noted" || found.entry.note.kind !== "memory" || scope === null) return null;
  const { id: entry, seq, note } = found.entry;
  const { name, after } = note.change;
  const isSame = ({ memory }: ToldMemory) =>
    memory.name === name && makeScopeLane(memory.scope) === makeScopeLane(scope);
  const current = told.find(isSame);
  if (after === null || current === undefined || !mayStand(current.memory, now)) return null;
  return keepLine(describe({ ...current, memory: after, entry, seq }, point), describe(current, point));
}
