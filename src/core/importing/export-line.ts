/** The door for an export: a line of it becomes a value here, and nowhere else. */

import { anchorShape, stateShape } from "../conversation/pending/state-shape.js";
import type { Entry } from "../log/entry.js";
import { entryShape } from "../log/entry-shape.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId } from "../log/keys.js";
import type { LaneRecord } from "../log/record.js";
import { wholeEpoch } from "../log/stored-epoch.js";
import { sectionNames } from "../log/summary.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import { isObject, type Json } from "../text/json.js";
import {
  anything,
  byKind,
  fields,
  integer,
  key,
  list,
  number,
  oneOf,
  optional,
  orNull,
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
      /** Those of the session. */
      readonly settings?: Readonly<Record<string, Json>>;
    }
  | { readonly kind: "blob"; readonly id: BlobId; readonly content: string }
  | { readonly kind: "entry"; readonly entry: Entry; readonly derived?: readonly Omit<Derivation, "sources">[] }
  | { readonly kind: "turn"; readonly turn: TurnRecord }
  | { readonly kind: "record"; readonly record: ExportedRecord }
  /** Where the lane stood when it was exported, before the receipts that led there. */
  | { readonly kind: "epoch"; readonly epoch: Epoch }
  | { readonly kind: "chunk"; readonly hash: string; readonly content: string }
  | { readonly kind: "receipt"; readonly receipt: KeptReceipt };

/** A candidate is only good for the moment that it was prepared for. */
export type ExportedRecord = Exclude<LaneRecord, { readonly kind: "candidate" }>;

type ReadLine = { readonly kind: "good"; readonly line: ExportLine } | { readonly kind: "bad"; readonly what: string };

export function exportLine(value: Record<string, unknown>): ReadLine {
  if (!Object.hasOwn(lines, String(value.kind))) {
    return { kind: "bad", what: `has a kind that no line has: ${JSON.stringify(value.kind ?? null).slice(0, 80)}` };
  }
  const wrong = line(value);
  if (wrong !== null) return { kind: "bad", what: `has no proper ${wrong.slice(1)}` };
  return { kind: "good", line: wholeLine(value as unknown as ExportLine) };
}

/** Exports of older versions have epochs with fewer fields. */
function wholeLine(line: ExportLine): ExportLine {
  if (line.kind === "epoch") return { ...line, epoch: wholeEpoch(line.epoch) };
  if (line.kind !== "receipt") return line;
  return { ...line, receipt: { ...line.receipt, epoch: wholeEpoch(line.receipt.epoch) } };
}

const ref = fields({ owner: key, session: key, lane: key });

const turn = fields({
  id: key,
  ref,
  state: oneOf("running", "waiting", "completed", "failed", "cancelled"),
  origin: oneOf("interactive", "scheduled", "briefing", "heartbeat", "subtask"),
  began: number,
  ended: orNull(number),
  messages: list(key),
  attachOver: number,
  asides: list(
    fields({
      layer: oneOf("memories", "quote", "now"),
      text,
      source: optional(key),
      sources: optional(list(key)),
      lanes: optional(list(key)),
      seqs: optional(list(place)),
      pointer: optional(text),
      pointers: optional(list(text)),
      reasons: optional(list(fields({ pointer: text, because: text, lane: optional(text) }))),
    }),
  ),
  anchor: optional(anchorShape),
  surface: optional(text),
  private: optional(yesOrNo),
  choice: optional(
    fields({
      stage: oneOf("recency", "lexical", "triage"),
      version: text,
      offered: list(text),
      picked: list(text),
      failed: optional(text),
    }),
  ),
});

const verdict = fields({
  from: place,
  to: place,
  kind: text,
  rule: text,
  limit: orNull(text),
  tokens: number,
  pointer: orNull(text),
});

const epoch = fields({
  key: text,
  number: integer,
  through: fields(Object.fromEntries(reductions.map(({ name }) => [name, optional(integer)]))),
  foldedThrough: integer,
  summary: optional(orNull(fields({ id: key, from: integer, to: integer }))),
  turn: optional(orNull(key)),
  limits: optional(fields({})),
});

const item = fields({
  section: oneOf(...sectionNames),
  text,
  sources: list(key),
  at: number,
  by: text,
  pinned: yesOrNo,
  kept: optional(yesOrNo),
});

const summary = fields({
  id: key,
  version: integer,
  from: integer,
  to: integer,
  at: number,
  by: text,
  items: list(item),
  prose: orNull(fields(Object.fromEntries(sectionNames.map((name) => [name, optional(list(text))])))),
  dropped: integer,
  source: text,
});

const beside = { id: key, name: text, at: number };
const recordShapes: Readonly<Record<ExportedRecord["kind"], Shape>> = {
  summary: fields({ ...beside, summary }),
  journal: fields({ ...beside, text }),
  event: fields({ ...beside, event: anything }),
  state: fields({ ...beside, state: stateShape }),
};

/** Of every receipt, whole or not. */
const account = {
  id: key,
  ref,
  turn: key,
  call: integer,
  parent: orNull(key),
  at: number,
  root: text,
  tokens: number,
  layers: fields({}),
  overheads: list(anything),
  window: number,
  policy: fields({ name: text, hash: text }),
  renderer: text,
  calibration: text,
  epoch,
  compacted: yesOrNo,
};
const whole = fields({ ...account, chunks: list(text), verdicts: list(verdict) });
const delta = fields({
  base: key,
  depth: place,
  chunks: list(fields({ at: integer, remove: integer, insert: list(text) })),
  verdicts: list(verdict),
});
const changed = fields({ ...account, delta });
const receipt: Shape = (value) => (isObject(value) && "delta" in value ? changed(value) : whole(value));

const lines: Readonly<Record<ExportLine["kind"], Shape>> = {
  lane: fields({ session: text, lane: text, cleared: optional(place), settings: optional(fields({})) }),
  blob: fields({ id: key, content: text }),
  entry: fields({
    entry: entryShape,
    derived: optional(list(fields({ kind: oneOf("chunk", "aside", "record"), key: text }))),
  }),
  turn: fields({ turn }),
  record: fields({ record: byKind(recordShapes) }),
  epoch: fields({ epoch }),
  chunk: fields({ hash: key, content: text }),
  receipt: fields({ receipt }),
};
const line = byKind(lines);
