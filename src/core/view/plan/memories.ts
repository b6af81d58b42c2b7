/** What was looked up because the message asks for it, as one volatile block. */

import type { Tokens } from "../../log/keys.js";
import type { Preamble, PreambleReason } from "../../log/turn.js";
import { enclose, escapeText } from "../../text/fence.js";
import { type Renderer, renderEnds } from "../renderer.js";
import type { RetrievedEntry } from "../snapshot.js";

/** The best entries that fit; null if nothing was found or the policy has no place for memories. */
export function makeMemoriesPreamble(
  renderer: Renderer,
  retrieved: readonly RetrievedEntry[],
  memoryTokens: Tokens,
  attachOver: Tokens,
): Preamble | null {
  // At most a part of a small window, whatever the policy says.
  const limit = Math.min(memoryTokens, attachOver / 4);
  const short = { ...renderer, preview: Math.min(renderer.preview, Math.floor(limit / 4)) };
  const shown: RetrievedEntry[] = [];
  const lines: string[] = [];
  let taken = 0;
  for (const each of retrieved) {
    const line = renderMemoryLine(short, each, limit / 2);
    const tokens = renderer.count(line) + 1;
    if (taken + tokens > limit) continue;
    taken += tokens;
    shown.push(each);
    lines.push(line);
  }
  if (lines.length === 0) return null;
  const seqs = shown.flatMap(({ seq }) => seq ?? []);
  const pointers = shown.flatMap(({ seq, pointer }) => (seq === null ? [pointer] : []));
  const sources = shown.flatMap(({ id, summarised }) => summarised ?? [id]);
  const lanes = [...new Set(shown.flatMap(({ lane }) => lane ?? []))];
  const from = { sources, ...(lanes.length === 0 ? {} : { lanes }) };
  return { layer: "memories", text: lines.join("\n"), ...from, seqs, pointers, reasons: shown.map(makeReason) };
}

export function makeReason({ pointer, lane, because }: RetrievedEntry): PreambleReason {
  return { pointer, because, ...(lane === null ? {} : { lane }) };
}

function renderMemoryLine(renderer: Renderer, each: RetrievedEntry, most: Tokens): string {
  const { by, at, lane, pointer, text, summarised } = each;
  const speaker = { role: by.role, ...(by.address === undefined ? {} : { who: renderer.name(by.address) }) };
  const attributes = {
    ...(summarised === undefined ? speaker : { what: "summary" }),
    at: renderer.time(at),
    ...(lane === null ? {} : { lane }),
    open: pointer,
  };
  const whole = renderer.whole(text);
  const isShort = whole !== null && renderer.tokens(text) <= most;
  return enclose("memory", attributes, isShort ? escapeText(whole) : renderEnds(renderer, text, { open: pointer }));
}
