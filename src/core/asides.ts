import { type Block, blockOf } from "./block.js";
import type { Entry, Speaker } from "./entry.js";
import { enclose, fence, mark } from "./fence.js";
import type { EntryId } from "./keys.js";
import { memoriesOf } from "./memories.js";
import { anchorText } from "./pending/anchor-text.js";
import { endsOf, type Scribe, textPiece } from "./scribe.js";
import { sortPast } from "./selection/sorted.js";
import { activeThread } from "./selection/tiers.js";
import { withdrawnIds } from "./settled.js";
import type { ReplyTarget, Snapshot } from "./snapshot.js";
import { type Aside, sourcesOf, type TurnRecord } from "./turn.js";

/** The volatile blocks of the turn to answer: what it has been sent already stays, in its words. */
export function asidesFor(scribe: Scribe, quoting: boolean): readonly Aside[] {
  const { turn, replyTarget } = scribe.snapshot;
  if (turn === null) return [];
  const fresh: Readonly<Record<Aside["layer"], Aside | null>> = {
    memories: memoriesOf(scribe),
    quote: quoting && replyTarget !== null ? quoteOf(scribe, replyTarget) : null,
    now: nowOf(scribe, turn, quoting ? null : replyTarget),
  };
  const kept = standing(turn.asides, withdrawnFor(scribe.snapshot));
  return scribe.policy.layers.flatMap((layer) => {
    if (layer !== "memories" && layer !== "quote" && layer !== "now") return [];
    const aside = kept.find((sent) => sent.layer === layer) ?? fresh[layer];
    return aside === null ? [] : [aside];
  });
}

/** Those of whose sources none was withdrawn since. */
export function standing(asides: readonly Aside[], withdrawn: ReadonlySet<EntryId>): readonly Aside[] {
  return asides.filter((aside) => !sourcesOf(aside).some((source) => withdrawn.has(source)));
}

/** What was withdrawn in this lane, and of what was shown of others. */
export function withdrawnFor({ entries, goneElsewhere = new Set() }: Snapshot): ReadonlySet<EntryId> {
  return new Set([...withdrawnIds(entries), ...goneElsewhere]);
}

export function asideBlocks(scribe: Scribe, asides: readonly Aside[]): readonly Block[] {
  return asides.map((aside) => {
    const from = { seqs: [], sources: sourcesOf(aside) };
    return blockOf(aside.layer, "user", from, [textPiece(scribe, aside.text)], true);
  });
}

/** The time, what the message replies to where that is in sight, and what it answers where that was asked. */
function nowOf(scribe: Scribe, { began, anchor }: TurnRecord, target: ReplyTarget | null): Aside {
  const told = anchorText(anchor, withdrawnFor(scribe.snapshot));
  const isNear = target === null || target.seq === null || isJustBefore(scribe, target);
  const reply = isNear ? null : replyMark(scribe, target);
  const text = [nowText(scribe, began), reply, told?.text].filter((line) => typeof line === "string").join("\n");
  const replied = reply === null ? [] : [target?.id, target?.edit].filter((id) => id !== undefined);
  const sources = [...(told?.sources ?? []), ...replied];
  return { layer: "now", text, ...(sources.length === 0 ? {} : { sources }) };
}

/** A reply to the last words before it needs no mark. */
function isJustBefore({ snapshot: { entries, turn } }: Scribe, { seq }: ReplyTarget): boolean {
  const first = entries.find(({ id }) => turn?.messages.includes(id));
  return entries.findLast((entry) => entry.kind === "said" && entry.seq < (first?.seq ?? 0))?.seq === seq;
}

/** By its place among the messages of its speaker, and not by its words: there is one copy of those. */
function replyMark(scribe: Scribe, { by, at, seq }: ReplyTarget): string {
  const { entries, turn, sorted } = scribe.snapshot;
  const hidden = sorted?.rules ?? sortPast(scribe, true).rules;
  const isLater = (entry: Entry) =>
    entry.kind === "said" &&
    entry.seq > (seq ?? 0) &&
    !hidden.has(entry.seq) &&
    turn?.messages.includes(entry.id) !== true;
  const later = entries.filter((entry) => isLater(entry) && sameSpeaker(entry, by));
  const who = by.address === undefined ? {} : { who: scribe.name(by.address) };
  return mark("reply", { to: by.role, ...who, at: scribe.time(at), back: later.length + 1 });
}

function sameSpeaker(entry: Entry, { role, address }: Speaker): boolean {
  return entry.kind === "said" && entry.by.role === role && entry.by.address === address;
}

/** The turn's own time, not the call's, so that every call of the turn says the same; and whether a conversation goes on. */
function nowText(scribe: Scribe, began: number): string {
  const thread = threadAt(scribe, began);
  const about = { zone: scribe.snapshot.zone, ...(thread === null ? {} : { conversation: thread }) };
  const guide = thread === null || scribe.policy.history !== "tagged" ? "" : `\n${guides[thread]}`;
  return fence("now", about, scribe.time(began) + guide);
}

const guides = {
  continued: "The conversation goes on: no greeting, and nobody is introduced again.",
  new: "A new conversation begins: what is shown of earlier ones is for reference.",
};

/** By the pause since somebody last spoke or was answered; null where nothing is known of that. */
function threadAt(scribe: Scribe, began: number): keyof typeof guides | null {
  const { policy } = scribe;
  if (policy.threadMinutes === 0) return null;
  const past = sortPast(scribe, true).asked.filter(({ until }) => Number.isFinite(until));
  if (past.length === 0) return null;
  return activeThread(past, began, policy.threadMinutes).length > 0 ? "continued" : "new";
}

function quoteOf(scribe: Scribe, target: ReplyTarget): Aside {
  const sources = [target.id, target.edit].filter((id) => id !== undefined);
  const lanes = target.lane === undefined ? {} : { lanes: [target.lane] };
  const from = { ...(sources.length === 0 ? {} : { sources }), ...lanes };
  const attributes = {
    role: target.by.role,
    ...(target.by.address === undefined ? {} : { who: scribe.name(target.by.address) }),
    at: scribe.time(target.at),
  };
  const whole = scribe.whole(target.text);
  const limit = scribe.snapshot.turn?.attachOver ?? Number.POSITIVE_INFINITY;
  if (whole !== null && scribe.tokens(target.text) <= limit)
    return { layer: "quote", text: fence("quote", attributes, whole), ...from };
  const short = { ...scribe, preview: Math.min(scribe.preview, Math.floor(limit / 2)) };
  const text = enclose("quote", attributes, endsOf(short, target.text, target.pointer));
  return { layer: "quote", text, ...from, pointer: target.pointer };
}
