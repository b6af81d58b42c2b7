/** 500 events of a channel that delivers the bot's own messages early, late, twice and edited: every answer stands once. */

import { sha256 } from "@clewline/platform/crypto.js";
import { type Clew, openClew, type Turn } from "clewline";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isLongerCheck } from "./properties.js";
import { seed } from "./seed.js";
import { storesAndPresets, withStore } from "./stores-in-turn.js";

const session = "telegram:chat:7";
const bot = 4242;
const events = isLongerCheck ? 500 : 60;

interface Round {
  /** When the channel delivers the answer: while it is made, before its ids are noted, or after. */
  readonly arrives: "making" | "early" | "late";
  readonly verb: "observe" | "begin";
  readonly twice: boolean;
  readonly edited: boolean;
  /** The answer is sent in so many messages. */
  readonly parts: number;
  /** A person's message that nobody answers comes between. */
  readonly chatter: boolean;
}

const round = fc.record<Round>({
  arrives: fc.constantFrom("making", "early", "late"),
  verb: fc.constantFrom("observe", "begin"),
  twice: fc.boolean(),
  edited: fc.boolean(),
  parts: fc.integer({ min: 1, max: 3 }),
  chatter: fc.boolean(),
});

test.each(storesAndPresets)("No echo is a message, on $kind with $policy", async ({ kind, policy }) => {
  await withStore(kind, sha256, async (store) => {
    const clew = await openClew({ store, policy, self: [bot], timeZone: "UTC", window: 100_000, memory: false });
    const channel = new Channel(clew);
    const rounds = fc.sample(round, { seed, numRuns: events });
    for (let next = 0; channel.events < events; next++) await channel.play(rounds[next] as Round, next);
    await channel.check();
    expect(channel.events).toBeGreaterThanOrEqual(events);
    expect(channel.echoTurns).toEqual([]);
    expect(channel.repeats).toEqual([]);
    await clew.close();
  });
});

const toldAgain = /<clew-(summary|memory).*?<\/clew-\1>/gs;

class Channel {
  readonly #clew: Clew;
  readonly #answers: string[] = [];
  readonly echoTurns: string[] = [];
  /** Answers that a view has twice. */
  readonly repeats: string[] = [];
  events = 0;
  #id = 0;
  #rounds = 0;

  constructor(clew: Clew) {
    this.#clew = clew;
  }

  async play(round: Round, number: number): Promise<void> {
    const turn = await this.#ask(`Question ${number}?`);
    const parts = Array.from({ length: round.parts }, (_, part) => `Answer${number}x${part}y.`);
    const ids = parts.map(() => ++this.#id);
    const deliver = () => this.#deliver(round, parts, ids);
    if (round.arrives === "making") await deliver();
    await turn.complete({ text: parts.map((part) => `**${part}**`).join(" ") });
    this.#answers.push(...parts);
    if (round.arrives === "early") await deliver();
    if (round.chatter) await this.#chat();
    if (round.edited) await (await this.#ask("Still there?")).cancel();
    await turn.sent(ids);
    if (round.arrives === "late" || round.twice) await deliver();
  }

  async #ask(text: string): Promise<Turn> {
    const turn = await this.#clew.begin({ session, id: ++this.#id, from: 7, text });
    const view = await turn.view();
    this.#look(JSON.stringify(view.kind === "fits" ? view.messages : view));
    this.events++;
    this.#rounds++;
    return turn;
  }

  async #deliver({ verb, edited }: Round, parts: readonly string[], ids: readonly number[]): Promise<void> {
    for (const [index, text] of parts.entries()) {
      const echo = { session, id: ids[index] as number, from: bot, text };
      const heard = await this.#clew[verb](echo);
      if ("repeated" in heard && !heard.repeated) this.echoTurns.push(text);
      if (edited)
        await this.#clew.edit({ ...echo, text: `${text} Edited.`, editedAt: 1_800_000_000_000 + this.events });
      this.events += edited ? 2 : 1;
    }
  }

  async #chat(): Promise<void> {
    await this.#clew.observe({ session, id: ++this.#id, from: 8, text: "Well." });
    this.events++;
  }

  /** A summary and what was looked up may tell an answer again that is not in the rest of the view; each tells it once. */
  #look(view: string): void {
    const blocks = view.match(toldAgain) ?? [];
    for (const text of [view.replaceAll(toldAgain, ""), ...blocks])
      for (const words of this.#answers) if (text.split(words).length > 2) this.repeats.push(words);
  }

  /** The log as a whole: each answer once in what stands, and no turn answers an echo. */
  async check(): Promise<void> {
    const shown = await this.#clew.messages(session);
    const texts = shown.map(({ parts }) => JSON.stringify(parts)).join("\n");
    for (const words of this.#answers) if (texts.split(words).length !== 2) this.repeats.push(`log: ${words}`);
    const { turns } = await this.#clew.log({ session, limit: 10_000 });
    if (turns.length !== this.#rounds) this.echoTurns.push(`${turns.length} turns for ${this.#rounds} questions`);
  }
}
