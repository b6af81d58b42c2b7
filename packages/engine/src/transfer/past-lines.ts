/** The export of a session as it was when a call was made: without later entries and records. */
import type { ExportLine } from "@clewline/core/importing/export-line.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import { type EntryId, isSameLane, type LaneRef, memorySession, parseLaneKey } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { exportLines } from "./export.js";

export interface PastCall {
  readonly receipt: Receipt;
  /** The receipt before it in the lane; null for the first. */
  readonly before: Receipt | null;
  /** The session's settings then. */
  readonly settings: Readonly<Record<string, Json>>;
}

/** In doubt, something of the same millisecond is left out: nothing that came after the call may be seen. */
export async function* exportPast(engine: Engine, call: PastCall): AsyncGenerator<string> {
  const { receipt } = call;
  let lane: LaneFilter | null = null;
  for await (const text of exportLines(engine, [memorySession, receipt.ref.session])) {
    const line = JSON.parse(text) as ExportLine;
    if (line.kind === "lane") {
      const ref = { owner: engine.owner, session: line.session, lane: parseLaneKey(line.lane) } as LaneRef;
      lane = makeLaneFilter(call, ref);
    }
    const kept = lane === null ? [line] : lane(line);
    for (const each of kept) yield each === line ? text : encodeCanonicalJson(each);
  }
}

type LaneFilter = (line: ExportLine) => readonly ExportLine[];

function makeLaneFilter(call: PastCall, ref: LaneRef): LaneFilter {
  const { receipt, settings } = call;
  const isOwn = isSameLane(ref, receipt.ref);
  const isThere = isOwn ? makeOwnEntryTest(receipt) : makeEntryTest(receipt);
  const epoch = isOwn ? findEpochBefore(call) : null;
  const entries = new Set<EntryId>();
  let [isLast, isOver] = [false, false];
  return (line) => {
    switch (line.kind) {
      case "lane": {
        const { cleared: now = 0, settings: _now, ...rest } = line;
        const cleared = isOwn ? findCleared(receipt, now) : 0;
        return [{ ...rest, ...(cleared > 0 && { cleared }), ...(ref.session !== memorySession && { settings }) }];
      }
      case "entry":
        isLast ||= !isThere(line.entry);
        if (!isLast) entries.add(line.entry.id);
        return isLast ? [] : [{ kind: "entry", entry: line.entry }];
      case "turn":
        return readTurnThen(line.turn, receipt, entries).map((turn) => ({ kind: "turn", turn }));
      case "record": {
        const { at, id } = line.record;
        return at < receipt.at || id === epoch?.summary?.id ? [line] : [];
      }
      case "epoch":
        return epoch !== null && epoch.key === line.epoch.key && epoch.number > 0 ? [{ ...line, epoch }] : [];
      case "receipt":
        isOver ||= isOwn ? line.receipt.id === receipt.id : line.receipt.at >= receipt.at;
        return isOver ? [] : [line];
      case "blob":
        return [line];
      case "chunk":
        return isOver ? [] : [line];
      default:
        return line satisfies never;
    }
  };
}

/** A receipt has a verdict on every entry that its lane had. */
function makeOwnEntryTest({ verdicts }: Receipt): (entry: Entry) => boolean {
  const last = verdicts.reduce((most, { to }) => Math.max(most, to), 0);
  return ({ seq }) => seq <= last;
}

function makeEntryTest({ at, ref }: Receipt): (entry: Entry) => boolean {
  return (entry) => {
    if (entry.arrived !== at) return entry.arrived < at;
    // The message that the call answers came with a note of who speaks in the chat.
    return entry.kind === "noted" && entry.note.kind === "heard" && entry.note.session === ref.session;
  };
}

/** How much the reader had cleared by then: as much as now if the call showed nothing of it, else what its verdicts call so. */
function findCleared({ verdicts }: Receipt, now: number): number {
  const least = verdicts.reduce((most, { to, rule }) => (rule === "cleared" ? Math.max(most, to) : most), 0);
  const isShown = verdicts.some(({ from, to, kind }) => to > least && from <= now && kind !== "omitted");
  return least > 0 && !isShown ? now : least;
}

/** A call that compacted moved the epoch of the one before. */
function findEpochBefore({ receipt, before }: PastCall): Epoch | null {
  if (!receipt.compacted) return receipt.epoch;
  return before !== null && before.epoch.key === receipt.epoch.key ? before.epoch : null;
}

function readTurnThen(
  turn: TurnRecord,
  { turn: own, at }: Receipt,
  entries: ReadonlySet<EntryId>,
): readonly TurnRecord[] {
  if (turn.id !== own && !turn.messages.some((message) => entries.has(message))) return [];
  const isRunning = turn.id === own || (turn.ended !== null && turn.ended > at);
  const { unsent: _unsent, ...rest } = turn;
  return [isRunning ? { ...rest, state: "running", ended: null } : turn];
}
