import type { LaneRef } from "../../core/log/keys.js";
import { sha256 } from "../../platform/crypto.js";
import { makeThoughtBinder, type ThoughtBinder } from "../bound/bound-thoughts.js";
import type { Wire, WireMessage } from "../wire/wire.js";
import { rememberLists, type SeenLists } from "./pruned-results.js";

/** What this process knows of the lanes that requests are being answered in. */
export interface LaneTraffic {
  /** Notes a request that is being answered, until what it returns is called. */
  enter(address: string, left: AbortSignal): () => void;
  /** Whether a request is being answered there. Those whose clients left are waited for: what came of them is being kept. */
  isBusy(address: string): Promise<boolean>;
  /** Notes an answer that its client knows by this name. */
  answered(name: string, answer: KnownAnswer): void;
  /** Such an answer; null for one that this process has not heard. */
  findAnswer(name: string): KnownAnswer | null;
  /** Notes an answer with recalls in it, which the client of the lane never has in its list. */
  recalled(address: string, answer: RecallingAnswer): void;
  /** Such answers of a lane, as far as they are still known. */
  listRecalling(address: string): readonly RecallingAnswer[];
  /** The lists that passed. */
  readonly seen: SeenLists;
  formOf(address: string, turn: string): TurnForm;
  /** How a model checks reasoning; null where its wire has no such check. `isBound` is what the table says of it. */
  findCheck(wire: Wire, model: string, isBound: boolean): ThoughtCheck | null;
}

/** How a model checks reasoning that comes back. */
export interface ThoughtCheck {
  readonly binder: ThoughtBinder;
  /** Whether it refuses what stands behind other bytes than before. */
  isHeeded(): boolean;
  /** Notes that it did. */
  learn(): void;
}

/** A request goes out as its view or as its client wrote it, with its reasoning or bare. */
export interface SentForm {
  readonly isOwn: boolean;
  readonly isBare: boolean;
}

const viewed: SentForm = { isOwn: false, isBare: false };

/** How the requests of one turn go out, once a view of it was refused. */
export interface TurnForm {
  read(): SentForm;
  keep(form: SentForm): void;
}

export interface RecallingAnswer {
  /** Names its place in the lane. */
  readonly mark: string;
  readonly message: WireMessage;
}

export interface KnownAnswer {
  readonly ref: LaneRef;
  /** The name that its provider keeps it under. */
  readonly own: string;
}

/** More answers than are continued at the same time. */
const mostAnswers = 10_000;

/** Lanes whose recalls are known, and answers of one: a provider wants its own back while its tools run. */
const [mostLanes, mostRecalling] = [100, 16];

interface Answering {
  readonly left: AbortSignal;
  readonly released: Promise<void>;
}

export function trackTraffic(): LaneTraffic {
  const busy = new Map<string, ReadonlySet<Answering>>();
  const answers = new Map<string, KnownAnswer>();
  const recalling = new Map<string, readonly RecallingAnswer[]>();
  const forms = new Map<string, { readonly turn: string; readonly form: SentForm }>();
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
    recalled(address, answer) {
      const before = recalling.get(address) ?? [];
      recalling.delete(address);
      recalling.set(address, [...before, answer].slice(-mostRecalling));
      dropOldest(recalling, mostLanes);
    },
    listRecalling: (address) => recalling.get(address) ?? [],
    seen: rememberLists(() => performance.now()),
    formOf: (address, turn) => ({
      read: () => (forms.get(address)?.turn === turn ? (forms.get(address)?.form ?? viewed) : viewed),
      keep(form) {
        forms.delete(address);
        forms.set(address, { turn, form });
        dropOldest(forms, mostLanes);
      },
    }),
    findCheck: makeChecks(),
  };
}

function makeChecks(): LaneTraffic["findCheck"] {
  const binders = new Map<string, ThoughtBinder>();
  /** Models that the table does not know as bound, and that refused reasoning. */
  const learned = new Map<string, true>();
  return ({ name, bound }, model, isBound) => {
    if (bound === undefined) return null;
    const binder = binders.get(name) ?? makeThoughtBinder(bound, sha256);
    binders.set(name, binder);
    return {
      binder,
      isHeeded: () => isBound || learned.has(model),
      learn() {
        learned.set(model, true);
        dropOldest(learned, mostLanes);
      },
    };
  };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
