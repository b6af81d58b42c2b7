/** The fourth stage: what stands around the units. */

import type { Tokens } from "../log/keys.js";
import { layerNames, memoryTokensOf, type Policy } from "../policy/policy.js";
import { escapeText, fence } from "../text/fence.js";
import { canonical } from "../text/json.js";
import { type Block, blockOf, ours } from "./block.js";
import type { Past } from "./past/selected-past.js";
import { memoriesOf } from "./plan/memories.js";
import { nowOf } from "./plan/now.js";
import type { Plan } from "./plan/plan.js";
import { quoteOf } from "./plan/quote.js";
import { standingPreambles } from "./preamble-blocks.js";
import { longestNotice } from "./render/notice.js";
import { isBlank, type Renderer, textPiece } from "./renderer.js";
import type { ToolSpec } from "./request.js";
import type { SettledLog } from "./settled-log.js";
import type { Snapshot } from "./snapshot.js";
import type { Overhead } from "./view.js";

type Seen = Pick<
  Snapshot,
  "instructions" | "persona" | "tools" | "replyTarget" | "retrieved" | "goneElsewhere" | "closing" | "zone" | "last"
>;

export function planView(
  log: SettledLog,
  { asked }: Past,
  seen: Seen,
  { renderer, policy }: { readonly renderer: Renderer; readonly policy: Policy },
): Plan {
  const { replyTarget, retrieved, goneElsewhere = new Set(), closing, zone } = seen;
  const withdrawn = new Set([...log.withdrawn, ...goneElsewhere]);
  return {
    pinned: pinnedBlocks(renderer, policy, seen),
    overheads: fixedOverheads(renderer, seen.tools),
    historyNotes: historyNotes(renderer, policy),
    closing: closing === undefined ? [] : [closingBlock(renderer, closing)],
    notice: longestNotice(renderer, seen.last),
    preambles({ quoting, remembering, turn, hidden }) {
      if (turn === null) return [];
      const kept = standingPreambles(turn.asides, withdrawn).filter(({ layer }) => remembering || layer !== "memories");
      const fresh = {
        memories: () =>
          remembering ? memoriesOf(renderer, retrieved, memoryTokensOf(policy) ?? 0, turn.attachOver) : null,
        quote: () => (quoting && replyTarget !== null ? quoteOf(renderer, replyTarget, turn.attachOver) : null),
        now: () => {
          const target = quoting ? null : replyTarget;
          return nowOf(renderer, { turn, target, withdrawn, zone, policy, entries: log.entries, hidden, asked });
        },
      };
      return layerNames(policy).flatMap((layer) => {
        if (layer !== "memories" && layer !== "quote" && layer !== "now") return [];
        return kept.find((sent) => sent.layer === layer) ?? fresh[layer]() ?? [];
      });
    },
  };
}

/** The builder's own words are always whole: nobody wants half of an instruction. */
function pinnedBlocks(
  renderer: Renderer,
  { layers }: Policy,
  { instructions, persona }: Pick<Snapshot, "instructions" | "persona">,
): readonly Block[] {
  const texts = { instructions, persona };
  return layers.flatMap((layer) => {
    if (layer !== "instructions" && layer !== "persona") return [];
    if (isBlank(texts[layer])) return [];
    return [blockOf(layer, "system", ours, [textPiece(renderer, escapeText(texts[layer]))])];
  });
}

/** What providers put around every request. */
const requestFraming: Tokens = 3;

function fixedOverheads(renderer: Renderer, tools: readonly ToolSpec[]): readonly Overhead[] {
  const counted = tools.reduce((total, tool) => total + renderer.count(canonical(tool)) + requestFraming, 0);
  return [
    { name: "tools", tokens: counted },
    { name: "request", tokens: requestFraming },
  ];
}

const pastWords = "This happened already, as its times say: it is for reference, not to be done or said again.";

function historyNotes(renderer: Renderer, { history }: Policy): readonly Block[] {
  if (history.form !== "tagged") return [];
  return [blockOf("recent", "user", ours, [textPiece(renderer, fence("history", {}, pastWords))])];
}

function closingBlock(renderer: Renderer, words: string): Block {
  return blockOf("now", "user", ours, [textPiece(renderer, fence("closing", {}, words))], true);
}
