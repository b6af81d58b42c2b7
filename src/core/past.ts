/** How entries of past turns look where a policy shows them as text. */
import type { Actions } from "./actions.js";
import type { Part, Said } from "./entry.js";
import { enclose, fence } from "./fence.js";
import type { Form } from "./form.js";
import type { Item } from "./item.js";
import { agoIn } from "./relative-time.js";
import { labelled, saidPieces, spokenText } from "./said.js";
import { type Scribe, textPiece } from "./scribe.js";
import { isOpen, type TurnOrigin } from "./turn.js";

type Draw = (form: Form) => ReturnType<Item["pieces"]>;

/** A message or an answer of a past turn; the answer with a line of what was done for it. */
export function drawPast(scribe: Scribe, entry: Said, actions: Actions | null): Draw {
  return scribe.policy.history === "tagged" ? drawTagged(scribe, entry, actions) : drawText(scribe, entry, actions);
}

/** The last words of a turn that nobody asked for, labelled, so that they don't read like an answer to somebody. */
export function drawBackground(scribe: Scribe, entry: Said, origin: TurnOrigin): Draw {
  return (form) => {
    const attributes = { origin, at: scribe.time(entry.at) };
    const words = spokenText(scribe, entry.seq, withoutReasoning(entry.parts), form);
    const text = enclose("background", attributes, words);
    return [{ role: "user", pieces: [textPiece(scribe, text)] }];
  };
}

function drawText(scribe: Scribe, entry: Said, actions: Actions | null): Draw {
  const { seq, by, at, parts } = entry;
  return (form) => {
    const pieces = saidPieces(scribe, seq, { role: by.role }, at, withoutReasoning(parts), form);
    if (by.role === "user") {
      const label = { who: whoIs(scribe, entry), at: scribe.time(at), ...stateOf(scribe, entry) };
      return [{ role: "user", pieces: labelled(scribe, label, pieces) }];
    }
    const done = actions === null ? [] : [textPiece(scribe, fence("actions", openOf(scribe, actions), actions.line))];
    return [{ role: "assistant", pieces: [...pieces, ...done] }];
  };
}

function drawTagged(scribe: Scribe, entry: Said, actions: Actions | null): Draw {
  const { zone, now } = scribe.snapshot;
  const ago = agoIn(zone, now);
  return (form) => {
    const attributes = {
      role: entry.by.role,
      ...(entry.by.role === "user" ? { who: whoIs(scribe, entry) } : {}),
      at: scribe.time(entry.at).replace(" ", "T"),
      when: ago(entry.at),
      ...stateOf(scribe, entry),
      ...(actions === null ? {} : { actions: actions.count, ...openOf(scribe, actions) }),
    };
    const text = spokenText(scribe, entry.seq, withoutReasoning(entry.parts), form);
    return [{ role: "user", pieces: [textPiece(scribe, enclose("past", attributes, text))] }];
  };
}

/** What the agent thought on its way is nobody's text. */
export function withoutReasoning(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => part.kind !== "reasoning");
}

function whoIs(scribe: Scribe, { by }: Said): string {
  return by.address === undefined ? "user" : scribe.name(by.address);
}

/** A message that is still being answered elsewhere says so. */
function stateOf({ snapshot }: Scribe, { turn, by }: Said): { readonly state?: string } {
  const state = turn === null || by.role === "agent" ? undefined : snapshot.turns.get(turn)?.state;
  return state !== undefined && isOpen(state) ? { state } : {};
}

function openOf(scribe: Scribe, { first }: Actions): { readonly open: string } {
  return { open: scribe.pointer("s", first) };
}
