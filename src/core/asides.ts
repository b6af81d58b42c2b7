import { type Block, blockOf } from "./block.js";
import { enclose, fence } from "./fence.js";
import type { EntryId } from "./keys.js";
import { endsOf, type Scribe, textPiece } from "./scribe.js";
import { withdrawnIds } from "./settled.js";
import type { ReplyTarget } from "./snapshot.js";
import { type Aside, sourcesOf } from "./turn.js";

/** The volatile blocks of the turn to answer: what it has been sent already stays, in its words. */
export function asidesFor(scribe: Scribe, quoting: boolean): readonly Aside[] {
  const { turn, replyTarget } = scribe.snapshot;
  if (turn === null) return [];
  const fresh: Readonly<Record<Aside["layer"], Aside | null>> = {
    quote: quoting && replyTarget !== null ? quoteOf(scribe, replyTarget) : null,
    now: { layer: "now", text: nowText(scribe, turn.began) },
  };
  const kept = standing(turn.asides, withdrawnIds(scribe.snapshot.entries));
  return scribe.policy.layers.flatMap((layer) => {
    if (layer !== "quote" && layer !== "now") return [];
    const aside = kept.find((sent) => sent.layer === layer) ?? fresh[layer];
    return aside === null ? [] : [aside];
  });
}

/** Those of whose sources none was withdrawn since. */
export function standing(asides: readonly Aside[], withdrawn: ReadonlySet<EntryId>): readonly Aside[] {
  return asides.filter((aside) => !sourcesOf(aside).some((source) => withdrawn.has(source)));
}

export function asideBlocks(scribe: Scribe, asides: readonly Aside[]): readonly Block[] {
  return asides.map((aside) => {
    const from = { seqs: [], sources: sourcesOf(aside) };
    return blockOf(aside.layer, "user", from, [textPiece(scribe, aside.text)], true);
  });
}

/** The turn's own time, not the call's, so that every call of the turn says the same. */
function nowText(scribe: Scribe, began: number): string {
  return fence("now", { zone: scribe.snapshot.zone }, scribe.time(began));
}

function quoteOf(scribe: Scribe, target: ReplyTarget): Aside {
  const sources = [target.id, target.edit].filter((id) => id !== undefined);
  const from = sources.length === 0 ? {} : { sources };
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
