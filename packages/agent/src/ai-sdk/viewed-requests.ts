/** The requests of a turn, each made of a fresh view. */

import { ClewError } from "@clewline/core/errors.js";
import type { ToolSpec } from "@clewline/core/view/request.js";
import type { Refusal, ViewInput } from "@clewline/core/view/view-input.js";
import type { FittingView } from "@clewline/core/view/view-result.js";
import { isObject } from "@clewline/text/json.js";
import type { ToolSet } from "ai";
import type { SdkRequest } from "./prompt-of.js";
import { buildSdkRequest } from "./sdk-request.js";
import type { Steering } from "./steering.js";
import { listToolSpecs } from "./tool-specs.js";

/** The SDK's part of a request for a view. */
export type SdkInput = Pick<
  ViewInput<AbortSignal>,
  "tools" | "instructions" | "closing" | "refused" | "isBare" | "reducer"
>;

interface Viewing {
  readonly view: (input: SdkInput) => Promise<FittingView<readonly unknown[]>>;
  readonly given: Pick<SdkInput, "instructions" | "reducer">;
  readonly tools: ToolSet;
  readonly steering: Steering;
  /** An instruction at the end of the call at hand; null without one. */
  readonly closing: () => string | null;
}

export function makeViewedRequests({ view, given, tools, steering, closing }: Viewing) {
  let specs: Promise<readonly ToolSpec[]> | null = null;
  let free = 0;
  let isBare = false;
  let last: SdkRequest | null = null;
  const next = async (refused?: Refusal): Promise<SdkRequest> => {
    specs ??= listToolSpecs(tools);
    const words = closing();
    const more = { ...(words === null ? {} : { closing: words }), ...(refused === undefined ? {} : { refused }) };
    const made = await view({ tools: await specs, ...given, ...more, isBare });
    free = made.receipt.window - made.tokens;
    last = steering.restore(buildSdkRequest(made), made.messages);
    return last;
  };
  return {
    next,
    /** Without reasoning, for the rest of the turn; null if the last request had none to leave out. */
    async bare(): Promise<SdkRequest | null> {
      if (isBare || last === null || !last.messages.some(hasReasoning)) return null;
      isBare = true;
      return next();
    },
    /** The room that the last view leaves of its window. */
    free: () => free,
  };
}

/** Thoughts, and the seals that some providers put on calls. */
function hasReasoning(message: unknown): boolean {
  if (!isObject(message) || !Array.isArray(message.content)) return false;
  const parts = message.content.filter(isObject);
  return parts.some(
    ({ type, providerOptions }) =>
      type === "reasoning" || JSON.stringify(providerOptions ?? null).includes("thoughtSignature"),
  );
}

type GivenOptions = Readonly<Record<string, unknown>>;

export function readInstructions({ system, instructions }: GivenOptions): Pick<SdkInput, "instructions"> {
  const given = instructions ?? system;
  if (given === undefined || given === null) return {};
  if (typeof given === "string") return { instructions: given };
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const texts = list.map((each) => (typeof each === "string" ? each : isObject(each) ? each.content : null));
  if (texts.every((text) => typeof text === "string")) return { instructions: texts.join("\n\n") };
  throw new ClewError("options/bad", "system has something that is no text", {
    hint: "Give a text, or system messages whose content is a text",
  });
}
