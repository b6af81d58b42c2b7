/** The required and optional fields of an entry, checked wherever one is read. */

import type { Shape, Shapes } from "@clewline/text/json-shape.js";
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
  text,
  yesOrNo,
} from "@clewline/text/json-shape.js";
import type { Entry, Note } from "../entry.js";

const blobText = checkShapeFields({
  kind: allowWords("blob"),
  blob: key,
  chars: number,
  tokens: number,
  head: text,
  tail: text,
});
const words: Shape = (value) => (typeof value === "string" ? null : blobText(value));
const source = checkShapeFields({ message: text, revision: number });

const part = checkKind({
  text: checkShapeFields({ text: words }),
  reasoning: checkShapeFields({ text: words }),
  file: checkShapeFields({
    mediaType: text,
    source: checkKind({ url: checkShapeFields({ url: text }), blob: checkShapeFields({ blob: key }) }),
    tokens: number,
    name: allowMissing(text),
  }),
});

const result = checkShapeFields({ text: words });
const output = checkKind({
  text: result,
  json: result,
  "error-text": result,
  "error-json": result,
  denied: result,
  content: checkShapeFields({ parts: checkList(part) }),
});

/** A kind or maker that this version does not know is read all the same: a later one may have written it. */
const memory = checkShapeFields({
  name: key,
  kind: text,
  text,
  person: allowNull(text),
  scope: checkKind({
    everyone: checkShapeFields({}),
    person: checkShapeFields({ person: text }),
    session: checkShapeFields({ session: key }),
  }),
  saidAt: number,
  from: allowMissing(number),
  until: allowMissing(number),
  subject: allowMissing(text),
  pinned: allowMissing(yesOrNo),
  sources: checkList(checkShapeFields({ session: key, lane: key, entry: key })),
  by: text,
  replacedBy: allowMissing(key),
});

const memoryChange = checkShapeFields({
  name: key,
  before: allowNull(memory),
  after: allowNull(memory),
  by: text,
  because: text,
  undoes: allowMissing(key),
  together: allowMissing(key),
});

const notes: Readonly<Record<Note["kind"], Shape>> = {
  "turn-ended": checkShapeFields({ state: allowWords("failed", "cancelled", "waiting"), reason: text }),
  approval: checkShapeFields({ approval: text, approved: yesOrNo, reason: allowMissing(text) }),
  usage: checkShapeFields({ usage: anything }),
  sent: checkShapeFields({ messages: checkList(text) }),
  instructions: checkShapeFields({ text: words }),
  compacted: checkShapeFields({ by: text, tokens: allowNull(number) }),
  memory: checkShapeFields({ change: memoryChange }),
  heard: checkShapeFields({ person: allowNull(text), session: key }),
  group: checkShapeFields({ session: key, group: allowNull(yesOrNo), by: allowWords("channel", "owner") }),
  learned: checkShapeFields({
    lane: key,
    from: allowMissing(number),
    through: number,
    by: allowMissing(allowWords("model")),
  }),
  erased: checkShapeFields({ source: allowMissing(source) }),
  unreadable: checkShapeFields({ reason: text }),
};

const speaker = checkShapeFields({ role: allowWords("user", "agent", "system"), address: allowMissing(text) });

const contents: Readonly<Record<Entry["kind"], Shapes>> = {
  said: {
    at: number,
    by: speaker,
    parts: checkList(part),
    source: allowNull(source),
    replyTo: allowNull(text),
  },
  called: { at: number, call: text, tool: text, input: words },
  returned: { at: number, call: text, tool: text, output },
  noted: { at: number, note: checkKind(notes) },
  revised: { at: number, target: key, parts: checkList(part), source },
  withdrawn: { at: number, target: key, source: allowNull(source) },
};

const extras: Readonly<Record<string, Shapes>> = {
  called: { outline: allowMissing(text) },
  returned: {
    file: allowMissing(text),
    outline: allowMissing(text),
    condensed: allowMissing(integer),
    whole: allowMissing(yesOrNo),
  },
  said: { quoted: allowMissing(checkShapeFields({ by: speaker, text })) },
};

const circumstances: Shapes = {
  id: key,
  seq: place,
  turn: allowNull(key),
  step: allowNull(integer),
  model: allowMissing(text),
  arrived: number,
  private: allowMissing(text),
  veiled: allowMissing(checkList(text)),
  late: allowMissing(key),
  raw: allowMissing(anything),
};

export const entryShape: Shape = checkKind(
  Object.fromEntries(
    Object.entries(contents).map(([kind, own]) => [
      kind,
      checkShapeFields({ ...circumstances, ...own, ...extras[kind] }),
    ]),
  ),
);

/** The required fields of an entry's content by kind; null for an unknown kind. */
export function listNeededFields(kind: string): readonly string[] | null {
  return needed.get(kind) ?? null;
}

const needed: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(contents).map(([kind, own]) => [kind, Object.keys(own)]),
);
