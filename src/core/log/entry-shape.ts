/** What an entry must hold, wherever it is read from. */

import type { Shape, Shapes } from "../text/json-shape.js";
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
  text,
  yesOrNo,
} from "../text/json-shape.js";
import type { Entry, Note } from "./entry.js";

const blobText = fields({ kind: oneOf("blob"), blob: key, chars: number, tokens: number, head: text, tail: text });
const words: Shape = (value) => (typeof value === "string" ? null : blobText(value));
const source = fields({ message: text, revision: number });

const part = byKind({
  text: fields({ text: words }),
  reasoning: fields({ text: words }),
  file: fields({
    mediaType: text,
    source: byKind({ url: fields({ url: text }), blob: fields({ blob: key }) }),
    tokens: number,
    name: optional(text),
  }),
});

const result = fields({ text: words });
const output = byKind({
  text: result,
  json: result,
  "error-text": result,
  "error-json": result,
  denied: result,
  content: fields({ parts: list(part) }),
});

const notes: Readonly<Record<Note["kind"], Shape>> = {
  "turn-ended": fields({ state: oneOf("failed", "cancelled", "waiting"), reason: text }),
  approval: fields({ approval: text, approved: yesOrNo, reason: optional(text) }),
  usage: fields({ usage: anything }),
  sent: fields({ messages: list(text) }),
  instructions: fields({ text: words }),
  compacted: fields({ by: text, tokens: orNull(number) }),
};

const speaker = fields({ role: oneOf("user", "agent"), address: optional(text) });

const contents: Readonly<Record<Entry["kind"], Shapes>> = {
  said: {
    at: number,
    by: speaker,
    parts: list(part),
    source: orNull(source),
    replyTo: orNull(text),
  },
  called: { at: number, call: text, tool: text, input: words },
  returned: { at: number, call: text, tool: text, output },
  noted: { at: number, note: byKind(notes) },
  revised: { at: number, target: key, parts: list(part), source },
  withdrawn: { at: number, target: key, source: orNull(source) },
};

/** What an entry may hold besides. */
const extras: Readonly<Record<string, Shapes>> = {
  returned: { file: optional(text) },
  said: { quoted: optional(fields({ by: speaker, text })) },
};

const circumstances: Shapes = {
  id: key,
  seq: place,
  turn: orNull(key),
  step: orNull(integer),
  arrived: number,
  private: optional(text),
};

export const entryShape: Shape = byKind(
  Object.fromEntries(
    Object.entries(contents).map(([kind, own]) => [kind, fields({ ...circumstances, ...own, ...extras[kind] })]),
  ),
);

/** The fields that the content of an entry of this kind can't do without; null for a kind that there is not. */
export function neededFields(kind: string): readonly string[] | null {
  return needed.get(kind) ?? null;
}

const needed: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(contents).map(([kind, own]) => [kind, Object.keys(own)]),
);
