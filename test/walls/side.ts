/** One side of a wall: a log opened on a store that others write to as well, with a time and ids of its own. */

import { trackTurns } from "@clewline/agent/active-turns.js";
import { buildClewVerbs } from "@clewline/clewline/compose/clew-verbs.js";
import { type ClewOptions, makeEngineContext } from "@clewline/clewline/compose/options.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Clew, ViewResult } from "clewline";
import { noBrains } from "../no-brains.js";
import type { Act } from "./acts.js";

/** A time that stands still until somebody lets it pass. */
export interface Time {
  now: number;
}

/** Where a side's messages go. */
export interface Place {
  readonly session: string;
  readonly topic?: string;
  /** What the ids of its messages begin with. */
  readonly ids: string;
}

type Work = () => Promise<unknown>;

export class Side {
  /** All that could be seen, in order. */
  readonly seen: unknown[] = [];
  readonly #clew: Clew;
  readonly #place: Place;
  readonly #time: Time;
  readonly #behind: Work[];
  #number = 0;

  private constructor(clew: Clew, place: Place, time: Time, behind: Work[]) {
    this.#clew = clew;
    this.#place = place;
    this.#time = time;
    this.#behind = behind;
  }

  /** `name` keeps its ids apart from those of other sides. Every prompt of its fast model is seen too. */
  static async open(store: LogStore, options: ClewOptions, place: Place, time: Time, name: number): Promise<Side> {
    const activeTurns = trackTurns();
    const behind: Work[] = [];
    const prompts: unknown[] = [];
    const { fastModel } = options;
    const asked: ClewOptions["fastModel"] = async (request) => {
      prompts.push({ system: request.system, text: request.text, maxTokens: request.maxTokens });
      return typeof fastModel === "function" ? fastModel(request) : "";
    };
    const engine = await makeEngineContext(
      fastModel === undefined ? options : { ...options, fastModel: asked },
      store,
      activeTurns.presence,
    );
    let number = 0;
    const id = () => `01990000-0000-7000-800${name}-${String(number++).padStart(12, "0")}`;
    const clew = buildClewVerbs({
      engine: { ...engine, clock: { now: () => time.now, monotonic: () => time.now, id } },
      activeTurns: { ...activeTurns, behind: (_key, work) => behind.push(() => work(activeTurns.closing)) },
      registry: noBrains,
    });
    const side = new Side(clew, place, time, behind);
    side.seen.push(prompts);
    return side;
  }

  /** Until nothing of it goes on behind the replies. The time belongs to whoever looks, and passes for it alone. */
  async play(act: Act, looks: boolean, readsBytes = looks): Promise<void> {
    if (looks) this.#time.now += act.pause;
    this.seen.push(await this.#act(act, readsBytes));
    // One piece at a time, as in a process. How far each comes while a turn goes on is a matter of time, and time stands still.
    for (let work = this.#behind.shift(); work !== undefined; work = this.#behind.shift()) await work();
  }

  /** What can be asked of the lane from inside: each word of it, each pointer, and what the next message would get. */
  async look(questions: readonly string[], lane: string): Promise<void> {
    const within = { session: this.#place.session, lane };
    const { lines } = await this.#clew.log(within);
    const pointers = lines.map(({ pointer }) => pointer);
    const spans = pointers.map((pointer) => pointer.replace("clew:e", "clew:s"));
    const opened: unknown[] = [];
    for (const pointer of [...pointers, ...spans]) opened.push(await this.#clew.recall({ ...within, pointer }));
    const found: unknown[] = [];
    for (const question of questions) found.push(await this.#clew.search(question, within));
    this.seen.push({ lines, opened, found, context: await this.#clew.context(within) });
  }

  async #act(act: Act, readsBytes: boolean): Promise<unknown> {
    const { session } = this.#place;
    const id = `${this.#place.ids}-${this.#number}`;
    const earlier = (back: number) => `${this.#place.ids}-${Math.max(0, this.#number - 1 - back)}`;
    switch (act.do) {
      case "turn":
        this.#number += 1;
        return this.#turn(act, id, act.replyTo === null ? undefined : earlier(act.replyTo + 1), readsBytes);
      case "observe":
        this.#number += 1;
        return outcome(this.#clew.observe({ ...this.#message(id), text: act.text }));
      case "edit":
        return outcome(
          this.#clew.edit({ ...this.#message(earlier(act.back)), text: act.text, editedAt: this.#time.now }),
        );
      case "delete":
        return outcome(this.#clew.edit({ ...this.#message(earlier(act.back)), deleted: true }));
      case "command":
        return outcome(this.#clew.command({ ...this.#message(undefined), session, text: act.text }));
      default:
        return act satisfies never;
    }
  }

  #message(id: string | undefined) {
    const { session, topic } = this.#place;
    return { session, from: "guest", ...(id === undefined ? {} : { id }), ...(topic === undefined ? {} : { topic }) };
  }

  async #turn(
    act: Extract<Act, { do: "turn" }>,
    id: string,
    replyTo: string | undefined,
    readsBytes: boolean,
  ): Promise<unknown> {
    const { origin, surface, text } = act;
    const about = {
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(surface === null ? {} : { surface, private: act.private }),
    };
    const turn = await this.#clew.begin({ ...this.#message(id), text, ...about }, { origin });
    // A message may have been edited and taken back before it came in.
    if (turn.state === "cancelled") return { lane: turn.lane, repeated: turn.repeated, state: turn.state };
    const views: unknown[] = [await turn.view({ ambiguous: "ask" })];
    views.push(await this.#sent(await turn.view(), readsBytes));
    for (const [place, output] of act.outputs.entries()) {
      const call = { id: `${id}-call-${place}`, tool: "look", input: { place }, output };
      await turn.record({ text: "looking", calls: [call] });
      views.push(await this.#sent(await turn.view(), readsBytes));
    }
    if (act.ending === "complete") await turn.complete({ text: act.answer, asks: act.asks });
    if (act.ending === "fail") await turn.fail(new Error("no water"));
    if (act.ending !== "leave") await turn.sent(`${id}-sent`);
    return { lane: turn.lane, repeated: turn.repeated, views };
  }

  /** With the bytes that were sent, for whoever compares them. */
  async #sent(viewed: ViewResult, readsBytes: boolean): Promise<unknown> {
    return viewed.kind === "fits" && readsBytes
      ? { viewed, bytes: await this.#clew.replay(viewed.receipt.id) }
      : viewed;
  }
}

/** What came of it, in words where it was refused. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return (await work) ?? null;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}
