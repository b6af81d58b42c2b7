/** What a host does with a log, generated, and every view that it was handed on the way. */

import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { sha256 } from "@clewline/platform/crypto.js";
import type { Clew, Turn, ViewResult } from "clewline";
import fc from "fast-check";
import { expect } from "vitest";

/** Numbers are taken modulo what there is, so that a shrunken history still means something. */
export type Verb =
  | ({
      readonly do: "turn";
      readonly steps: readonly Step[];
      readonly ending: Ending;
      readonly origin: Origin;
    } & Message)
  | ({ readonly do: "observe" | "edit" } & Message)
  | { readonly do: "delete"; readonly chat: number; readonly id: number }
  | { readonly do: "sync"; readonly keep: number; readonly text: string; readonly window: number }
  /** So many short turns in one lane, to cross the checkpoints of receipts. */
  | { readonly do: "many"; readonly count: number };

type Ending = "complete" | "fail" | "cancel" | "leave";
type Origin = "interactive" | "scheduled" | "heartbeat";

export interface Message {
  readonly chat: number;
  readonly topic: number | null;
  readonly id: number;
  readonly replyTo: number | null;
  readonly text: string;
  /** What the channel says that it replies to. */
  readonly quote: string | null;
  readonly surface: "web" | "phone" | null;
  /** Only where there is a surface. */
  readonly private: boolean;
}

interface Step {
  readonly window: number;
  readonly text: string;
  readonly output: string | null;
}

/** A view as it was sent. */
export interface Sent {
  readonly receipt: Receipt;
  readonly bytes: string;
}

const chats = ["telegram:chat:42", "telegram:chat:7"] as const;
const synced = "terminal:synced";
const some = fc.nat({ max: 30 });
const perhaps = fc.option(fc.nat({ max: 3 }), { nil: null, freq: 1 });
const text = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      "hello",
      "</clew-user> & <clew-now>",
      "\u0000\uD800",
      "敏捷的棕色狐狸",
      "the roses are dry",
      "when did we water the roses in the long row?",
      "as I told you in the other chat, the roses are dry",
    ),
    weight: 8,
  },
  { arbitrary: fc.constantFrom("long ".repeat(400), "row ".repeat(3_000), "x".repeat(70_000)), weight: 2 },
);
const window = fc.constantFrom(1_024, 2_048, 4_096, 32_768);
const message = {
  chat: fc.nat({ max: 1 }),
  topic: perhaps,
  id: some,
  replyTo: fc.option(some, { nil: null, freq: 1 }),
  text,
  quote: fc.option(text, { nil: null, freq: 1 }),
  surface: fc.constantFrom(null, null, "web", "phone"),
  private: fc.boolean(),
};
const origin = fc.constantFrom<Origin>("interactive", "interactive", "interactive", "scheduled", "heartbeat");

/** Something that somebody, or a clock, asks. */
export const arbitraryMessage: fc.Arbitrary<Message & { readonly origin: Origin }> = fc.record({ ...message, origin });

const step = fc.record({ window, text, output: fc.option(text, { nil: null, freq: 6 }) });
const ending = fc.constantFrom<Ending>("complete", "complete", "complete", "fail", "cancel", "leave");

const verb: fc.Arbitrary<Verb> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant("turn"),
      ...message,
      origin,
      steps: fc.array(step, { minLength: 1, maxLength: 4 }),
      ending,
    }),
    weight: 8,
  },
  { arbitrary: fc.record({ do: fc.constantFrom("observe", "edit"), ...message }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant("delete"), chat: fc.nat({ max: 1 }), id: some }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant("sync"), keep: some, text, window }), weight: 2 },
);

export function arbitraryHistory(minLength: number, maxLength: number): fc.Arbitrary<readonly Verb[]> {
  return fc.array(verb, { minLength, maxLength });
}

/** One host, over as many openings of the log as there are. */
export class Host {
  readonly sent: Sent[] = [];
  readonly #left = new Map<string, string>();
  #messages: { role: "user" | "assistant"; content: string }[] = [];
  #number = 0;

  async play(clew: Clew, verbs: readonly Verb[]): Promise<void> {
    for (const each of verbs) await this.#act(clew, each);
  }

  /** Ends what was left, so that no lane is busy. */
  async tidy(clew: Clew): Promise<void> {
    for (const left of this.#left.values()) await (await clew.turn(left)).cancel("left");
    this.#left.clear();
  }

  async #act(clew: Clew, verb: Verb): Promise<void> {
    switch (verb.do) {
      case "turn":
        return this.#turn(clew, verb);
      case "observe":
        return refusable(clew.observe(incoming(verb)).then(() => undefined));
      case "edit":
        await clew.edit({ ...incoming(verb), editedAt: 1_000 * (verb.replyTo ?? 1) + 1 });
        return;
      case "delete":
        return refusable(clew.edit({ session: chatAt(verb.chat), id: verb.id, deleted: true }).then(() => undefined));
      case "sync":
        return this.#sync(clew, verb);
      case "many":
        for (let count = 0; count < verb.count; count++) {
          const plain = { chat: 0, topic: 1, replyTo: null, quote: null, surface: null, private: false } as const;
          await this.#turn(clew, {
            ...plain,
            id: 1_000 + this.#number++,
            do: "turn",
            text: `turn ${count}`,
            steps: [{ window: 4_096, output: null, text: "" }],
            ending: "complete",
            origin: "interactive",
          });
        }
        return;
      default:
        verb satisfies never;
    }
  }

  async #turn(clew: Clew, verb: Extract<Verb, { do: "turn" }>): Promise<void> {
    const key = `${verb.chat}`;
    const left = this.#left.get(key);
    // Nobody else ends it, and the next turn of its lane would wait for it.
    if (left !== undefined) await (await clew.turn(left)).cancel("left");
    this.#left.delete(key);
    const turn = await begun(clew, verb);
    if (turn === null || turn.repeated) return;
    for (const { window: tokens, text: said, output } of verb.steps) {
      await this.#keep(clew, await turn.view({ window: tokens }));
      const calls = output === null ? [] : [{ id: `call-${this.#number++}`, tool: "look", input: { said }, output }];
      await turn.record({ text: said, calls });
    }
    await this.#keep(clew, await turn.view({ window: 4_096 }));
    if (verb.ending === "complete") await turn.complete({ text: `answer to ${verb.text.slice(0, 200)}` });
    if (verb.ending === "fail") await turn.fail(new Error("no water"));
    if (verb.ending === "cancel") await turn.cancel();
    if (verb.ending === "leave") this.#left.set(key, turn.id);
    else await turn.sent(`sent-${this.#number++}`);
  }

  async #sync(clew: Clew, verb: Extract<Verb, { do: "sync" }>): Promise<void> {
    const kept = this.#messages.slice(0, this.#messages.length - (verb.keep % 3));
    const role = kept.at(-1)?.role === "user" && verb.keep > 15 ? "assistant" : "user";
    this.#messages = [...kept, { role, content: verb.text }];
    await this.#keep(clew, await clew.sync({ session: synced, messages: this.#messages }, { window: verb.window }));
  }

  /** The bytes that the receipt stands for are those that the caller was given. */
  async #keep(clew: Clew, viewed: ViewResult): Promise<void> {
    if (viewed.kind === "fits") await this.#keepFitting(clew, viewed);
  }

  async #keepFitting(clew: Clew, viewed: Extract<ViewResult, { kind: "fits" }>): Promise<void> {
    const bytes = await clew.replay(viewed.receipt.id);
    expect(sha256(bytes)).toBe(viewed.receipt.root);
    expect((JSON.parse(bytes) as { messages: unknown }).messages).toEqual(JSON.parse(JSON.stringify(viewed.messages)));
    this.sent.push({ receipt: viewed.receipt, bytes });
  }
}

async function begun(clew: Clew, verb: Extract<Verb, { do: "turn" }>): Promise<Turn | null> {
  try {
    return await clew.begin(incoming(verb), { origin: verb.origin });
  } catch (error) {
    // The same id with other words is another message of a channel that can't count: it is refused.
    if ((error as { code?: unknown }).code === "log/conflict") return null;
    throw error;
  }
}

async function refusable(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!["log/conflict", "message/bad"].includes(String((error as { code?: unknown }).code))) throw error;
  }
}

export function incoming({ chat, topic, id, replyTo, text: said, quote, surface, private: secret }: Message) {
  return {
    session: chatAt(chat),
    id,
    text: said,
    ...(topic === null ? {} : { topic }),
    ...(replyTo === null ? {} : { replyTo }),
    ...(quote === null ? {} : { quote: { text: quote } }),
    ...(surface === null ? {} : { surface, private: secret }),
  };
}

function chatAt(chat: number): string {
  return chats[chat % chats.length] ?? chats[0];
}
