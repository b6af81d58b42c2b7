/** The fields of open questions, checked wherever they are read. */

import {
  allowMissing,
  allowNull,
  allowWords,
  checkKind,
  checkList,
  checkShapeFields,
  key,
  number,
  text,
  yesOrNo,
} from "@clewline/text/json-shape.js";
import { answerKinds } from "../../log/open-questions.js";

const pending = checkShapeFields({
  id: key,
  expects: allowWords(...answerKinds),
  about: text,
  options: checkList(text),
  asked: number,
  until: number,
  turn: key,
  entry: allowNull(key),
  to: allowNull(text),
});

const meant = { about: text, value: allowNull(text), pending: allowNull(key), entry: allowNull(key) };
const meaning = checkShapeFields(meant);

export const anchorShape = checkKind({
  answers: checkShapeFields({ ...meant, reverses: allowMissing(yesOrNo) }),
  ask: checkShapeFields({ options: checkList(meaning) }),
  newest: checkShapeFields({ entry: key }),
});

export const stateShape = checkShapeFields({
  open: checkList(pending),
  refused: checkList(pending),
  which: allowNull(checkShapeFields({ options: checkList(meaning), turn: key, until: number, to: allowNull(text) })),
  heard: checkList(checkShapeFields({ message: key, anchor: allowNull(anchorShape) })),
  version: allowMissing(number),
});
