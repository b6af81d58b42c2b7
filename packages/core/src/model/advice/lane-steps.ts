/** Lists the events of a lane that affect the cost of its calls. */
import type { EntryId, Instant, Tokens } from "../../log/keys.js";
import type { ModelFacts } from "../facts/model-facts.js";
import type { SpentTokens } from "../prices.js";

/** Something that is sent with every call after it, until it leaves. */
interface SentItem {
  readonly kind: "item";
  readonly id: EntryId;
  readonly tokens: Tokens;
  /** The tool that returned it, or that got it as a long input; null for all else. */
  readonly tool: string | null;
  /** Set if a model wrote it: it is sent from the call after its own on. */
  readonly isOutput: boolean;
  /** The call that it is or answers; null for all else. */
  readonly call: string | null;
}

/** One request to a model, with its provider's counters. */
export interface CountedCall {
  readonly kind: "call";
  readonly at: Instant;
  readonly model: string | null;
  readonly facts: ModelFacts;
  readonly spent: SpentTokens;
  /** How long its provider was asked to cache the request. */
  readonly keptMs?: number;
  /** The number of its tokens for instructions and tools, if its view records it. */
  readonly around?: Tokens;
}

export type LaneStep =
  | SentItem
  | CountedCall
  /** It is no longer sent. */
  | { readonly kind: "gone"; readonly id: EntryId }
  /** Everything so far was summarised. */
  | { readonly kind: "compacted" };

/** A call with the items of the lane that it sent. */
export interface CallContext extends CountedCall {
  /** The entries that it sent, by our estimate. */
  readonly estimated: Tokens;
  /** How often the lane was compacted before it. */
  readonly compactions: number;
}

/** An item, and the calls that sent it: from the first to the one before `to`, by their places. */
interface ItemStay {
  readonly item: SentItem;
  readonly from: number;
  readonly to: number;
}

export interface LaneCalls {
  readonly calls: readonly CallContext[];
  readonly stays: readonly ItemStay[];
}

/** The calls of a lane and the items that they sent. A model's own words are sent from its next call on. */
export function followLane(steps: readonly LaneStep[]): LaneCalls {
  const calls: CallContext[] = [];
  const stays: ItemStay[] = [];
  const shown = new Map<EntryId, { readonly item: SentItem; readonly from: number }>();
  const written = new Map<EntryId, SentItem>();
  let [estimated, compactions] = [0, 0];
  const enter = (item: SentItem) => {
    shown.set(item.id, { item, from: calls.length });
    estimated += item.tokens;
  };
  const leave = (id: EntryId) => {
    const stay = shown.get(id);
    if (stay !== undefined) {
      stays.push({ ...stay, to: calls.length });
      estimated -= stay.item.tokens;
    }
    shown.delete(id);
    written.delete(id);
  };
  for (const step of steps) {
    switch (step.kind) {
      case "item": {
        const answersOwn = step.call !== null && [...written.values()].some(({ call }) => call === step.call);
        if (step.isOutput || answersOwn) written.set(step.id, step);
        else enter(step);
        break;
      }
      case "gone":
        leave(step.id);
        break;
      case "compacted":
        for (const id of [...shown.keys()]) leave(id);
        written.clear();
        compactions += 1;
        break;
      case "call":
        calls.push({ ...step, estimated, compactions });
        for (const item of written.values()) enter(item);
        written.clear();
        break;
      default:
        step satisfies never;
    }
  }
  for (const id of [...shown.keys()]) leave(id);
  return { calls, stays };
}
