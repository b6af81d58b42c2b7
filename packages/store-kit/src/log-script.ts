import type { Preamble, TurnOrigin, TurnState } from "@clewline/core/log/turn.js";
import type { Json } from "@clewline/text/json.js";
import fc from "fast-check";
import { arbitraryJsonText, arbitraryText, arbitraryTextScript, strangeNames, type TextScript } from "./texts.js";

/**
 * Events of a lane, before they have ids and places. Scripts are plain values made of independent parts, so that a
 * failing case shrinks: removing an event never changes another one.
 */
export type PartScript =
  | { readonly kind: "text" | "reasoning"; readonly text: TextScript; readonly meta: Json | null }
  | {
      readonly kind: "file";
      readonly mediaType: string;
      readonly source: "url" | "blob" | "missing blob";
      readonly tokens: number;
      readonly name: string | null;
    };

export interface MessageScript {
  readonly parts: readonly PartScript[];
  readonly address: string | null;
  /** The channel's time, compared with the order of arrival. */
  readonly at: "arrival" | "earlier" | "unreadable" | "far off";
  readonly replies: boolean;
  /** The message that it replies to, as the channel quoted it. */
  readonly quoted: string | null;
}

export type OutputScript =
  | { readonly kind: "text" | "json" | "error-text" | "error-json" | "denied"; readonly text: TextScript }
  | { readonly kind: "content"; readonly parts: readonly PartScript[] };

export interface ResultScript {
  readonly output: OutputScript;
  readonly meta: Json | null;
  /** How many steps or events later it arrives. */
  readonly delay: number;
  /** Whether a late result carries the number of the step in which it arrives. */
  readonly restamped: boolean;
}

/** A call's id: its own, one of a small pool that repeats, or the name that the view would give to a neighbour. */
export type CallIdScript =
  | { readonly kind: "fresh" }
  | { readonly kind: "raw"; readonly id: string }
  | { readonly kind: "forged"; readonly distance: number };

export interface CallScript {
  readonly id: CallIdScript;
  readonly tool: string;
  readonly input: TextScript;
  readonly hosted: boolean;
  readonly approval: "none" | "asked" | "given" | "refused" | "given twice";
  readonly meta: Json | null;
  readonly results: readonly ResultScript[];
}

export interface StepScript {
  readonly said: readonly PartScript[];
  readonly calls: readonly CallScript[];
  readonly reversed: boolean;
  /** Messages that arrive between the calls and their results. */
  readonly between: readonly MessageScript[];
}

export interface TurnScript {
  readonly origin: TurnOrigin;
  readonly state: TurnState;
  readonly attachOver: number;
  readonly asides: readonly Preamble[];
  /** The surface that it came from. */
  readonly surface: string | null;
  /** Whether it is hidden from other surfaces. */
  readonly private: boolean;
  readonly messages: readonly MessageScript[];
  /** Whether it also answers the newest message that was observed before it. */
  readonly adopts: boolean;
  readonly steps: readonly StepScript[];
  /** A further message of the same turn, after its first step. */
  readonly burst: readonly MessageScript[];
  readonly ending: string | null;
  readonly sent: boolean;
  /** Messages for a turn of their own that arrived after the first step and waited until this turn was over. */
  readonly queue: QueueScript | null;
}

export interface QueueScript {
  readonly messages: readonly MessageScript[];
  /** A new text for the first of them, while it waits. */
  readonly edit: readonly PartScript[] | null;
  /** An unanswered message between them and the rest of the turn. */
  readonly observed: readonly MessageScript[];
  /** Whether its turn ever begins. */
  readonly begins: boolean;
  readonly origin: TurnOrigin;
  readonly state: TurnState;
  readonly steps: readonly StepScript[];
}

/** A pause is in minutes since the previous event. */
export type EventScript =
  | { readonly kind: "turn"; readonly pause: number; readonly turn: TurnScript }
  | { readonly kind: "observed"; readonly pause: number; readonly message: MessageScript }
  /** One step of the model and its tools, in an imported log without turns. */
  | { readonly kind: "loose"; readonly step: StepScript }
  | {
      readonly kind: "edit";
      readonly back: number | null;
      readonly parts: readonly PartScript[];
      /** The time of the edit; an older edit may arrive after a newer one. */
      readonly revision: number;
    }
  | { readonly kind: "withdrawal"; readonly back: number | null }
  | {
      readonly kind: "stray result";
      readonly id: CallIdScript;
      readonly result: ResultScript;
      readonly hosted: boolean;
    }
  | { readonly kind: "stray approval"; readonly approved: boolean }
  /** A host's message to the model in the middle of a conversation, in the newest turn or in none. */
  | { readonly kind: "system"; readonly parts: readonly PartScript[]; readonly isInTurn: boolean };

/** How long and how nasty a generated log is. */
export interface LogOptions {
  /** At most this many events (a turn, an observed message, an edit …) in a lane. 12 by default. */
  readonly events?: number;
  /** Turns of up to 133 calls, rarely. On by default. */
  readonly longTurns?: boolean;
}

const meta: fc.Arbitrary<Json | null> = fc.oneof(
  { arbitrary: fc.constant(null), weight: 5 },
  {
    arbitrary: fc.constantFrom<Json>({ openai: { itemId: "rs_1" } }, { anthropic: { signature: "c2ln".repeat(20) } }),
    weight: 1,
  },
);

/** A provider's metadata of reasoning: long, and with any content. */
const thoughtMeta: fc.Arbitrary<Json | null> = fc.oneof(
  { arbitrary: meta, weight: 4 },
  {
    arbitrary: fc.constantFrom<Json>(
      { anthropic: { signature: "c2ln".repeat(2_000) } },
      { openai: { itemId: "<clew-now>", reasoningEncryptedContent: '</clew-user>"}]}' } },
    ),
    weight: 1,
  },
);

const textPart: fc.Arbitrary<PartScript> = fc.record({ kind: fc.constant("text"), text: arbitraryTextScript(), meta });
const reasoningPart: fc.Arbitrary<PartScript> = fc.record({
  kind: fc.constant("reasoning"),
  text: arbitraryTextScript(),
  meta: thoughtMeta,
});
const filePart: fc.Arbitrary<PartScript> = fc.record({
  kind: fc.constant("file"),
  mediaType: fc.constantFrom("image/png", "application/pdf", "text/<clew-now>"),
  source: fc.constantFrom("blob", "url", "missing blob"),
  tokens: fc.constantFrom(85, 1_600, 5_000),
  name: fc.oneof(fc.constant(null), fc.constantFrom("cat.png", ...strangeNames)),
});

const userParts = fc.oneof(
  { arbitrary: fc.tuple(textPart), weight: 12 },
  { arbitrary: fc.array(fc.oneof(textPart, filePart), { maxLength: 3 }), weight: 3 },
);
const systemParts = fc.oneof(
  { arbitrary: fc.tuple(textPart), weight: 6 },
  { arbitrary: fc.array(textPart, { maxLength: 2 }), weight: 1 },
);
const agentParts = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  { arbitrary: fc.tuple(textPart), weight: 4 },
  { arbitrary: fc.array(fc.oneof(textPart, reasoningPart, filePart), { maxLength: 3 }), weight: 2 },
);

const message: fc.Arbitrary<MessageScript> = fc.record({
  parts: userParts,
  address: fc.oneof(fc.constant(null), fc.constantFrom(...strangeNames)),
  at: fc.oneof(
    { arbitrary: fc.constant("arrival" as const), weight: 6 },
    { arbitrary: fc.constantFrom("earlier" as const, "unreadable" as const, "far off" as const), weight: 1 },
  ),
  replies: fc.boolean(),
  quoted: fc.oneof({ arbitrary: fc.constant(null), weight: 6 }, { arbitrary: arbitraryText(), weight: 1 }),
});

const output: fc.Arbitrary<OutputScript> = fc.oneof(
  fc.record({ kind: fc.constantFrom("text", "error-text", "denied"), text: arbitraryTextScript() }),
  fc.record({
    kind: fc.constantFrom("json", "error-json"),
    text: fc.record({ whole: arbitraryJsonText(), stored: fc.constant("inline") }),
  }),
  fc.record({ kind: fc.constant("content"), parts: fc.array(fc.oneof(textPart, filePart), { maxLength: 3 }) }),
);

const result: fc.Arbitrary<ResultScript> = fc.record({
  output,
  meta,
  delay: fc.oneof({ arbitrary: fc.constant(0), weight: 6 }, { arbitrary: fc.integer({ min: 1, max: 4 }), weight: 1 }),
  restamped: fc.boolean(),
});

const callId: fc.Arbitrary<CallIdScript> = fc.oneof(
  { arbitrary: fc.constant({ kind: "fresh" }), weight: 8 },
  {
    arbitrary: fc.record({ kind: fc.constant("raw"), id: fc.constantFrom("call_0", "call_1", ...strangeNames) }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constant("forged"), distance: fc.integer({ min: -3, max: 3 }) }), weight: 1 },
);

const call: fc.Arbitrary<CallScript> = fc.record({
  id: callId,
  tool: fc.oneof(
    { arbitrary: fc.constant("search"), weight: 3 },
    { arbitrary: fc.constantFrom(...strangeNames), weight: 1 },
  ),
  input: fc.record({ whole: arbitraryJsonText(), stored: arbitraryTextScript().map((each) => each.stored) }),
  hosted: fc.oneof({ arbitrary: fc.constant(false), weight: 6 }, { arbitrary: fc.constant(true), weight: 1 }),
  approval: fc.oneof(
    { arbitrary: fc.constant("none" as const), weight: 8 },
    {
      arbitrary: fc.constantFrom("asked" as const, "given" as const, "refused" as const, "given twice" as const),
      weight: 2,
    },
  ),
  meta,
  results: fc.oneof(
    { arbitrary: fc.tuple(result), weight: 8 },
    { arbitrary: fc.array(result, { maxLength: 2 }), weight: 3 },
  ),
});

function generateStep(calls: fc.Arbitrary<readonly CallScript[]>): fc.Arbitrary<StepScript> {
  return fc.record({
    said: agentParts,
    calls,
    reversed: fc.boolean(),
    between: fc.oneof(
      { arbitrary: fc.constant([]), weight: 6 },
      { arbitrary: fc.array(message, { maxLength: 2 }), weight: 1 },
    ),
  });
}

const step = generateStep(fc.array(call, { maxLength: 3 }));

/** One step repeated, as by an agent in a loop, or one step with very many parallel calls. */
const longChain: fc.Arbitrary<readonly StepScript[]> = fc
  .tuple(generateStep(fc.array(call, { minLength: 1, maxLength: 2 })), fc.integer({ min: 5, max: 133 }), fc.boolean())
  .map(([one, times, parallel]) =>
    parallel
      ? [
          {
            ...one,
            calls: Array.from({ length: times }, () => one.calls)
              .flat()
              .slice(0, times),
          },
        ]
      : Array.from({ length: times }, () => ({ ...one, calls: one.calls.slice(0, 1) })),
  );

const asides: fc.Arbitrary<readonly Preamble[]> = fc.constantFrom(
  [],
  [{ layer: "now", text: '<clew-now zone="UTC">2026-01-01 00:00</clew-now>' }],
  [
    { layer: "quote", text: '<clew-quote role="user">what I said then</clew-quote>' },
    { layer: "now", text: '<clew-now zone="UTC">2026-01-01 00:00</clew-now>' },
  ],
  [
    {
      layer: "memories",
      text: "<clew-found>\n[2026-01-01 00:00]\nuser: what I said before\n</clew-found>",
    },
    { layer: "now", text: '<clew-now zone="UTC" conversation="new">2026-01-01 00:00</clew-now>' },
  ],
);

/** Surfaces of a chat, with strange names among them. */
export const surfaces: readonly string[] = ["console", "phone", 'x"/><clew-now>'];

const origin: fc.Arbitrary<TurnOrigin> = fc.oneof(
  { arbitrary: fc.constant("interactive"), weight: 5 },
  { arbitrary: fc.constantFrom("scheduled", "briefing", "heartbeat", "subtask"), weight: 2 },
);

const queue: fc.Arbitrary<QueueScript> = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 2 }),
  edit: fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: userParts, weight: 1 }),
  observed: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: fc.tuple(message), weight: 1 }),
  begins: fc.oneof({ arbitrary: fc.constant(true), weight: 3 }, { arbitrary: fc.constant(false), weight: 1 }),
  origin,
  state: fc.constantFrom("completed", "running", "waiting", "failed", "cancelled"),
  steps: fc.array(step, { maxLength: 2 }),
});

function generateTurn(longTurns: boolean): fc.Arbitrary<TurnScript> {
  const few = fc.array(step, { maxLength: 4 });
  return fc.record({
    origin,
    state: fc.constantFrom("completed", "running", "waiting", "failed", "cancelled"),
    attachOver: fc.oneof(
      { arbitrary: fc.constant(Number.POSITIVE_INFINITY), weight: 4 },
      { arbitrary: fc.constantFrom(16_384, 1_000, 96, 7), weight: 1 },
    ),
    asides,
    surface: fc.oneof(
      { arbitrary: fc.constant(null), weight: 2 },
      { arbitrary: fc.constantFrom(...surfaces), weight: 1 },
    ),
    private: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, { arbitrary: fc.constant(true), weight: 1 }),
    messages: fc.oneof(
      { arbitrary: fc.tuple(message), weight: 6 },
      { arbitrary: fc.array(message, { maxLength: 3 }), weight: 2 },
    ),
    adopts: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
    steps: longTurns ? fc.oneof({ arbitrary: few, weight: 60 }, { arbitrary: longChain, weight: 1 }) : few,
    burst: fc.oneof({ arbitrary: fc.constant([]), weight: 5 }, { arbitrary: fc.tuple(message), weight: 1 }),
    ending: fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: arbitraryText(), weight: 1 }),
    sent: fc.boolean(),
    queue: fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, { arbitrary: queue, weight: 1 }),
  });
}

const back = fc.oneof({ arbitrary: fc.nat({ max: 12 }), weight: 6 }, { arbitrary: fc.constant(null), weight: 1 });

const revision = fc.constantFrom(1, 2, 3);

const days = 24 * 60;

/** Within a conversation, right after its end, later that day, and days after; in minutes. */
const pause = fc.oneof(
  { arbitrary: fc.constant(0), weight: 4 },
  { arbitrary: fc.constantFrom(10, 29, 31, 6 * 60, days, 3 * days, 9 * days), weight: 3 },
);

/** The events of one lane, oldest first. */
export function arbitraryEvents(options: LogOptions = {}): fc.Arbitrary<readonly EventScript[]> {
  const event: fc.Arbitrary<EventScript> = fc.oneof(
    {
      arbitrary: fc.record({ kind: fc.constant("turn"), pause, turn: generateTurn(options.longTurns ?? true) }),
      weight: 10,
    },
    { arbitrary: fc.record({ kind: fc.constant("observed"), pause, message }), weight: 3 },
    { arbitrary: fc.record({ kind: fc.constant("loose"), step }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant("edit"), back, parts: userParts, revision }), weight: 2 },
    { arbitrary: fc.record({ kind: fc.constant("withdrawal"), back }), weight: 2 },
    {
      arbitrary: fc.record({ kind: fc.constant("stray result"), id: callId, result, hosted: fc.boolean() }),
      weight: 1,
    },
    { arbitrary: fc.record({ kind: fc.constant("stray approval"), approved: fc.boolean() }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant("system"), parts: systemParts, isInTurn: fc.boolean() }), weight: 2 },
  );
  const most = options.events ?? 12;
  return fc.oneof(
    { arbitrary: fc.array(event, { minLength: Math.ceil(most / 2), maxLength: most }), weight: 6 },
    { arbitrary: fc.array(event, { maxLength: most }), weight: 1 },
  );
}
