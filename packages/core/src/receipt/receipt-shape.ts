/** The fields of a receipt as it is stored, checked wherever one is read. */

import { isObject } from "@clewline/text/json.js";
import {
  allowMissing,
  allowNull,
  anything,
  checkList,
  checkShapeFields,
  integer,
  key,
  number,
  place,
  type Shape,
  text,
  yesOrNo,
} from "@clewline/text/json-shape.js";
import { epochShape } from "../log/shapes/record-shape.js";
import { refShape } from "../log/shapes/turn-shape.js";

const verdict = checkShapeFields({
  from: place,
  to: place,
  kind: text,
  rule: text,
  limit: allowNull(text),
  tokens: number,
  pointer: allowNull(text),
});

const standing = checkShapeFields({
  pointer: text,
  kind: text,
  rule: text,
  limit: allowNull(text),
  tokens: number,
});

const account = {
  id: key,
  ref: refShape,
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
  epoch: epochShape,
  compacted: yesOrNo,
  standing: allowMissing(checkList(standing)),
};
const whole = checkShapeFields({ ...account, chunks: checkList(text), verdicts: checkList(verdict) });
const delta = checkShapeFields({
  base: key,
  depth: place,
  chunks: checkList(checkShapeFields({ at: integer, remove: integer, insert: checkList(text) })),
  verdicts: checkList(verdict),
});
const changed = checkShapeFields({ ...account, delta });
export const receiptShape: Shape = (value) => (isObject(value) && "delta" in value ? changed(value) : whole(value));
