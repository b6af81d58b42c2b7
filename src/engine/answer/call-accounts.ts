import type { ClewError } from "../../core/errors.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { CallReport } from "../../core/model/call-usage.js";
import type { Json } from "../../core/text/json.js";
import type { Engine } from "../engine.js";
import { makeCallRecord, type SentView } from "./call-usage-events.js";
import { makeLessonRecords } from "./refusals.js";

/** The accounts of calls that wait to be written with the step or the ending that they led to. */
export function makeCallAccounts(engine: Engine) {
  let waiting: readonly LaneRecord[] = [];
  let isEmpty = true;
  return {
    /** Whether no call was added yet. */
    get isEmpty() {
      return isEmpty;
    },
    add(turn: TurnRecord, sent: SentView | null, report: CallReport): void {
      const lessons = makeLessonRecords(engine, turn.ref, report, sent?.asked ?? 0);
      waiting = [...waiting, makeCallRecord(engine, turn, sent, report), ...lessons];
      isEmpty = false;
    },
    /** What else is to be written with it. */
    keep(records: readonly LaneRecord[]): void {
      waiting = [...waiting, ...records];
    },
    /** Drops the records only after they are written, be it with what was too late: then that is thrown. */
    async with(write: (records: readonly LaneRecord[]) => Promise<ClewError | null>): Promise<void> {
      const written = waiting;
      const refusal = await write(written);
      waiting = waiting.slice(written.length);
      if (refusal !== null) throw refusal;
    },
  };
}

export function makeUnknownCall(usage: Json): CallReport {
  return { model: null, facts: null, usage: [usage], durationMs: 0, firstMs: null, outcome: "answered" };
}
