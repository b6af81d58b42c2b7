/** The fields of epochs and of records beside a lane, checked wherever one is read. */

import {
  allowMissing,
  allowNull,
  allowWords,
  anything,
  checkList,
  checkShapeFields,
  integer,
  key,
  number,
  type Shape,
  text,
  yesOrNo,
} from "@clewline/text/json-shape.js";
import { stateShape } from "../../conversation/open-questions/state-shape.js";
import { reductions } from "../../view/reduce/reductions.js";
import type { RecordKind } from "../record.js";
import { sectionNames } from "../summary.js";

const reachShape = checkShapeFields(Object.fromEntries(reductions.map(({ name }) => [name, allowMissing(integer)])));

export const epochShape = checkShapeFields({
  key: text,
  number: integer,
  through: reachShape,
  foldedThrough: integer,
  summary: allowMissing(allowNull(checkShapeFields({ id: key, from: integer, to: integer }))),
  retired: allowMissing(checkShapeFields({ seqs: checkList(integer), through: integer, swaps: allowMissing(integer) })),
  turn: allowMissing(allowNull(key)),
  limits: allowMissing(checkShapeFields({})),
  ranges: allowMissing(text),
  pinned: allowMissing(checkList(integer)),
  kept: allowMissing(checkList(integer)),
  late: allowMissing(checkList(checkList(integer))),
  told: allowMissing(checkList(integer)),
  undone: allowMissing(yesOrNo),
  before: allowMissing(
    checkShapeFields({ through: reachShape, foldedThrough: integer, held: allowMissing(checkList(integer)) }),
  ),
});

const item = checkShapeFields({
  section: allowWords(...sectionNames),
  text,
  sources: checkList(key),
  at: number,
  by: text,
  pinned: yesOrNo,
  kept: allowMissing(yesOrNo),
  focused: allowMissing(yesOrNo),
  times: allowMissing(integer),
});

const prose = checkShapeFields(Object.fromEntries(sectionNames.map((name) => [name, allowMissing(checkList(text))])));

const summaryShape = checkShapeFields({
  id: key,
  version: integer,
  from: integer,
  to: integer,
  at: number,
  by: text,
  items: checkList(item),
  prose: allowNull(prose),
  dropped: integer,
  file: allowMissing(text),
  source: text,
});

const seqRanges = checkList(checkShapeFields({ from: integer, to: integer }));
const beside = { id: key, name: text, at: number };
export const recordShapes: Readonly<Record<Exclude<RecordKind, "candidate">, Shape>> = {
  summary: checkShapeFields({ ...beside, summary: summaryShape }),
  journal: checkShapeFields({ ...beside, text }),
  event: checkShapeFields({ ...beside, event: anything }),
  state: checkShapeFields({ ...beside, state: stateShape }),
  digest: checkShapeFields({
    ...beside,
    digest: checkShapeFields({ source: text, by: text, prose: allowNull(prose) }),
  }),
  memory: checkShapeFields({ ...beside, memory: item }),
  basis: checkShapeFields({
    ...beside,
    basis: checkShapeFields({
      model: allowNull(checkShapeFields({ name: text, factor: number })),
      window: integer,
      reply: integer,
      instructions: allowNull(text),
      own: integer,
      policy: anything,
      zone: text,
      people: checkShapeFields({}),
    }),
  }),
  ranges: checkShapeFields({
    ...beside,
    ranges: checkShapeFields({ hidden: seqRanges, pinned: seqRanges, undone: checkList(text) }),
  }),
  body: checkShapeFields({
    ...beside,
    body: checkShapeFields({
      receipt: allowNull(key),
      isOwn: yesOrNo,
      status: integer,
      packing: allowMissing(text),
      base: allowNull(checkShapeFields({ name: text, id: key })),
      depth: integer,
      pieces: checkList(checkShapeFields({ at: integer, remove: integer, insert: checkList(text) })),
      root: text,
    }),
  }),
  secrets: checkShapeFields({
    ...beside,
    prints: checkList(checkShapeFields({ salt: text, length: integer, check: integer, hash: text })),
  }),
};

/** With those that are no part of an export. */
export const storedRecordShapes: Readonly<Record<RecordKind, Shape>> = {
  ...recordShapes,
  candidate: checkShapeFields({
    ...beside,
    candidate: checkShapeFields({ key: text, after: integer, through: checkShapeFields({}), summary: summaryShape }),
  }),
};
