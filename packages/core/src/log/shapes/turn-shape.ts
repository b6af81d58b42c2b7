/** The fields of a turn, checked wherever one is read. */

import {
  allowMissing,
  allowNull,
  allowWords,
  checkList,
  checkShapeFields,
  key,
  number,
  place,
  text,
  yesOrNo,
} from "@clewline/text/json-shape.js";
import { anchorShape } from "../../conversation/open-questions/state-shape.js";

export const refShape = checkShapeFields({ owner: key, session: key, lane: key });

const preambleShape = checkShapeFields({
  layer: allowWords("memories", "quote", "now"),
  text,
  source: allowMissing(key),
  sources: allowMissing(checkList(key)),
  parts: allowMissing(checkList(key)),
  lanes: allowMissing(checkList(key)),
  seqs: allowMissing(checkList(place)),
  pointer: allowMissing(text),
  pointers: allowMissing(checkList(text)),
  reasons: allowMissing(
    checkList(
      checkShapeFields({
        // An earlier version told the reason of each alone.
        pointer: allowMissing(text),
        pointers: allowMissing(checkList(text)),
        because: text,
        lane: allowMissing(text),
      }),
    ),
  ),
});

export const turnShape = checkShapeFields({
  id: key,
  ref: refShape,
  state: allowWords("running", "waiting", "completed", "failed", "cancelled"),
  origin: allowWords("interactive", "scheduled", "briefing", "heartbeat", "subtask"),
  began: number,
  ended: allowNull(number),
  messages: checkList(key),
  placed: allowMissing(place),
  attachOver: number,
  attachRoom: allowMissing(number),
  unsent: allowMissing(yesOrNo),
  asides: checkList(preambleShape),
  epochs: allowMissing(checkList(text)),
  reference: allowMissing(preambleShape),
  anchor: allowMissing(anchorShape),
  surface: allowMissing(text),
  onPage: allowMissing(yesOrNo),
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
