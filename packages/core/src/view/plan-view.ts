/** The fourth stage: what surrounds the units. */

import { makeBriefLine } from "@clewline/text/brief-line.js";
import { enclose, escapeText, fence } from "@clewline/text/fence.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import type { Tokens } from "../log/keys.js";
import type { Preamble } from "../log/turn.js";
import { listLayerNames, type Policy, readMemoryTokens } from "../policy/policy.js";
import { type Block, makeBlock, ours } from "./block.js";
import type { Past } from "./past/selected-past.js";
import { writeLegend } from "./plan/legend.js";
import { makeMemoriesPreamble } from "./plan/memories.js";
import { makeNowPreamble, makeReference } from "./plan/now.js";
import type { Plan } from "./plan/plan.js";
import { writeSearchFirst } from "./plan/search-first.js";
import { makeStandingBlocks } from "./plan/standing.js";
import { filterStandingPreambles } from "./preamble-blocks.js";
import { measureLongestNotice } from "./render/notice.js";
import { isBlank, makeTextPiece, type Renderer, renderEnds } from "./renderer.js";
import type { ToolSpec } from "./request.js";
import type { SettledLog } from "./settled-log.js";
import type { ReplyTarget, Snapshot } from "./snapshot.js";
import { measureLongestLabel } from "./units/message-labels.js";
import type { Overhead } from "./view.js";

/** Characters of what a turn was told to do. */
const taskLength = 200;

/** The message that is replied to, in its own words; by its ends if it is longer than `attachOver`. */
function makeQuotePreamble(renderer: Renderer, target: ReplyTarget, attachOver: Tokens): Preamble {
  const { origin, task } = target;
  const sources = [target.id, target.edit, task?.id].filter((id) => id !== undefined);
  const lanes = target.lane === undefined ? {} : { lanes: [target.lane] };
  const from = { ...(sources.length === 0 ? {} : { sources }), ...lanes };
  const attributes = {
    role: target.by.role,
    ...(target.by.address === undefined ? {} : { who: renderer.name(target.by.address) }),
    at: renderer.time(target.at),
    ...(origin === undefined ? {} : { origin }),
    ...(task === undefined ? {} : { task: makeBriefLine(task.text, taskLength) }),
  };
  const whole = renderer.whole(target.text);
  if (whole !== null && renderer.tokens(target.text) <= attachOver)
    return { layer: "quote", text: fence("quote", attributes, whole), ...from };
  const short = { ...renderer, preview: Math.min(renderer.preview, Math.floor(attachOver / 2)) };
  const text = enclose("quote", attributes, renderEnds(short, target.text, { open: target.pointer }));
  return { layer: "quote", text, ...from, pointer: target.pointer };
}

type PlanInput = Pick<
  Snapshot,
  | "turn"
  | "instructions"
  | "persona"
  | "standing"
  | "pinned"
  | "tools"
  | "explainsMarks"
  | "replyTarget"
  | "repliesToUnknown"
  | "retrieved"
  | "goneElsewhere"
  | "closing"
  | "zone"
  | "last"
>;

export function planView(
  log: SettledLog,
  { asked }: Past,
  seen: PlanInput,
  { renderer, policy }: { readonly renderer: Renderer; readonly policy: Policy },
): Plan {
  const { replyTarget, goneElsewhere = new Set(), closing, zone, repliesToUnknown = false } = seen;
  const { turn: begun } = seen;
  const { entries } = log;
  const withdrawn = new Set([...log.withdrawn, ...goneElsewhere]);
  return {
    pinned: [
      ...makePinnedBlocks(renderer, policy, seen),
      ...makeLegendBlocks(renderer, policy, seen),
      ...makeStandingBlocks(renderer, seen.standing, seen.tools),
    ],
    overheads: countFixedOverheads(renderer, seen.tools),
    historyNotes: makeHistoryNotes(renderer, policy),
    closing: closing === undefined ? [] : [makeClosingBlock(renderer, closing)],
    notice: measureLongestNotice(renderer, seen.last) + measureLongestLabel(renderer, policy, entries),
    reference:
      begun === null
        ? null
        : (begun.reference ?? makeReference(renderer, { turn: begun, target: replyTarget, repliesToUnknown, entries })),
    preambles({ quoting, remembering, turn, hidden }) {
      if (turn === null) return [];
      const kept = filterStandingPreambles(turn.asides, withdrawn).filter(
        ({ layer }) => remembering || layer !== "memories",
      );
      const fresh = {
        memories: () =>
          remembering ? makeMemoriesPreamble(renderer, seen, readMemoryTokens(policy) ?? 0, turn.attachOver) : null,
        quote: () =>
          quoting && replyTarget !== null ? makeQuotePreamble(renderer, replyTarget, turn.attachOver) : null,
        now: () => {
          const target = quoting ? null : replyTarget;
          return makeNowPreamble(renderer, {
            turn,
            target,
            repliesToUnknown,
            withdrawn,
            zone,
            policy,
            entries,
            hidden,
            asked,
          });
        },
      };
      return listLayerNames(policy).flatMap((layer) => {
        if (layer !== "memories" && layer !== "quote" && layer !== "now") return [];
        return kept.find((sent) => sent.layer === layer) ?? fresh[layer]() ?? [];
      });
    },
  };
}

/** The builder's own words are never shortened. Those of his files were fitted before. */
function makePinnedBlocks(
  renderer: Renderer,
  { layers }: Policy,
  { instructions, persona, pinned }: Pick<Snapshot, "instructions" | "persona" | "pinned">,
): readonly Block[] {
  const { identity = "", runtime = "", skills = "" } = pinned ?? {};
  const texts = { instructions: [instructions, runtime], persona: [identity, persona], skills: [skills] };
  const placed = layers.filter((layer) => layer === "instructions" || layer === "persona");
  return [...placed, "skills" as const].flatMap((layer) =>
    texts[layer]
      .filter((text) => !isBlank(text))
      .map((text) => makeBlock(layer, "system", ours, [makeTextPiece(renderer, escapeText(text))])),
  );
}

/**
 * Beside the time or a tool of ours, on every call or on none: explained only where the first mark stands, it would come between a call and
 * what the provider has read.
 */
function makeLegendBlocks(
  renderer: Renderer,
  policy: Policy,
  { explainsMarks = false, tools }: Pick<Snapshot, "explainsMarks" | "tools">,
): readonly Block[] {
  const search = writeSearchFirst(tools);
  if (!explainsMarks || (search.length === 0 && !policy.layers.includes("now"))) return [];
  const text = [writeLegend(policy, tools), ...search].join(" ");
  return [makeBlock("marks", "system", ours, [makeTextPiece(renderer, text)])];
}

const requestFraming: Tokens = 3;

function countFixedOverheads(renderer: Renderer, tools: readonly ToolSpec[]): readonly Overhead[] {
  const counted = tools.reduce((total, tool) => total + renderer.count(encodeCanonicalJson(tool)) + requestFraming, 0);
  return [
    { name: "tools", tokens: counted },
    { name: "request", tokens: requestFraming },
  ];
}

const pastWords = "This happened already, as its times say: it is for reference, not to be done or said again.";

function makeHistoryNotes(renderer: Renderer, { history }: Policy): readonly Block[] {
  if (history.form !== "tagged") return [];
  return [makeBlock("recent", "user", ours, [makeTextPiece(renderer, fence("history", {}, pastWords))])];
}

function makeClosingBlock(renderer: Renderer, words: string): Block {
  const block = makeBlock("now", "user", ours, [makeTextPiece(renderer, fence("closing", {}, words))]);
  return { ...block, volatile: true };
}
