import { type Piece, tokensOf } from "./block.js";
import type { Called, Entry, Returned, Revised, Said } from "./entry.js";
import { escapeText, mark } from "./fence.js";
import type { Form } from "./form.js";
import type { EntryId, Tokens } from "./keys.js";
import type { Role } from "./request.js";
import { editPieces, saidPieces } from "./said.js";
import { type Scribe, textPiece } from "./scribe.js";
import { callPiece, missingResultPiece, resultPiece } from "./step.js";

/** One entry that a view may show, in any of its forms. */
export interface Item {
  readonly entry: Entry;
  /** The entries whose words its pieces hold: its own, and the other half of an edit. */
  readonly sources: readonly EntryId[];
  /** The form that it starts from: full, unless a fixed limit or missing bytes rule that out. */
  readonly base: Form;
  readonly baseRule: "fits" | "shape" | "spill.over" | "attachment" | "reply.over" | "background" | "actions";
  pieces(form: Form): readonly RolePieces[];
  tokens(form: Form): Tokens;
}

interface RolePieces {
  readonly role: Role;
  readonly pieces: readonly Piece[];
}

type Draw = (form: Form) => readonly RolePieces[];

export function itemOf(entry: Entry, base: Form, baseRule: Item["baseRule"], draw: Draw, other?: Entry): Item {
  const drawn = new Map<Form, readonly RolePieces[]>([["gone", []]]);
  const pieces: Draw = (form) => {
    const known = drawn.get(form);
    if (known !== undefined) return known;
    const fresh = draw(form);
    drawn.set(form, fresh);
    return fresh;
  };
  return {
    entry,
    sources: other === undefined ? [entry.id] : [entry.id, other.id],
    base,
    baseRule,
    pieces,
    tokens: (form) => pieces(form).reduce((sum, each) => sum + tokensOf(each.pieces), 0),
  };
}

export function drawSaid(scribe: Scribe, entry: Said): Draw {
  const role = entry.by.role === "agent" ? "assistant" : "user";
  return (form) => [{ role, pieces: saidPieces(scribe, entry.seq, entry.by, entry.at, entry.parts, form) }];
}

export function drawEdit(scribe: Scribe, entry: Revised, target: Entry | undefined): Draw {
  return (form) => [{ role: "user", pieces: editPieces(scribe, entry, target, form) }];
}

export function drawCall(
  scribe: Scribe,
  entry: Called,
  id: string,
  gap: "answered" | "open" | "waiting" | "lost",
): Draw {
  return (form) => {
    const call = [callPiece(scribe, entry, id, form)];
    if (gap === "open" && entry.approval !== undefined) {
      call.push({
        content: { type: "tool-approval-request", approvalId: escapeText(entry.approval), toolCallId: id },
        tokens: 8,
      });
    }
    if (gap === "answered" || gap === "open") return [{ role: "assistant", pieces: call }];
    const missing = missingResultPiece(scribe, entry, id, gap === "waiting");
    return [
      { role: "assistant", pieces: call },
      { role: entry.hosted ? "assistant" : "tool", pieces: [missing] },
    ];
  };
}

export function drawResult(scribe: Scribe, entry: Returned, id: string): Draw {
  return (form) => [{ role: entry.hosted ? "assistant" : "tool", pieces: [resultPiece(scribe, entry, id, form)] }];
}

export function drawApproval(scribe: Scribe, approval: string, approved: boolean, reason: string | undefined): Draw {
  const said = reason === undefined ? {} : { reason: escapeText(reason) };
  const tokens = 8 + scribe.count(said.reason ?? "");
  const approvalId = escapeText(approval);
  return () => [
    { role: "tool", pieces: [{ content: { type: "tool-approval-response", approvalId, approved, ...said }, tokens }] },
  ];
}

/** A turn that ended without a reply says so. Why is for people: an error's text may hold what no model should read. */
export function drawEnding(scribe: Scribe, state: string): Draw {
  return () => [{ role: "user", pieces: [textPiece(scribe, mark("turn", { state }))] }];
}
