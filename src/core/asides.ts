import { type Block, blockOf } from "./block.js";
import { enclose, fence } from "./fence.js";
import type { EntryId } from "./keys.js";
import { endsOf, type Scribe, textPiece } from "./scribe.js";
import { withdrawnIds } from "./settled.js";
import type { ReplyTarget } from "./snapshot.js";
import type { Aside } from "./turn.js";

/** The volatile blocks of the turn to answer: what it has been sent already stays, in its words. */
export function asidesFor(scribe: Scribe, quoting: boolean): readonly Aside[] {
  const { turn, replyTarget } = scribe.snapshot;
  if (turn === null) return [];
  const quote = quoting && replyTarget !== null ? quoteText(scribe, replyTarget) : undefined;
  const texts = { quote, now: nowText(scribe, turn.began) };
  const kept = standing(turn.asides, withdrawnIds(scribe.snapshot.entries));
  return scribe.policy.layers.flatMap((layer) => {
    if (layer !== "quote" && layer !== "now") return [];
    const sent = kept.find((aside) => aside.layer === layer);
    if (sent !== undefined) return [sent];
    const text = texts[layer];
    if (text === undefined) return [];
    const source = layer === "quote" ? replyTarget?.id : undefined;
    return [source === undefined ? { layer, text } : { layer, text, source }];
  });
}

/** Those whose source was not withdrawn since. */
export function standing(asides: readonly Aside[], withdrawn: ReadonlySet<EntryId>): readonly Aside[] {
  return asides.filter(({ source }) => source === undefined || !withdrawn.has(source));
}

export function asideBlocks(scribe: Scribe, asides: readonly Aside[]): readonly Block[] {
  return asides.map(({ layer, text }) => blockOf(layer, "user", [], [textPiece(scribe, text)], true));
}

/** The turn's own time, not the call's, so that every call of the turn says the same. */
function nowText(scribe: Scribe, began: number): string {
  return fence("now", { zone: scribe.snapshot.zone }, scribe.time(began));
}

function quoteText(scribe: Scribe, target: ReplyTarget): string {
  const attributes = {
    role: target.by.role,
    ...(target.by.address === undefined ? {} : { who: scribe.name(target.by.address) }),
    at: scribe.time(target.at),
  };
  const whole = scribe.whole(target.text);
  const limit = scribe.snapshot.turn?.attachOver ?? Number.POSITIVE_INFINITY;
  if (whole !== null && scribe.tokens(target.text) <= limit) return fence("quote", attributes, whole);
  const short = { ...scribe, preview: Math.min(scribe.preview, Math.floor(limit / 2)) };
  return enclose("quote", attributes, endsOf(short, target.text, target.pointer));
}
