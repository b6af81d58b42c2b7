/** Validates the lines of an export. Only this module turns them into typed values. */

import { anchorShape, stateShape } from "../conversation/open-questions/state-shape.js";
import { completeEpoch } from "../log/complete-epoch.js";
import type { Entry } from "../log/entry.js";
import { entryShape } from "../log/entry-shape.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId } from "../log/keys.js";
import type { LaneRecord } from "../log/record.js";
import { sectionNames } from "../log/summary.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import { isObject, type Json } from "../text/json.js";
import {
  allowMissing,
  allowNull,
  allowWords,
  anything,
  checkKind,
  checkList,
  checkShapeFields,
  integer,
  key,
  number,
  place,
  type Shape,
  text,
  yesOrNo,
} from "../text/json-shape.js";
import { reductions } from "../view/reduce/reductions.js";

export type ExportLine =
  | {
      readonly kind: "lane";
      readonly session: string;
      readonly lane: string;
      readonly cleared?: number;
      /** The session's settings. */
      readonly settings?: Readonly<Record<string, Json>>;
    }
  | { readonly kind: "blob"; readonly id: BlobId; readonly content: string }
  | { readonly kind: "entry"; readonly entry: Entry; readonly derived?: readonly Omit<Derivation, "sources">[] }
  | { readonly kind: "turn"; readonly turn: TurnRecord }
  | { readonly kind: "record"; readonly record: ExportedRecord }
  /** The lane's epoch at the time of the export; it comes before the receipts. */
  | { readonly kind: "epoch"; readonly epoch: Epoch }
  | { readonly kind: "chunk"; readonly hash: string; readonly content: string }
  | { readonly kind: "receipt"; readonly receipt: KeptReceipt };

/** Candidates are not exported: each is valid only until the next compaction. */
export type ExportedRecord = Exclude<LaneRecord, { readonly kind: "candidate" }>;

type LineReading =
  | { readonly kind: "good"; readonly line: ExportLine }
  | { readonly kind: "bad"; readonly what: string };

export function validateExportLine(value: Record<string, unknown>): LineReading {
  if (!Object.hasOwn(lines, String(value.kind))) {
    return { kind: "bad", what: `has a kind that no line has: ${JSON.stringify(value.kind ?? null).slice(0, 80)}` };
  }
  const wrong = line(value);
  if (wrong !== null) return { kind: "bad", what: `has no proper ${wrong.slice(1)}` };
  return { kind: "good", line: completeLine(value as unknown as ExportLine) };
}

/** Exports of older versions have epochs with fewer fields. */
function completeLine(line: ExportLine): ExportLine {
  if (line.kind === "epoch") return { ...line, epoch: completeEpoch(line.epoch) };
  if (line.kind !== "receipt") return line;
  return { ...line, receipt: { ...line.receipt, epoch: completeEpoch(line.receipt.epoch) } };
}

const ref = checkShapeFields({ owner: key, session: key, lane: key });

const turn = checkShapeFields({
  id: key,
  ref,
  state: allowWords("running", "waiting", "completed", "failed", "cancelled"),
  origin: allowWords("interactive", "scheduled", "briefing", "heartbeat", "subtask"),
  began: number,
  ended: allowNull(number),
  messages: checkList(key),
  attachOver: number,
  asides: checkList(
    checkShapeFields({
      layer: allowWords("memories", "quote", "now"),
      text,
      source: allowMissing(key),
      sources: allowMissing(checkList(key)),
      lanes: allowMissing(checkList(key)),
      seqs: allowMissing(checkList(place)),
      pointer: allowMissing(text),
      pointers: allowMissing(checkList(text)),
      reasons: allowMissing(checkList(checkShapeFields({ pointer: text, because: text, lane: allowMissing(text) }))),
    }),
  ),
  anchor: allowMissing(anchorShape),
  surface: allowMissing(text),
  private: allowMissing(yesOrNo),
  choice: allowMissing(
    checkShapeFields({
      stage: allowWords("recency", "lexical", "triage"),
      version: text,
      offered: checkList(text),
      picked: checkList(text),
      failed: allowMissing(text),
    }),
  ),
});

const verdict = checkShapeFields({
  from: place,
  to: place,
  kind: text,
  rule: text,
  limit: allowNull(text),
  tokens: number,
  pointer: allowNull(text),
});

const epoch = checkShapeFields({
  key: text,
  number: integer,
  through: checkShapeFields(Object.fromEntries(reductions.map(({ name }) => [name, allowMissing(integer)]))),
  foldedThrough: integer,
  summary: allowMissing(allowNull(checkShapeFields({ id: key, from: integer, to: integer }))),
  turn: allowMissing(allowNull(key)),
  limits: allowMissing(checkShapeFields({})),
});

const item = checkShapeFields({
  section: allowWords(...sectionNames),
  text,
  sources: checkList(key),
  at: number,
  by: text,
  pinned: yesOrNo,
  kept: allowMissing(yesOrNo),
});

const summary = checkShapeFields({
  id: key,
  version: integer,
  from: integer,
  to: integer,
  at: number,
  by: text,
  items: checkList(item),
  prose: allowNull(
    checkShapeFields(Object.fromEntries(sectionNames.map((name) => [name, allowMissing(checkList(text))]))),
  ),
  dropped: integer,
  source: text,
});

const beside = { id: key, name: text, at: number };
const recordShapes: Readonly<Record<ExportedRecord["kind"], Shape>> = {
  summary: checkShapeFields({ ...beside, summary }),
  journal: checkShapeFields({ ...beside, text }),
  event: checkShapeFields({ ...beside, event: anything }),
  state: checkShapeFields({ ...beside, state: stateShape }),
  secrets: checkShapeFields({
    ...beside,
    prints: checkList(checkShapeFields({ salt: text, length: integer, check: integer, hash: text })),
  }),
};

const account = {
  id: key,
  ref,
  turn: key,
  call: integer,
  parent: allowNull(key),
  at: number,
  root: text,
  tokens: number,
  layers: checkShapeFields({}),
  overheads: checkList(anything),
  window: number,
  policy: checkShapeFields({ name: text, hash: text }),
  renderer: text,
  calibration: text,
  epoch,
  compacted: yesOrNo,
};
const whole = checkShapeFields({ ...account, chunks: checkList(text), verdicts: checkList(verdict) });
const delta = checkShapeFields({
  base: key,
  depth: place,
  chunks: checkList(checkShapeFields({ at: integer, remove: integer, insert: checkList(text) })),
  verdicts: checkList(verdict),
});
const changed = checkShapeFields({ ...account, delta });
const receipt: Shape = (value) => (isObject(value) && "delta" in value ? changed(value) : whole(value));

const lines: Readonly<Record<ExportLine["kind"], Shape>> = {
  lane: checkShapeFields({
    session: text,
    lane: text,
    cleared: allowMissing(place),
    settings: allowMissing(checkShapeFields({})),
  }),
  blob: checkShapeFields({ id: key, content: text }),
  entry: checkShapeFields({
    entry: entryShape,
    derived: allowMissing(checkList(checkShapeFields({ kind: allowWords("chunk", "aside", "record"), key: text }))),
  }),
  turn: checkShapeFields({ turn }),
  record: checkShapeFields({ record: checkKind(recordShapes) }),
  epoch: checkShapeFields({ epoch }),
  chunk: checkShapeFields({ hash: key, content: text }),
  receipt: checkShapeFields({ receipt }),
};
const line = checkKind(lines);
