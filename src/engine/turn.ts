import { type Budget, budgetOf } from "../core/budget.js";
import type { Draft, Entry, Note } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import { type HostItem, itemsOfMessage } from "../core/host-message.js";
import type { Json } from "../core/json.js";
import type { ToolSpec } from "../core/request.js";
import { isOpen, type TurnRecord, type TurnState } from "../core/turn.js";
import type { House } from "./house.js";
import { ingestFor } from "./ingest.js";
import { makeView, type Viewed } from "./view.js";

export interface ViewRequest {
  readonly budget?: Partial<Budget>;
  readonly tools?: readonly ToolSpec[];
  readonly decisions?: Json;
  /** After the house's own, for this view. */
  readonly instructions?: string;
}

/** A turn in the hands of whoever answers it. */
export interface OpenTurn {
  readonly record: TurnRecord;
  view(request: ViewRequest): Promise<Viewed>;
  /** Keeps one step: the model's message and its tools' results, in the AI SDK's shape. */
  step(messages: readonly unknown[]): Promise<void>;
  /** Ends the turn. The first ending counts; a later one is `turn/not-running`. */
  end(ending: Ending): Promise<void>;
  sent(ids: readonly string[]): Promise<void>;
}

export interface Ending {
  readonly state: Exclude<TurnState, "running">;
  readonly reason: string | null;
  /** A last message of the model that was not kept as a step. */
  readonly reply: readonly unknown[];
  readonly usage: Json | null;
}

/** What is known of a turn that began earlier, for picking it up again. */
export interface Progress {
  readonly calls: number;
  readonly steps: number;
  readonly stepOfCall: ReadonlyMap<string, number>;
  /** Calls without a result so far. */
  readonly open: ReadonlySet<string>;
}

export const noProgress: Progress = { calls: 0, steps: 0, stepOfCall: new Map(), open: new Set() };

export function openTurn(house: House, begun: TurnRecord, progress: Progress): OpenTurn {
  let turn = begun;
  let { calls, steps } = progress;
  const stepOfCall = new Map(progress.stepOfCall);
  const open = new Set(progress.open);

  const drafts = (messages: readonly unknown[], ingest: ReturnType<typeof ingestFor>): readonly Draft[] => {
    // A late result may come with its call, which is in the log already.
    const items = messages.flatMap(itemsOfMessage).filter((item) => item.kind !== "called" || !open.has(item.call));
    if (items.length === 0) return [];
    const step = steps;
    steps += 1;
    const written = ingest.fromModel(items, turn.id, step, (call) => stepOfCall.get(call) ?? null);
    remember(items, step, stepOfCall, open);
    return written;
  };

  return {
    get record() {
      return turn;
    },
    async view(request) {
      if (!isOpen(turn.state)) throw notRunning(turn);
      calls += 1;
      const made = await makeView(house, turn, calls, budgetOf({ ...house.budget, ...request.budget }), request);
      turn = made.turn;
      return made.viewed;
    },
    async step(messages) {
      const ingest = ingestFor(house);
      const entries = drafts(messages, ingest);
      if (entries.length > 0) await house.store.write({ ref: turn.ref, entries, blobs: ingest.blobs });
    },
    async end({ state, reason, reply, usage }) {
      if (!isOpen(turn.state)) throw notRunning(turn);
      const ingest = ingestFor(house);
      const said = drafts(reply, ingest);
      const notes: Note[] = usage === null ? [] : [{ kind: "usage", usage }];
      if (state !== "completed") notes.push({ kind: "turn-ended", state, reason: oneLine(reason) });
      const entries = [...said, ...notes.map((note) => ingest.noted(note, turn.id))];
      turn = { ...turn, state, ended: house.clock.now() };
      await house.store.write({ ref: turn.ref, entries, blobs: ingest.blobs, turn });
    },
    async sent(ids) {
      if (ids.length === 0) return;
      const note = ingestFor(house).noted({ kind: "sent", messages: ids }, turn.id);
      await house.store.write({ ref: turn.ref, entries: [note] });
    },
  };
}

/** Where a turn stands, from its entries and receipts. */
export function progressOf(entries: readonly Entry[], calls: number): Progress {
  const stepOfCall = new Map<string, number>();
  const open = new Set<string>();
  let steps = 0;
  for (const entry of entries) {
    if (entry.step === null) continue;
    steps = Math.max(steps, entry.step + 1);
    remember([entry], entry.step, stepOfCall, open);
  }
  return { calls, steps, stepOfCall, open };
}

function remember(
  items: readonly (HostItem | Entry)[],
  step: number,
  stepOfCall: Map<string, number>,
  open: Set<string>,
): void {
  for (const item of items) {
    if (item.kind === "called") stepOfCall.set(item.call, step);
    if (item.kind === "called" && !item.hosted) open.add(item.call);
    if (item.kind === "returned") open.delete(item.call);
  }
}

function notRunning(turn: TurnRecord): ClewError {
  return new ClewError("turn/not-running", `This turn is ${turn.state}`, {
    hint: "Begin a new turn with the next message; a message that was answered is not answered twice",
  });
}

function oneLine(reason: string | null): string {
  return (reason ?? "").replace(/\s+/g, " ").trim().slice(0, 300);
}
