/** Writes the time, the message replied to if the view shows it, and the open question that the message answers. */

import { makeBriefLine } from "@clewline/text/brief-line.js";
import { fence, mark } from "@clewline/text/fence.js";
import { describeAnchor } from "../../conversation/open-questions/anchor-text.js";
import type { Entry, Speaker } from "../../log/entry.js";
import type { EntryId } from "../../log/keys.js";
import type { Preamble, TurnRecord } from "../../log/turn.js";
import type { Policy } from "../../policy/policy.js";
import type { Passage } from "../past/passages.js";
import { findActiveThread } from "../past/tiers.js";
import type { Renderer } from "../renderer.js";
import type { ReplyTarget } from "../snapshot.js";
import type { Rule } from "../verdict.js";

export interface NowInput {
  readonly turn: TurnRecord;
  /** The message that it replies to; null if there is none, or a quote shows it. */
  readonly target: ReplyTarget | null;
  /** Whether it replies to a message that the log doesn't have. */
  readonly repliesToUnknown: boolean;
  readonly withdrawn: ReadonlySet<EntryId>;
  readonly zone: string;
  readonly policy: Pick<Policy, "threadMinutes" | "history">;
  readonly entries: readonly Entry[];
  /** Entries of the past that are hidden, by seq. */
  readonly hidden: ReadonlyMap<number, Rule>;
  /** Earlier passages that people began. */
  readonly asked: readonly Passage[];
}

export function makeNowPreamble(renderer: Renderer, occasion: NowInput): Preamble {
  const { turn, target, withdrawn } = occasion;
  const anchor = describeAnchor(turn.anchor, withdrawn);
  const isNear = target === null || target.seq === null || isJustBefore(occasion, target);
  const reply = isNear ? null : renderReplyMark(renderer, occasion, target);
  const unknown = occasion.repliesToUnknown ? mark("reply", { to: "unknown" }) : null;
  const text = [renderNow(renderer, occasion), reply, unknown, anchor?.text]
    .filter((line) => typeof line === "string")
    .join("\n");
  const replied = reply === null ? [] : [target?.id, target?.edit].filter((id) => id !== undefined);
  const sources = [...(anchor?.sources ?? []), ...replied];
  return { layer: "now", text, ...(sources.length === 0 ? {} : { sources }) };
}

/** Characters of the message that a past one replied to. */
const referenceLength = 40;

/**
 * Names the message replied to, for later views: by then the volatile blocks that name it have left, and
 * positions counted from the reply no longer hold. Null if it is the message right before.
 */
export function makeReference(
  renderer: Renderer,
  { target, repliesToUnknown, ...occasion }: Pick<NowInput, "target" | "repliesToUnknown" | "entries" | "turn">,
): Preamble | null {
  if (repliesToUnknown) return { layer: "now", text: mark("reply", { to: "unknown" }) };
  if (target === null || (target.seq !== null && isJustBefore(occasion, target))) return null;
  const { by, at, text, lane } = target;
  const who = by.address === undefined ? {} : { who: renderer.name(by.address) };
  const words = typeof text === "string" ? text : text.head;
  const said = { to: by.role, ...who, at: renderer.time(at), was: makeBriefLine(words, referenceLength) };
  const sources = [target.id, target.edit].filter((id) => id !== undefined);
  const from = { ...(sources.length === 0 ? {} : { sources }), ...(lane === undefined ? {} : { lanes: [lane] }) };
  return { layer: "now", text: mark("reply", said), ...from };
}

/** A reply to the message right before it needs no mark. */
function isJustBefore({ entries, turn }: Pick<NowInput, "entries" | "turn">, { seq }: ReplyTarget): boolean {
  const first = entries.findIndex(({ id }) => turn.messages.includes(id));
  const before = entries.slice(0, Math.max(0, first));
  return before.findLast(({ kind }) => kind === "said")?.seq === seq;
}

/** Names the message by its position among its speaker's messages and does not repeat its words. */
function renderReplyMark(
  renderer: Renderer,
  { entries, turn, hidden }: NowInput,
  { by, at, seq }: ReplyTarget,
): string {
  const isLater = (entry: Entry) =>
    entry.kind === "said" &&
    entry.seq > (seq ?? 0) &&
    !hidden.has(entry.seq) &&
    turn.messages.includes(entry.id) !== true;
  const later = entries.filter((entry) => isLater(entry) && hasSpeaker(entry, by));
  const who = by.address === undefined ? {} : { who: renderer.name(by.address) };
  return mark("reply", { to: by.role, ...who, at: renderer.time(at), back: later.length + 1 });
}

function hasSpeaker(entry: Entry, { role, address }: Speaker): boolean {
  return entry.kind === "said" && entry.by.role === role && entry.by.address === address;
}

const guides = {
  continued: "The conversation goes on: no greeting, and nobody is introduced again.",
  new: "A new conversation begins: what is shown of earlier ones is for reference.",
};

/** The turn's own time, not the call's, so that all its calls are equal; and whether a conversation continues. */
function renderNow(renderer: Renderer, { turn: { began }, zone, policy, asked }: NowInput): string {
  const thread = classifyThread(asked, policy.threadMinutes, began);
  const about = { zone, ...(thread === null ? {} : { conversation: thread }) };
  const guide = thread === null || policy.history.form !== "tagged" ? "" : `\n${guides[thread]}`;
  return fence("now", about, renderer.time(began) + guide);
}

/** By the pause since the last message or answer; null if there is none. */
function classifyThread(asked: readonly Passage[], minutes: number, began: number): keyof typeof guides | null {
  if (minutes === 0) return null;
  const past = asked.filter(({ until }) => Number.isFinite(until));
  if (past.length === 0) return null;
  return findActiveThread(past, began, minutes).length > 0 ? "continued" : "new";
}
