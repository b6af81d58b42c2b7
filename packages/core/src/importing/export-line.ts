/** Validates the lines of an export. Only this module turns them into typed values. */

import type { Json } from "@clewline/text/json.js";
import {
  allowMissing,
  allowWords,
  checkKind,
  checkList,
  checkShapeFields,
  key,
  place,
  type Shape,
  text,
} from "@clewline/text/json-shape.js";
import type { Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import { completeEpoch } from "../log/epoch.js";
import type { BlobId } from "../log/keys.js";
import type { LaneRecord } from "../log/record.js";
import { entryShape } from "../log/shapes/entry-shape.js";
import { epochShape, recordShapes } from "../log/shapes/record-shape.js";
import { turnShape } from "../log/shapes/turn-shape.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import { receiptShape } from "../receipt/receipt-shape.js";

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
    derived: allowMissing(
      checkList(checkShapeFields({ kind: allowWords("chunk", "aside", "record", "memory"), key: text })),
    ),
  }),
  turn: checkShapeFields({ turn: turnShape }),
  record: checkShapeFields({ record: checkKind(recordShapes) }),
  epoch: checkShapeFields({ epoch: epochShape }),
  chunk: checkShapeFields({ hash: key, content: text }),
  receipt: checkShapeFields({ receipt: receiptShape }),
};
const line = checkKind(lines);
