import type { LaneRef, OwnerKey } from "@clewline/core/log/keys.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeRequestBinder, type RequestBinder } from "../bound/bound-request.js";
import type { LastShapes } from "../prefix/watch-prefix.js";
import type { Wire, Writer } from "../wire/wire.js";
import { rememberLists, type SeenLists } from "./pruned-results.js";
import type { KeptForm, TurnForm } from "./sent-form.js";

/** The state of the lanes in which this process answers requests. */
export interface LaneTraffic {
  /** Notes a request in progress, until the returned function is called. */
  enter(address: string, left: AbortSignal): () => void;
  /** Whether a request is in progress there. Waits for those whose clients left, until their answers are stored. */
  isBusy(address: string): Promise<boolean>;
  /** Notes an answer that its client knows by this name. */
  answered(name: string, answer: KnownAnswer): void;
  /** Returns such an answer; null if this process has not read it. */
  findAnswer(name: string): KnownAnswer | null;
  /** The lists that passed. */
  readonly seen: SeenLists;
  /** The requests that lanes sent last. */
  readonly shapes: LastShapes;
  formOf(address: string, turn: string): TurnForm;
  /** Lists that are still being taken in, later than their clients could wait, by their families. */
  readonly late: Map<string, Promise<void>>;
  /** Reads requests for the check of a wire's models; null where it has none. */
  findBinder(wire: Wire): RequestBinder | null;
}

/** How a model checks reasoning that comes back. */
export interface ThoughtCheck {
  readonly binder: RequestBinder;
  readonly reader: Writer;
  /** Whether it refuses reasoning behind other bytes than before. */
  readonly isBound: boolean;
  /** Notes that it did. */
  learn(): void;
}

export interface KnownAnswer {
  readonly ref: LaneRef;
  /** The name that its provider keeps it under. */
  readonly own: string;
}

/** More answers than are continued at the same time. */
const mostAnswers = 10_000;

/** Lanes of which the last request is known. */
const mostLanes = 100;

/** Lanes of which it is known how their turn goes out. */
const mostForms = 10_000;

interface Answering {
  readonly left: AbortSignal;
  readonly released: Promise<void>;
}

export function trackTraffic(): LaneTraffic {
  const busy = new Map<string, ReadonlySet<Answering>>();
  const answers = new Map<string, KnownAnswer>();
  const forms = new Map<string, KeptForm & { readonly turn: string }>();
  return {
    enter(address, left) {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const answering: Answering = { left, released };
      busy.set(address, new Set([...(busy.get(address) ?? []), answering]));
      return () => {
        const others = new Set([...(busy.get(address) ?? [])].filter((each) => each !== answering));
        if (others.size === 0) busy.delete(address);
        else busy.set(address, others);
        release();
      };
    },
    async isBusy(address) {
      const leaving = [...(busy.get(address) ?? [])].filter(({ left }) => left.aborted);
      await Promise.all(leaving.map(({ released }) => released));
      return busy.has(address);
    },
    answered(name, answer) {
      answers.set(name, answer);
      dropOldest(answers, mostAnswers);
    },
    findAnswer: (name) => answers.get(name) ?? null,
    seen: rememberLists(() => performance.now()),
    shapes: keepShapes(),
    formOf: (address, turn) => ({
      read() {
        const kept = forms.get(address);
        return kept?.turn === turn ? kept : null;
      },
      keep(kept) {
        forms.delete(address);
        forms.set(address, { ...kept, turn });
        dropOldest(forms, mostForms);
      },
      drop: () => void forms.delete(address),
    }),
    late: new Map(),
    findBinder: makeBinders(),
  };
}

function keepShapes(): LastShapes {
  const shapes = new Map<string, NonNullable<ReturnType<LastShapes["read"]>>>();
  return {
    read: (address) => shapes.get(address) ?? null,
    keep(address, shape) {
      shapes.delete(address);
      shapes.set(address, shape);
      dropOldest(shapes, mostLanes);
    },
  };
}

function makeBinders(): LaneTraffic["findBinder"] {
  const binders = new Map<string, RequestBinder>();
  return ({ name, bound }) => {
    if (bound === undefined) return null;
    const binder = binders.get(name) ?? makeRequestBinder(bound, sha256);
    binders.set(name, binder);
    return binder;
  };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** An answer is continued by its own owner alone. */
export function nameAnswer(owner: OwnerKey, id: string): string {
  return `${owner} ${id}`;
}
