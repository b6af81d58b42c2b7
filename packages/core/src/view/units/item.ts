import { type Attributes, escapeText, mark } from "@clewline/text/fence.js";
import type { CalledEntry, Entry, ReturnedEntry, RevisedEntry, SaidEntry } from "../../log/entry.js";
import type { EntryId, Instant, Tokens } from "../../log/keys.js";
import { type Piece, sumTokens } from "../block.js";
import { makeTextPiece, type Renderer } from "../renderer.js";
import type { Rendition } from "../rendition.js";
import type { Role } from "../request.js";
import { labelPieces, makeEditPieces, makeSaidPieces } from "./said.js";
import { makeCallPiece, makeMissingResultPiece, makeResultPiece } from "./step.js";

/** One entry that a view may show, in any of its renditions. Each is drawn and measured once, at its first use. */
export interface Item {
  readonly entry: Entry;
  /** The entries whose words its pieces contain: its own, and the other half of an edit. */
  readonly sources: readonly EntryId[];
  /** The rendition that it starts from: full, unless a fixed limit or missing blobs prevent that. */
  readonly base: Rendition;
  readonly baseRule:
    | "fits"
    | "shape"
    | "condense"
    | "spill.over"
    | "value.over"
    | "outline.over"
    | "attachment"
    | "reply.over"
    | "background"
    | "actions";
  /** The seq of the call whose name its pieces contain; null if there is none. */
  readonly call: number | null;
  /** For a message that may say who speaks and when. */
  readonly label?: MessageLabel;
  pieces(rendition: Rendition): readonly RolePieces[];
  tokens(rendition: Rendition): Tokens;
}

/** Who says a message, and when. */
export interface MessageLabel {
  /** Null for a message without an address. */
  readonly who: string | null;
  readonly at: Instant;
  /** The time as views show it. */
  readonly time: string;
  /** The same message with as much of its label. */
  as(form: LabelForm): Item;
}

export type LabelForm = "whole" | "speaker" | "none";

interface RolePieces {
  readonly role: Role;
  readonly pieces: readonly Piece[];
}

export type Draw = (rendition: Rendition) => readonly RolePieces[];

interface DrawnPieces {
  readonly pieces: readonly RolePieces[];
  readonly tokens: Tokens;
}

export function makeItem(
  entry: Entry,
  [base, baseRule]: readonly [Rendition, Item["baseRule"]],
  draw: Draw,
  { other, call = null }: { readonly other?: Entry | undefined; readonly call?: number | null } = {},
): Item {
  const known = new Map<Rendition, DrawnPieces>([["gone", { pieces: [], tokens: 0 }]]);
  const drawn = (rendition: Rendition): DrawnPieces => {
    const before = known.get(rendition);
    if (before !== undefined) return before;
    const pieces = draw(rendition);
    const fresh = { pieces, tokens: pieces.reduce((sum, each) => sum + sumTokens(each.pieces), 0) };
    known.set(rendition, fresh);
    return fresh;
  };
  return {
    entry,
    sources: other === undefined ? [entry.id] : [entry.id, other.id],
    base,
    baseRule,
    call,
    pieces: (rendition) => drawn(rendition).pieces,
    tokens: (rendition) => drawn(rendition).tokens,
  };
}

export function drawSaid(renderer: Renderer, entry: SaidEntry, label: Attributes | null): Draw {
  const role = entry.by.role === "agent" ? "assistant" : "user";
  return (rendition) => {
    const pieces = makeSaidPieces(renderer, entry, entry.parts, rendition);
    return [{ role, pieces: label === null ? pieces : labelPieces(renderer, label, pieces) }];
  };
}

export function drawEdit(renderer: Renderer, entry: RevisedEntry, target: Entry | undefined): Draw {
  return (rendition) => [{ role: "user", pieces: makeEditPieces(renderer, entry, target, rendition) }];
}

/** Draws calls under their name in the log. */
export function drawCall(renderer: Renderer, entry: CalledEntry, gap: "answered" | "open" | "waiting" | "lost"): Draw {
  return (rendition) => {
    const call = [makeCallPiece(renderer, entry, rendition)];
    if (gap === "open" && entry.approval !== undefined) {
      const approvalId = escapeText(entry.approval);
      call.push({ content: { type: "tool-approval-request", approvalId, toolCallId: entry.call }, tokens: 8 });
    }
    if (gap === "answered" || gap === "open") return [{ role: "assistant", pieces: call }];
    const missing = makeMissingResultPiece(renderer, entry, gap === "waiting");
    return [
      { role: "assistant", pieces: call },
      { role: entry.hosted ? "assistant" : "tool", pieces: [missing] },
    ];
  };
}

export function drawResult(renderer: Renderer, entry: ReturnedEntry): Draw {
  return (rendition) => [
    { role: entry.hosted ? "assistant" : "tool", pieces: [makeResultPiece(renderer, entry, rendition)] },
  ];
}

export function drawApproval(
  renderer: Renderer,
  approval: string,
  approved: boolean,
  reason: string | undefined,
): Draw {
  const why = reason === undefined ? {} : { reason: escapeText(reason) };
  const tokens = 8 + renderer.count(why.reason ?? "");
  const approvalId = escapeText(approval);
  return () => [
    { role: "tool", pieces: [{ content: { type: "tool-approval-response", approvalId, approved, ...why }, tokens }] },
  ];
}

/** Says that a turn ended without a reply, but not why: an error's text may contain what no model should read. */
export function drawEnding(renderer: Renderer, state: string): Draw {
  return () => [{ role: "user", pieces: [makeTextPiece(renderer, mark("turn", { state }))] }];
}
