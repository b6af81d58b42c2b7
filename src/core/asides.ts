import { type Block, blockOf } from "./block.js";
import { fence } from "./fence.js";
import { endsOf, type Scribe, textPiece } from "./scribe.js";
import type { ReplyTarget } from "./snapshot.js";
import type { Aside } from "./turn.js";

/** The volatile blocks of the turn to answer: what it has been sent already stays, in its words. */
export function asidesFor(scribe: Scribe, quoting: boolean): readonly Aside[] {
  const { turn, replyTarget } = scribe.snapshot;
  if (turn === null) return [];
  const quote = quoting && replyTarget !== null ? quoteText(scribe, replyTarget) : undefined;
  const texts = { quote, now: nowText(scribe, turn.began) };
  return scribe.policy.layers.flatMap((layer) => {
    if (layer !== "quote" && layer !== "now") return [];
    const sent = standing(scribe, turn.asides).find((aside) => aside.layer === layer);
    if (sent !== undefined) return [sent];
    const text = texts[layer];
    if (text === undefined) return [];
    const source = layer === "quote" ? replyTarget?.id : undefined;
    return [source === undefined ? { layer, text } : { layer, text, source }];
  });
}

/** Those whose source was not withdrawn since. */
export function standing({ snapshot }: Scribe, asides: readonly Aside[]): readonly Aside[] {
  const gone = new Set(snapshot.entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  return asides.filter(({ source }) => source === undefined || !gone.has(source));
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
  // The ends hold our own mark with the pointer; they are escaped already.
  const short = { ...scribe, preview: Math.min(scribe.preview, Math.floor(limit / 2)) };
  return fence("quote", attributes, "").replace("></", () => `>${endsOf(short, target.text, target.pointer)}</`);
}
