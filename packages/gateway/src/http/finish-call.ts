/** The end of a call: what it cost and what was answered are kept, as far as the log takes it. */
import type { Binding } from "@clewline/core/model/reasoning/bound-thoughts.js";
import { runSteps } from "@clewline/platform/let-loop-pass.js";
import { describeError } from "@clewline/text/error-text.js";
import type { BoundRequest } from "../bound/bound-request.js";
import type { AnswerEnd } from "../turn/end-list.js";
import type { ListTurn } from "../turn/list-turn.js";
import { openGuardedReader } from "../wire/guard-reader.js";
import type { ReplyForm, ReplyReader, Wire, WireMessage } from "../wire/wire.js";
import type { Alarm } from "./alarms.js";
import { keepMs, LateError, withDeadline } from "./deadline.js";
import type { WatchedCall } from "./watch-call.js";

/** A call that is answered, or given up. */
export interface AnsweredCall {
  readonly wire: Wire;
  /** Aborts when the client leaves. */
  readonly left: AbortSignal;
  /** Called with the name of the answer that the client has, where it has one, and with the provider's own. */
  readonly answered: (id: string, own: string) => void;
  readonly alarm: Alarm;
}

export interface FinishedCall {
  readonly bound?: BoundRequest | null;
  /** The answer that the client has heard, where that is another. */
  readonly shown?: ReplyReader | null;
}

/** The bonds of an answer's reasoning; none where nothing is bound. */
export async function bindReply(bound: BoundRequest | null, reply: WireMessage | null): Promise<readonly Binding[]> {
  return bound === null || reply === null ? [] : runSteps(bound.bind(reply.original));
}

export function openReader({ wire, alarm }: AnsweredCall, form: ReplyForm): ReplyReader {
  const tell = (error: unknown) =>
    alarm("fault", `an answer could not be read, and passed on as it came: ${describeError(error)}`);
  return openGuardedReader(wire, form, tell);
}

/** The client hears nothing of a failed write: its next list brings the answer again. */
export async function finishQuietly(
  { answered, alarm }: AnsweredCall,
  turn: ListTurn,
  {
    reader,
    end,
    bound = null,
    shown = reader,
  }: FinishedCall & { readonly reader: ReplyReader | null; readonly end: AnswerEnd },
): Promise<void> {
  const keep = async () => {
    const id = shown?.id ?? null;
    if (id !== null) answered(id, reader?.id ?? id);
    const reply = reader?.message() ?? null;
    const heard = shown === reader ? reply : (shown?.message() ?? null);
    await turn.finish(reply, end, {
      id,
      shown: heard,
      bound: await bindReply(bound, reply),
    });
  };
  const tell = (error: unknown) =>
    alarm("fault", `an answer in ${turn.ref.session} is not in the log yet: ${describeError(error)}`);
  const kept = keep().catch(tell);
  try {
    await withDeadline(kept, keepMs);
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    // It is still being kept.
  }
}

/** After a fault of the client or the provider: what breaks off once the client has left, breaks off for that. */
export function pickEnd({ left }: Pick<AnsweredCall, "left">): AnswerEnd {
  return left.aborted ? "left" : "failed";
}

export function describeFailure(
  { left }: Pick<AnsweredCall, "left">,
  reason: string,
): Parameters<WatchedCall["ended"]> {
  return left.aborted ? ["stopped", { failed: "the client left" }] : ["failed", { failed: reason }];
}
