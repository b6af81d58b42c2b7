/** What open questions must hold, wherever they are read from. */

import { answerKinds } from "../../log/pending.js";
import { byKind, fields, key, list, number, oneOf, optional, orNull, text, yesOrNo } from "../../text/json-shape.js";

const pending = fields({
  id: key,
  expects: oneOf(...answerKinds),
  about: text,
  options: list(text),
  asked: number,
  until: number,
  turn: key,
  entry: orNull(key),
  to: orNull(text),
});

const meant = { about: text, value: orNull(text), pending: orNull(key), entry: orNull(key) };
const meaning = fields(meant);

export const anchorShape = byKind({
  answers: fields({ ...meant, reverses: optional(yesOrNo) }),
  ask: fields({ options: list(meaning) }),
  newest: fields({ entry: key }),
});

export const stateShape = fields({
  open: list(pending),
  refused: list(pending),
  which: orNull(fields({ options: list(meaning), turn: key, until: number, to: orNull(text) })),
  heard: list(fields({ message: key, anchor: orNull(anchorShape) })),
});
