import type { ClewError } from "@clewline/core/errors.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { CallReport } from "@clewline/core/model/call-usage.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { cleanId } from "../intake/redact/clean-ids.js";
import { makeCallRecord, type SentView } from "./call-usage-events.js";
import { makeLessonRecords } from "./refusals.js";

/** A host that knows what went out knows it better than the view, which knows why it is another one. */
function joinPrefixes(report: CallReport, last: SentView | null): CallReport {
  const [sent, viewed] = [report.prefix, last?.prefix ?? null];
  if (sent === undefined || viewed === null) return report;
  const { before, match, stable } = viewed;
  const known = { ...sent, before, ...(stable === undefined ? {} : { stable }) };
  const change = sent.match?.change ?? null;
  if (sent.match === null || change === null || change.by !== "clew" || change.cause !== "rewritten")
    return { ...report, prefix: known };
  const reason = match?.change ?? null;
  // A view renews its volatile blocks with each turn: they are no change.
  const joined = match?.isRenewed === true ? null : reason === null ? change : { ...reason, block: change.block };
  return { ...report, prefix: { ...known, match: { ...sent.match, change: joined } } };
}

/** The accounts of calls that wait to be written with the step or the ending that they led to. */
export function makeCallAccounts(engine: Engine) {
  let waiting: readonly LaneRecord[] = [];
  let isEmpty = true;
  let last: SentView | null = null;
  /** Estimates of a host's views whose calls it has not reported. */
  let unreported: readonly Tokens[] = [];
  const addFor = (turn: TurnRecord, sent: SentView | null, report: CallReport) => {
    const lessons = makeLessonRecords(engine, turn.ref, report, sent?.asked ?? 0);
    waiting = [...waiting, makeCallRecord(engine, turn, sent, joinPrefixes(report, last)), ...lessons];
    unreported = [];
    isEmpty = false;
  };
  return {
    /** The last view of the turn; null before the first. */
    get last() {
      return last;
    },
    viewed(sent: SentView, byHost: boolean): void {
      last = sent;
      if (byHost) unreported = [...unreported, sent.estimated];
    },
    /** The call that was made with the last view. */
    add(turn: TurnRecord, report: CallReport): void {
      addFor(turn, report.unviewed === true ? null : last, report);
    },
    /** A host may report at the end all calls that it has not reported one by one. */
    close(turn: TurnRecord, usage: Json): void {
      if (!isEmpty && unreported.length === 0) return;
      const report = makeHostCall(engine, usage);
      if (unreported.length <= 1) addFor(turn, last, report);
      else {
        const estimated = unreported.reduce((sum, each) => sum + each, 0);
        addFor(turn, null, { ...report, count: unreported.length, estimated });
      }
    },
    /** Adds further records to write with the accounts. */
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

/** Makes the account of a call that a host made itself, from the host's own figures. */
export function makeHostCall(engine: Engine, usage: Json, given?: string): CallReport {
  const model = cleanId(engine, given);
  const facts = model === undefined ? null : findModelFacts(model, engine.models);
  return { model: model ?? null, facts, usage: [usage], durationMs: 0, firstMs: null, outcome: "answered" };
}

/** A host's call that was refused as too large. */
export function makeRefusedCall(): CallReport {
  return { model: null, facts: null, usage: [], durationMs: 0, firstMs: null, outcome: "refused" };
}
