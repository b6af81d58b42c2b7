/** A turn that this process answers: what it does is a sign of life, and its ending gives up its place. */
import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import { isOpen } from "@clewline/core/log/turn.js";
import type { ViewRequest } from "@clewline/core/view/view-input.js";
import type { Ending, OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { prepare } from "@clewline/engine/growth/prepare-candidate.js";
import { prepareDigests } from "@clewline/engine/growth/prepare-digests.js";
import type { AnswerRuntime } from "./answer-runtime.js";

/** The same turn, which keeps its place in the lane and prepares its next compaction behind the replies. */
export function keepAlive(
  { engine, activeTurns }: Pick<AnswerRuntime, "engine" | "activeTurns">,
  open: OpenTurn,
): OpenTurn {
  const { id, ref } = open.record;
  let fastModel: ViewRequest<AbortSignal>["fastModel"];
  const touch = () => {
    const { hosted, state } = open.record;
    if (!hosted && state === "running") activeTurns.active(engine, id, ref);
  };
  const touchAfter = async (work: Promise<void>) => {
    await activeTurns.during(work);
    touch();
  };
  return {
    handle: open.handle,
    repeated: open.repeated,
    because: open.because,
    text: open.text,
    answers: open.answers,
    get reply() {
      return open.reply;
    },
    get newest() {
      return open.newest;
    },
    get record() {
      return open.record;
    },
    get nearlyFull() {
      return open.nearlyFull;
    },
    get refusal() {
      return open.refusal;
    },
    reload: open.reload,
    start: (signal) => touchAfter(open.start(signal)),
    confirm: () => touchAfter(open.confirm()),
    async view(request) {
      fastModel = request.fastModel;
      const result = await activeTurns.during(open.view(request));
      touch();
      prepareBehind({ engine, activeTurns }, open);
      return result;
    },
    step: (messages) => touchAfter(open.step(messages)),
    addMessages: (messages) => touchAfter(open.addMessages(messages)),
    end: (ending) => endAndLeave({ engine, activeTurns }, open, ending, fastModel),
    called: open.called,
    compactNext: open.compactNext,
    sent: open.sent,
  };
}

/** The next compaction is prepared while nobody waits, if the last view of the turn was near to one. */
export function prepareBehind(
  { engine, activeTurns }: Pick<AnswerRuntime, "engine" | "activeTurns">,
  { nearlyFull, record: { ref } }: Pick<OpenTurn, "nearlyFull" | "record">,
): void {
  if (nearlyFull === null || (engine.fastModel === null && nearlyFull.fastModel === undefined)) return;
  activeTurns.behind(makeLaneAddress(ref), (signal) => prepare(engine, ref, nearlyFull, signal));
}

/** Past conversations are told by a model after the reply, where the policy tells them. */
export function tellBehind(
  { engine, activeTurns }: Pick<AnswerRuntime, "engine" | "activeTurns">,
  ref: LaneRef,
  fastModel: ViewRequest<AbortSignal>["fastModel"],
): void {
  if (engine.fastModel === null && fastModel === undefined) return;
  const input = { budget: engine.budget, ...(fastModel === undefined ? {} : { fastModel }) };
  activeTurns.behind(makeLaneAddress(ref), (signal) => prepareDigests(engine, ref, input, signal));
}

async function endAndLeave(
  { engine, activeTurns }: Pick<AnswerRuntime, "engine" | "activeTurns">,
  open: OpenTurn,
  ending: Ending,
  fastModel: ViewRequest<AbortSignal>["fastModel"],
): Promise<void> {
  const { id, ref } = open.record;
  try {
    await open.end(ending);
    activeTurns.ended(id);
    if (ending.state === "completed") tellBehind({ engine, activeTurns }, ref, fastModel);
  } catch (error) {
    // It has ended elsewhere, so there is nothing left to renew. After any other failure it may be tried again, and another
    // handle of this process may have the turn.
    if (isOver(error) && !isOpen(open.record.state)) activeTurns.ended(id);
    throw error;
  }
}

type Stop = Pick<Ending, "state" | "reason"> & Partial<Pick<Ending, "usage">>;

/** The first ending counts: a turn that has ended stays as it is. Throws `turn/not-running` while another answers it. */
export async function endOpen(open: OpenTurn, { state, reason, usage = null }: Stop): Promise<void> {
  if (!isOpen(open.record.state)) return;
  try {
    await open.end({ state, reason, reply: [], usage });
  } catch (error) {
    if (!isOver(error) || isOpen(open.record.state)) throw error;
  }
}

/** The same for a loop: where another answers the turn, it is left to that one. */
export async function endOnce(open: OpenTurn, stop: Stop): Promise<void> {
  try {
    await endOpen(open, stop);
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}

function isOver(error: unknown): boolean {
  return error instanceof ClewError && error.code === "turn/not-running";
}
