/** Writes digests of earlier conversations: what is worth keeping of each, found by rule, and in a model's words if it has them. */

import type { Tokens } from "../../log/keys.js";
import { makeAgoFormatter } from "../../log/relative-time.js";
import type { Summary } from "../../log/summary.js";
import { collectDigestSource, draftDigest, fitDigest } from "../../summary/make-summary.js";
import { makeSummaryBlock } from "../../summary/summary-block.js";
import { messageFraming } from "../block.js";
import { type Conversation, findEnd } from "../past/tiers.js";
import type { Renderer } from "../renderer.js";
import type { PureFns, Snapshot } from "../snapshot.js";
import type { Drawing } from "../units/drawn-unit.js";
import type { Rule } from "../verdict.js";

export interface DigestWriter {
  /** The digest of one conversation within the room, and its tokens; null if nothing is worth keeping or fits. */
  write(conversation: Conversation, rules: Rules, room: Tokens): WrittenDigest | null;
}

interface WrittenDigest {
  readonly summary: Summary;
  readonly tokens: Tokens;
}

type Rules = ReadonlyMap<number, Rule>;
type DigestInput = Pick<Snapshot, "turns" | "now" | "zone" | "digests" | "takenBack">;

/** Each conversation is read once, however many rooms it is tried in. */
export function makeDigestWriter(
  snapshot: DigestInput,
  renderer: Renderer,
  { hash }: Pick<PureFns, "hash">,
): DigestWriter {
  const { turns, now, zone, digests } = snapshot;
  const ago = makeAgoFormatter(zone, now);
  const drafts = new Map<Conversation, Summary | null>();
  const draft = (conversation: Conversation, rules: Rules) => {
    const known = drafts.get(conversation);
    if (known !== undefined) return known;
    const source = collectDigestSource(listToldEntries(conversation, rules), snapshot);
    const told = { began: conversation[0]?.at ?? Number.NaN, when: ago(findEnd(conversation)) };
    const made = draftDigest({ renderer, turns, now, hash }, source, told);
    drafts.set(conversation, made);
    return made;
  };
  return {
    write(conversation, rules, room) {
      const own = draft(conversation, rules);
      const summary = own === null ? null : fitDigest(renderer, own, digests?.get(own.source), room - messageFraming);
      return summary === null ? null : { summary, tokens: makeSummaryBlock(renderer, summary).tokens + messageFraming };
    },
  };
}

/** Without entries that are shown anyway, because the message replies to them. */
export function listToldEntries(conversation: Conversation, rules: Rules): Conversation[number]["entries"] {
  const entries = conversation.flatMap((passage) => passage.entries).filter(({ seq }) => rules.get(seq) === "tier");
  return entries.sort((a, b) => a.seq - b.seq);
}

interface WrittenDigests {
  readonly summaries: readonly Summary[];
  readonly tokens: Tokens;
  /** The drawing, with the rule `age` for the entries that no digest covers. */
  readonly drawing: Drawing;
}

/** The newest conversations get room first. */
export function writeDigests(writer: DigestWriter, drawing: Drawing, room: Tokens): WrittenDigests {
  const { told, rules } = drawing.pose;
  const summaries: Summary[] = [];
  const untold = new Set<number>();
  let tokens = 0;
  for (const conversation of told.toReversed()) {
    const digest = writer.write(conversation, rules, room - tokens);
    if (digest === null) for (const { entries } of conversation) for (const { seq } of entries) untold.add(seq);
    else {
      tokens += digest.tokens;
      summaries.unshift(digest.summary);
    }
  }
  return { summaries, tokens, drawing: untold.size === 0 ? drawing : markUntold(drawing, untold) };
}

function markUntold(drawing: Drawing, untold: ReadonlySet<number>): Drawing {
  const left = (rules: Rules) =>
    new Map([...rules].map(([seq, rule]) => [seq, rule === "tier" && untold.has(seq) ? "age" : rule] as const));
  return { ...drawing, pose: { ...drawing.pose, rules: left(drawing.pose.rules) }, rules: left(drawing.rules) };
}
