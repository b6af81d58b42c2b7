import { ClewError } from "@clewline/core/errors.js";
import { type HostItem, readHostMessage } from "@clewline/core/log/host-message.js";
import { isSameJson } from "@clewline/text/json.js";

/** The SDK's report of a finished step. */
export interface FinishedStep {
  readonly content?: readonly unknown[];
  readonly response: { readonly messages: readonly unknown[] };
}

/** The SDK's report before the first call. */
export interface StepOpening {
  /** All that it would send. */
  readonly messages?: readonly unknown[];
  /** Since ai 7: the messages that the SDK added itself. Such an SDK lists in each step only that step's messages. */
  readonly responseMessages?: readonly unknown[];
}

/** Hands each finished step to `keep` once and in order, whichever callback brings it first. */
export interface StepLedger {
  /** Adds one more finished step. If it broke off after reasoning alone, it is not stored. */
  add(step: FinishedStep, isBroken: boolean): Promise<void>;
  /** All steps so far; those already kept are passed over. */
  upTo(steps: readonly FinishedStep[]): Promise<void>;
  /** Before the first call: keeps what the SDK added to what it was given, that is, the results of calls that were approved. */
  start(opening: StepOpening): Promise<void>;
  /** The messages of the newest step. */
  readonly newest: readonly unknown[];
}

/** `opening` is what the SDK was given to begin with; it is kept already. */
export function makeStepLedger(
  keep: (messages: readonly unknown[]) => Promise<void>,
  opening: readonly unknown[],
): StepLedger {
  const known: unknown[] = [];
  let kept = 0;
  let newest: readonly unknown[] = [];
  let listsOwnOnly = false;
  let queue: Promise<void> = Promise.resolve();

  const keepNext = async (step: FinishedStep, isBroken: boolean) => {
    const { messages } = step.response;
    const all = step.content?.length === 0 ? [] : listsOwnOnly ? messages : pickFreshMessages(messages, known);
    const fresh = isBroken && all.flatMap(readHostMessage).every(isThought) ? [] : all;
    try {
      await keep(fresh);
    } catch (error) {
      // It is in the log, as late: to hand it over again would double it.
      if (isRefusal(error)) pass(fresh);
      throw error;
    }
    newest = fresh;
    pass(fresh);
  };
  const pass = (fresh: readonly unknown[]) => {
    if (!listsOwnOnly) known.push(...fresh);
    kept += 1;
  };
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work);
    // A failed write must reach its caller, and must not block later writes.
    queue = done.catch(() => undefined);
    return done;
  };
  return {
    add: (step, isBroken) => inOrder(() => keepNext(step, isBroken)),
    upTo: (steps) =>
      inOrder(async () => {
        for (const step of steps.slice(kept)) await keepNext(step, false);
      }),
    start: ({ messages = [], responseMessages }) =>
      inOrder(async () => {
        listsOwnOnly = responseMessages !== undefined;
        const fresh = responseMessages ?? (opening.length === 0 ? [] : messages.slice(opening.length));
        if (fresh.length === 0) return;
        await keep(fresh);
        known.push(...fresh);
      }),
    get newest() {
      return newest;
    },
  };
}

function isThought(item: HostItem): boolean {
  return item.kind === "said" && item.parts.every(({ kind }) => kind === "reasoning");
}

function isRefusal(error: unknown): boolean {
  return error instanceof ClewError && error.code === "turn/not-running";
}

/** In ai 6 a step lists the messages of all steps so far, in early versions of ai 7 only its own. */
function pickFreshMessages(messages: readonly unknown[], known: readonly unknown[]): readonly unknown[] {
  const repeats =
    messages.length > known.length && known.every((message, index) => isSameJson(message, messages[index]));
  return repeats ? messages.slice(known.length) : messages;
}
