/** Plans the records of a session that stays in part: those made of erased entries are rewritten or removed. */

import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { LaneRecord, RecordKind } from "@clewline/core/log/record.js";
import type { Summary } from "@clewline/core/log/summary.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import type { Erasure } from "@clewline/core/ports/index.js";
import { renameOwnPieces } from "@clewline/core/receipt/body-pieces.js";
import { type Erased, isMadeOfErased } from "@clewline/core/receipt/erase/erased.js";
import { listStrings } from "@clewline/core/receipt/erase/erased-words.js";
import { scrubRecord } from "@clewline/core/receipt/erase/scrub-record.js";
import { closeErasedTurn, scrubTurn } from "@clewline/core/receipt/erase/scrub-turn.js";
import { nameErasedPiece } from "@clewline/core/receipt/erased-piece.js";
import { writeJournalText } from "@clewline/core/summary/journal.js";
import { findKnownSecrets } from "@clewline/redact/known-secrets.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../../engine.js";
import { journalSuffix } from "../../growth/compaction.js";
import { readZone } from "../../growth/session-zone.js";
import type { BodyRecord } from "../../read/pieces/read-bodies.js";
import { planViews } from "./plan-views.js";
import { readRegister } from "./register-keys.js";
import type { SessionSurvey } from "./survey.js";

export type SessionPlan = Pick<Erasure, "turns" | "records" | "receipts" | "pieces"> & {
  /** Days whose journal changes. */
  readonly days: readonly string[];
  /** How many views can't be replayed any more. */
  readonly views: number;
};

const everything = Number.MAX_SAFE_INTEGER;

export async function planSession(engine: Engine, survey: SessionSurvey, erased: Erased): Promise<SessionPlan> {
  const { session } = survey;
  const made = await readRegister(engine, survey, erased);
  const isDerived = (id: string) => {
    const sources = made.sourcesOf("record", id);
    return sources.length > 0 && isMadeOfErased(sources, erased);
  };
  const plan = { turns: [] as Mutable<"turns">, records: [] as Mutable<"records"> };
  const { pieces, receipts, views } = await planViews(engine, survey, made, erased);
  const names = new Map([...pieces].map(([hash, sources]) => [hash, nameErasedPiece(sources)]));
  const days = new Set<string>();
  for (const { ref } of await engine.store.lanes(session)) {
    const own = survey.gone.filter(({ ref: lane }) => lane.lane === ref.lane);
    const seqs = own.map(({ entry }) => entry.seq);
    const records = await readRecords(engine, ref);
    const becomes = records.map((record) =>
      record.kind === "body"
        ? renameBody(record, names)
        : scrubSecrets(engine, survey, scrubRecord(record, { isDerived: isDerived(record.id), seqs }, erased)),
    );
    const rewritten = await rewriteJournal(engine, ref, records, becomes);
    for (const [index, record] of records.entries()) {
      const after = rewritten[index] ?? null;
      if (after === record) continue;
      plan.records.push({ ref, id: record.id, becomes: after });
      if (record.kind === "journal") days.add(record.name);
    }
    plan.turns.push(...(await scrubTurns(engine, ref, survey, erased)));
  }
  const named = [...names].map(([hash, name]) => ({ session, hash, name }));
  return { ...plan, receipts, pieces: named, days: [...days], views };
}

type Mutable<Name extends "turns" | "records"> = Erasure[Name][number][];

/** Whether records of a kind may hold words of entries. */
const holdsWords: Readonly<Record<RecordKind, boolean>> = {
  summary: true,
  candidate: true,
  journal: true,
  state: true,
  digest: true,
  memory: true,
  secrets: true,
  basis: true,
  event: true,
  body: true,
  ranges: false,
};
const kinds = (Object.keys(holdsWords) as RecordKind[]).filter((kind) => holdsWords[kind]);

async function readRecords({ store }: Engine, ref: LaneRef): Promise<readonly LaneRecord[]> {
  const lists = await Promise.all(kinds.map((kind) => store.records(ref, kind, null, everything)));
  return lists.flat();
}

function renameBody(record: BodyRecord, names: ReadonlyMap<string, string>): BodyRecord {
  const body = renameOwnPieces(record.body, names);
  return body === record.body ? record : { ...record, body };
}

/** Drops prints of secrets that only erased entries held. */
function scrubSecrets({ fns }: Engine, { gone, entries }: SessionSurvey, record: LaneRecord | null): LaneRecord | null {
  if (record?.kind !== "secrets" || entries.length === 0) return record;
  const texts = gone.flatMap(({ entry }) => listStrings(entry));
  const told = new Set(texts.flatMap((text) => findKnownSecrets(text, record.prints, fns.hash)));
  if (told.size === 0) return record;
  const prints = record.prints.filter(
    (print) => ![...told].some((secret) => findKnownSecrets(secret, [print], fns.hash).length > 0),
  );
  return { ...record, prints };
}

async function scrubTurns(
  { store, clock }: Engine,
  ref: LaneRef,
  { gone }: SessionSurvey,
  erased: Erased,
): Promise<Mutable<"turns">> {
  const byTurn = new Map<TurnId, EntryId[]>();
  for (const { entry } of gone)
    if (entry.turn !== null) byTurn.set(entry.turn, [...(byTurn.get(entry.turn) ?? []), entry.id]);
  const changed: Mutable<"turns"> = [];
  for (const turn of await store.turns(ref, everything)) {
    const own = byTurn.get(turn.id) ?? [];
    const scrubbed = scrubTurn(turn, own, erased);
    const mayClose = own.length > 0 && (turn.unsent === true || turn.state === "waiting");
    const after = mayClose
      ? closeErasedTurn(scrubbed, (await store.read(ref, 0, turn.id)).entries, erased, clock.now())
      : scrubbed;
    if (after !== turn) changed.push(after);
  }
  return changed;
}

/** Rewrites an erased part of the journal from its summary as it is now. */
async function rewriteJournal(
  engine: Engine,
  ref: LaneRef,
  before: readonly LaneRecord[],
  after: readonly (LaneRecord | null)[],
): Promise<readonly (LaneRecord | null)[]> {
  const isGone = (record: LaneRecord, index: number) => record.kind === "journal" && after[index] === null;
  if (!before.some(isGone)) return after;
  const time = makeTimeFormatter(await readZone(engine, ref));
  const write = (summary: Summary, last: Summary | null) =>
    redactSecrets(writeJournalText(summary, last, ref, { name: makeNamer(engine.people), time }));
  const summaries = after.flatMap((record) => (record?.kind === "summary" ? [record] : []));
  return before.map((record, index) => {
    if (!isGone(record, index) || record.kind !== "journal") return after[index] ?? null;
    const own = summaries.find(({ id }) => `${id}${journalSuffix}` === record.id);
    if (own === undefined) return null;
    const last = summaries.find(
      ({ name, summary }) => name === own.name && summary.version === own.summary.version - 1,
    );
    const text = write(own.summary, last?.summary ?? null);
    return text === "" ? null : { ...record, text };
  });
}
