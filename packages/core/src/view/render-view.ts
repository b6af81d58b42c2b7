/** The last stage: blocks, bytes and verdicts. */

import { defer } from "@clewline/text/defer.js";
import type { Steps } from "@clewline/text/steps.js";
import type { Tokens } from "../log/keys.js";
import type { Hash } from "../log/pointer.js";
import type { Preamble, TurnRecord } from "../log/turn.js";
import { listLayerNames, type Policy } from "../policy/policy.js";
import { messageFraming, sumTokens } from "./block.js";
import type { Plan } from "./plan/plan.js";
import { makePreambleBlocks } from "./preamble-blocks.js";
import { drawSummaries } from "./reduce/ground.js";
import type { ReducedView } from "./reduced.js";
import { makeAccount } from "./render/account.js";
import { makeRecentBlocks } from "./render/blocks.js";
import { leaveUnbound, noteUnbound } from "./render/bound-blocks.js";
import { countBlockMessages, layOut, makeRequest } from "./render/layout.js";
import type { Renderer } from "./renderer.js";
import type { Snapshot } from "./snapshot.js";
import { nameCalls } from "./units/pairs.js";
import type { Overhead, View } from "./view.js";

export interface RenderInput {
  readonly reduced: ReducedView;
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly window: Tokens;
  readonly renderer: Renderer;
  readonly hash: Hash;
}

export function* renderView(given: RenderInput): Steps<View> {
  const { reduced, plan, snapshot, policy, window, renderer, hash } = given;
  const { ground, entries, epoch, summary } = reduced;
  const { count } = renderer;
  const account = yield* makeAccount({ reduced, snapshot, policy, window, renderer });
  const layers = listLayerNames(policy);
  const isEarly = ({ layer }: Preamble) => layers.indexOf(layer) < layers.indexOf("recent");
  const names = nameCalls(entries, (seq) => `call_${renderer.pointer("e", seq).slice(6)}`);
  yield;
  const recent = yield* makeRecentBlocks(renderer, policy, account, {
    // Most volatile blocks come right before the message; a policy may place some before the recent messages.
    preambles: makePreambleBlocks(
      renderer,
      ground.preambles.filter((preamble) => !isEarly(preamble)),
    ),
    historyNotes: plan.historyNotes,
    callNames: names,
    turn: ground.turn,
  });
  const drawn = [
    ...plan.pinned,
    ...drawSummaries(renderer, { summary, digests: ground.digests }, policy, snapshot.cleared),
    ...makePreambleBlocks(renderer, ground.preambles.filter(isEarly)),
    ...recent,
    ...plan.closing,
  ];
  const { blocks, left, standing } = yield* leaveUnbound(drawn, snapshot, { hash, count });
  const framing: Overhead = { name: "message framing", tokens: countBlockMessages(blocks) * messageFraming };
  const overheads = [...plan.overheads, framing];
  yield;
  const pieces = yield* layOut(snapshot.tools, blocks);
  const request = defer(() => makeRequest(snapshot.tools, blocks));
  return {
    get request() {
      return request();
    },
    pieces,
    blocks,
    overheads,
    tokens: sumTokens(blocks) + sumTokens(overheads),
    verdicts: noteUnbound(account.verdicts, left, snapshot, renderer),
    standing,
    epoch,
    summary,
    compacted: reduced.compacted,
    asides: ground.preambles,
    turn: addReference(ground.turn, plan.reference),
    units: reduced.units,
    scheduled: reduced.scheduled,
    leaving: reduced.leaving,
  };
}

function addReference(turn: TurnRecord | null, reference: Preamble | null): TurnRecord | null {
  return turn === null || reference === null ? turn : { ...turn, reference };
}
