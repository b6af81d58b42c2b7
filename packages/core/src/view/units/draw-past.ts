/** How entries of past turns look if a policy shows them as text. */

import { enclose, fence } from "@clewline/text/fence.js";
import type { Part, SaidEntry } from "../../log/entry.js";
import type { TurnOrigin } from "../../log/turn.js";
import { makeTextPiece, type Renderer } from "../renderer.js";
import type { Actions } from "./actions.js";
import type { Draw } from "./item.js";
import { labelPieces, makeSaidPieces, renderSpokenText } from "./said.js";

/** The details that a view shows of a past message or answer, besides its words. */
export interface PastDetails {
  readonly actions: Actions | null;
  /** The state of a message that is still being answered elsewhere. */
  readonly state: string | null;
  /** How long ago it was, if the view says so. */
  readonly when: string | null;
}

/** A message or an answer of a past turn; the answer with a line on what was done for it. */
export function drawPast(renderer: Renderer, entry: SaidEntry, details: PastDetails): Draw {
  return details.when === null
    ? drawText(renderer, entry, details)
    : drawTagged(renderer, entry, { ...details, when: details.when });
}

/** The last words of a background turn, labelled, so that they don't read like an answer. */
export function drawBackground(renderer: Renderer, entry: SaidEntry, origin: TurnOrigin): Draw {
  return (rendition) => {
    const attributes = { origin, at: renderer.time(entry.at) };
    const words = renderSpokenText(renderer, entry.seq, stripReasoning(entry.parts), rendition);
    const text = enclose("background", attributes, words);
    return [{ role: "user", pieces: [makeTextPiece(renderer, text)] }];
  };
}

function drawText(renderer: Renderer, entry: SaidEntry, { actions, state }: PastDetails): Draw {
  const { by, at, parts } = entry;
  return (rendition) => {
    const pieces = makeSaidPieces(renderer, entry, stripReasoning(parts), rendition);
    if (by.role === "user") {
      const label = { who: nameSpeaker(renderer, entry), at: renderer.time(at), ...(state === null ? {} : { state }) };
      return [{ role: "user", pieces: labelPieces(renderer, label, pieces) }];
    }
    if (by.role === "system") return [{ role: "user", pieces }];
    const line = (done: Actions) =>
      makeTextPiece(renderer, fence("actions", makeOpenAttribute(renderer, done), done.line));
    return [{ role: "assistant", pieces: [...pieces, ...(actions === null ? [] : [line(actions)])] }];
  };
}

function drawTagged(
  renderer: Renderer,
  entry: SaidEntry,
  { actions, state, when }: PastDetails & { readonly when: string },
): Draw {
  return (rendition) => {
    const attributes = {
      role: entry.by.role,
      ...(entry.by.role === "user" ? { who: nameSpeaker(renderer, entry) } : {}),
      at: renderer.time(entry.at).replace(" ", "T"),
      when,
      ...(state === null ? {} : { state }),
      ...(actions === null ? {} : { actions: actions.count, ...makeOpenAttribute(renderer, actions) }),
    };
    const text = renderSpokenText(renderer, entry.seq, stripReasoning(entry.parts), rendition);
    return [{ role: "user", pieces: [makeTextPiece(renderer, enclose("past", attributes, text))] }];
  };
}

export function stripReasoning(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => part.kind !== "reasoning");
}

function nameSpeaker(renderer: Renderer, { by }: SaidEntry): string {
  return by.address === undefined ? "user" : renderer.name(by.address);
}

function makeOpenAttribute(renderer: Renderer, { first }: Actions): { readonly open: string } {
  return { open: renderer.pointer("s", first) };
}
