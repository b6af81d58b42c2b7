import type { Draft, Entry, Speaker } from "@clewline/core/log/entry.js";
import type { BlobId, EntryId, Instant, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { isOpen, type TurnRecord } from "@clewline/core/log/turn.js";
import { fingerprint } from "./fingerprint.js";
import { ContentBuilder } from "./log-contents.js";
import type {
  CallIdScript,
  CallScript,
  EventScript,
  MessageScript,
  PartScript,
  QueueScript,
  ResultScript,
  StepScript,
  TurnScript,
} from "./log-script.js";

/** One lane as a store would return it. */
export interface GeneratedLane {
  /** Where it is. */
  readonly ref: LaneRef;
  /** All entries, oldest first, seq 1, 2, 3 … */
  readonly entries: readonly Entry[];
  /** In the order in which they began. */
  readonly turns: readonly TurnRecord[];
  /** The contents of all blobs that the entries name. */
  readonly blobs: ReadonlyMap<BlobId, string>;
  /** Blobs that a reader of the lane does not get. */
  readonly withheld: ReadonlySet<BlobId>;
}

const start: Instant = Date.UTC(2026, 0, 1);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;

interface Place {
  readonly turn: TurnId | null;
  readonly step: number | null;
  readonly private?: string;
}

const nowhere: Place = { turn: null, step: null };

interface Utterance {
  readonly by: Speaker;
  readonly parts: readonly PartScript[];
  readonly at?: Instant;
  readonly reply?: Pick<MessageScript, "replies" | "quoted">;
}

/** Messages that wait for their turn. */
interface Queued {
  readonly script: QueueScript;
  readonly place: Place & { readonly turn: TurnId };
  readonly messages: readonly EntryId[];
}

interface Pending {
  left: number;
  readonly push: () => void;
}

/**
 * Gives the events of a script their ids, places and times. Equal scripts give equal lanes but for the number in ids.
 */
export function buildLane(ref: LaneRef, events: readonly EventScript[], number = 0): GeneratedLane {
  const lane = new LaneBuilder(ref, number);
  for (const event of events) lane.add(event);
  return lane.done();
}

/** Stands in every generated original, which no model may see. */
export const rawWord = "raw-original-for-the-host-alone";

class LaneBuilder {
  readonly #ref: LaneRef;
  readonly #number: number;
  readonly #entries: Entry[] = [];
  readonly #turns: TurnRecord[] = [];
  readonly #contents = new ContentBuilder();
  #pending: Pending[] = [];
  /** Sum of all pauses so far, in milliseconds. */
  #paused = 0;

  constructor(ref: LaneRef, number: number) {
    this.#ref = ref;
    this.#number = number;
  }

  add(event: EventScript): void {
    if ("pause" in event) this.#paused += event.pause * minuteMs;
    switch (event.kind) {
      case "turn":
        this.#turn(event.turn);
        break;
      case "observed":
        this.#message(event.message, nowhere);
        break;
      case "loose":
        this.#step(event.step, nowhere);
        break;
      case "edit":
        this.#edit(event);
        break;
      case "withdrawal":
        this.#push({ ...this.#base(nowhere), kind: "withdrawn", target: this.#back(event.back, null), source: null });
        break;
      case "stray result":
        this.#result(this.#callId(event.id), { tool: "search", hosted: event.hosted }, event.result, nowhere);
        break;
      case "stray approval":
        this.#push({
          ...this.#base(nowhere),
          kind: "noted",
          note: { kind: "approval", approval: "approval-0", approved: event.approved },
        });
        break;
      case "system":
        this.#system(event);
        break;
      default:
        event satisfies never;
    }
    this.#settle(1);
  }

  done(): GeneratedLane {
    this.#settle(Number.POSITIVE_INFINITY);
    return {
      ref: this.#ref,
      entries: this.#entries,
      turns: this.#turns,
      blobs: this.#contents.blobs,
      withheld: this.#contents.withheld,
    };
  }

  #turn(script: TurnScript): void {
    const id = `turn-${this.#number}-${String(this.#turns.length).padStart(2, "0")}` as TurnId;
    const began = this.#now();
    const from = script.surface === null ? {} : { surface: script.surface };
    const hidden = script.private && script.surface !== null ? { private: script.surface } : {};
    const place: Place = { turn: id, step: null, ...hidden };
    const observed = this.#entries.findLast(
      (entry) => entry.kind === "said" && entry.turn === null && entry.by.role === "user",
    );
    const messages = script.adopts && observed !== undefined ? [observed.id] : [];
    for (const message of script.messages) messages.push(this.#message(message, place));
    const secret = "private" in hidden ? ({ private: true } as const) : {};
    this.#begin(script, {
      id,
      began,
      messages,
      attachOver: script.attachOver,
      asides: script.asides,
      ...from,
      ...secret,
    });
    let queued: Queued | null = null;
    for (const [step, each] of script.steps.entries()) {
      this.#step(each, { ...place, step });
      if (step === 0) for (const message of script.burst) messages.push(this.#message(message, place));
      if (step === 0) queued = this.#queue(script.queue, id);
      this.#settle(1);
    }
    queued ??= this.#queue(script.queue, id);
    if (script.ending !== null) {
      const state = script.state === "failed" || script.state === "waiting" ? script.state : "cancelled";
      this.#push({ ...this.#base(place), kind: "noted", note: { kind: "turn-ended", state, reason: script.ending } });
    }
    if (script.sent)
      this.#push({ ...this.#base(place), kind: "noted", note: { kind: "sent", messages: [`${id}-sent`] } });
    if (queued?.script.begins) this.#beginQueued(queued);
  }

  #begin(
    { state, origin }: Pick<TurnRecord, "state" | "origin">,
    begun: Omit<TurnRecord, "ref" | "state" | "origin" | "ended">,
  ): void {
    const ended = isOpen(state) ? null : begun.began + secondMs;
    this.#turns.push({ ...begun, ref: this.#ref, state, origin, ended });
  }

  /** Messages that wait have a turn's id before that turn has a record. */
  #queue(script: QueueScript | null, ahead: TurnId): Queued | null {
    if (script === null) return null;
    const place = { turn: `${ahead}-next` as TurnId, step: null };
    const messages = script.messages.map((message) => this.#message(message, place));
    const [target] = messages;
    if (script.edit !== null && target !== undefined) {
      const [parts, source] = [this.#contents.parts(script.edit), this.#source(1)];
      this.#push({ ...this.#base(nowhere), kind: "revised", target, parts, source });
    }
    for (const message of script.observed) this.#message(message, nowhere);
    return { script, place, messages };
  }

  #beginQueued({ script, place, messages }: Queued): void {
    const isOwn = (entry: Entry) => messages.includes(entry.kind === "revised" ? entry.target : entry.id);
    const since = this.#entries.slice(this.#entries.findIndex(isOwn));
    const waited = since.every(isOwn) ? {} : { placed: this.#entries.length };
    const plain = { attachOver: Number.POSITIVE_INFINITY, asides: [] };
    this.#begin(script, { id: place.turn, began: this.#now(), messages, ...plain, ...waited });
    for (const [step, each] of script.steps.entries()) {
      this.#step(each, { ...place, step });
      this.#settle(1);
    }
  }

  #step(script: StepScript, place: Place): void {
    if (script.said.length > 0) this.#said(place, { by: { role: "agent" }, parts: script.said });
    const calls = script.calls.map((call) => [this.#call(call, place), call] as const);
    for (const message of script.between) this.#message(message, nowhere);
    for (const [id, call] of script.reversed ? calls.toReversed() : calls) {
      for (const result of call.results) this.#result(id, call, result, place);
    }
  }

  #call(script: CallScript, place: Place): string {
    const call = this.#callId(script.id);
    const approval = `approval-${this.#entries.length}`;
    this.#push({
      ...this.#base(place),
      kind: "called",
      call,
      tool: script.tool,
      input: this.#contents.text(script.input),
      ...(script.hosted ? { hosted: true } : {}),
      ...(script.approval === "none" ? {} : { approval }),
      ...(script.meta === null ? {} : { meta: script.meta }),
    });
    const answers = { none: 0, asked: 0, given: 1, refused: 1, "given twice": 2 }[script.approval];
    for (let count = 0; count < answers; count++) {
      const approved = script.approval !== "refused";
      const note = {
        kind: "approval",
        approval,
        approved,
        ...(approved ? {} : { reason: "no </clew-user>" }),
      } as const;
      this.#pending.push({
        left: 1,
        push: () => this.#push({ ...this.#base({ ...place, step: null }), kind: "noted", note }),
      });
    }
    return call;
  }

  #result(
    call: string,
    { tool, hosted }: Pick<CallScript, "tool" | "hosted">,
    script: ResultScript,
    place: Place,
  ): void {
    const output = this.#contents.output(script.output);
    const push = (step: number | null) =>
      this.#push({
        ...this.#base({ ...place, step }),
        kind: "returned",
        call,
        tool,
        output,
        ...(hosted ? { hosted: true } : {}),
        ...(script.meta === null ? {} : { meta: script.meta }),
      });
    const late = place.step !== null && script.restamped ? place.step + script.delay : place.step;
    if (script.delay === 0) push(place.step);
    else this.#pending.push({ left: script.delay, push: () => push(late) });
  }

  #message(script: MessageScript, place: Place): EntryId {
    const { address } = script;
    const arrived = this.#now();
    const at = { arrival: arrived, earlier: arrived - 90 * secondMs, unreadable: Number.NaN, "far off": 9e15 }[
      script.at
    ];
    const by: Speaker = address === null ? { role: "user" } : { role: "user", address };
    return this.#said(place, { by, parts: script.parts, at, reply: script });
  }

  /** As private as its turn. */
  #system({ parts, isInTurn }: Extract<EventScript, { kind: "system" }>): void {
    const turn = isInTurn ? this.#turns.at(-1) : undefined;
    const hidden = turn?.private && turn.surface !== undefined ? { private: turn.surface } : {};
    const place = turn === undefined ? nowhere : { turn: turn.id, step: null, ...hidden };
    this.#said(place, { by: { role: "system" }, parts });
  }

  /** An edit is as private as its message. */
  #edit({ back, parts, revision }: Extract<EventScript, { kind: "edit" }>): void {
    const target = this.#back(back, "said");
    const hidden = this.#entries.find(({ id }) => id === target)?.private;
    this.#push({
      ...this.#base(hidden === undefined ? nowhere : { ...nowhere, private: hidden }),
      kind: "revised",
      target,
      parts: this.#contents.parts(parts),
      source: this.#source(revision),
    });
  }

  #said(place: Place, { by, parts, at, reply = { replies: false, quoted: null } }: Utterance): EntryId {
    const base = this.#base(place);
    this.#push({
      ...base,
      ...(at === undefined ? {} : { at }),
      kind: "said",
      by,
      parts: this.#contents.parts(parts),
      source: by.role === "user" ? this.#source(0) : null,
      replyTo: reply.replies ? this.#channelId(Math.max(0, this.#entries.length - 2)) : null,
      ...(reply.quoted === null ? {} : { quoted: { by: { role: "agent" }, text: reply.quoted } }),
      ...(this.#entries.length % 3 === 0 ? { raw: { original: rawWord } } : {}),
    });
    return base.id;
  }

  /** Adds late results and answers that are due. */
  #settle(steps: number): void {
    for (const pending of this.#pending) pending.left -= steps;
    const due = this.#pending.filter((pending) => pending.left <= 0);
    this.#pending = this.#pending.filter((pending) => pending.left > 0);
    for (const pending of due) pending.push();
  }

  #push(draft: Draft): void {
    this.#entries.push({ ...draft, seq: this.#entries.length + 1 });
  }

  #now(): Instant {
    return start + this.#paused + this.#entries.length * secondMs;
  }

  #base(place: Place): Place & { readonly id: EntryId; readonly at: Instant; readonly arrived: Instant } {
    const id = `01990000-0000-7000-800${this.#number}-${String(this.#entries.length).padStart(12, "0")}` as EntryId;
    return { ...place, id, at: this.#now(), arrived: this.#now() };
  }

  #source(revision: number) {
    return { message: this.#channelId(this.#entries.length), revision };
  }

  /** Lanes of one session share the channel's ids; another session may use the same ids. */
  #channelId(place: number): string {
    return `message-${this.#ref.lane}-${place}`;
  }

  #back(distance: number | null, kind: Entry["kind"] | null): EntryId {
    // No channel has a name for what a host said to the model, so nobody can edit it.
    const isNamed = (entry: Entry) => entry.kind === kind && !(entry.kind === "said" && entry.by.role === "system");
    const known = this.#entries.filter((entry) => kind === null || isNamed(entry));
    const target = distance === null ? undefined : known[known.length - 1 - (distance % Math.max(1, known.length))];
    return target?.id ?? ("01990000-0000-7000-8000-ffffffffffff" as EntryId);
  }

  #callId(script: CallIdScript): string {
    const seq = this.#entries.length + 1;
    if (script.kind === "raw") return script.id;
    if (script.kind === "fresh") return `call-${seq}`;
    return `call_${makePointer("e", this.#ref, seq + script.distance, fingerprint).slice(6)}`;
  }
}
