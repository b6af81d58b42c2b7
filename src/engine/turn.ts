import { availableIn, type Budget, budgetOf } from "../core/budget.js";
import type { Draft, Entry, Note } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import { type HostItem, itemsOfMessage } from "../core/host-message.js";
import type { Json } from "../core/json.js";
import type { Tokens } from "../core/keys.js";
import type { Ask } from "../core/pending/pending.js";
import type { Change, Completer } from "../core/ports.js";
import type { ToolSpec } from "../core/request.js";
import { refuseEnded, type TurnRecord, type TurnState } from "../core/turn.js";
import type { House } from "./house.js";
import { type Ingest, ingestFor } from "./ingest.js";
import { asking } from "./pending.js";
import { resume } from "./queue.js";
import type { Wanted } from "./snapshot.js";
import { withFiles } from "./spill-files.js";
import { type Call, makeView, type Viewed } from "./view.js";

export interface ViewRequest {
  readonly budget?: Partial<Budget>;
  readonly tools?: readonly ToolSpec[];
  /** After the house's own, for this view. */
  readonly instructions?: string;
  readonly signal?: AbortSignal | undefined;
  /** How long it may take to choose what the view shows of the past. */
  readonly deadlineMs?: number;
  /** The turn's own model, for short tasks; the house's goes first. */
  readonly helper?: Completer<AbortSignal>;
  /** The provider refused the last view as too large; `limit` is what it takes, where it said so. */
  readonly refused?: { readonly limit?: Tokens | undefined };
}

/** A turn in the hands of whoever answers it. */
export interface OpenTurn {
  readonly record: TurnRecord;
  /** What the last view was made for, if it is time to prepare the next compaction. */
  readonly nearlyFull: Wanted | null;
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
  /** Questions and offers that the reply leaves open. */
  readonly asks?: readonly Ask[];
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

/** `placed`: the turn has its place in the lane's queue already, or belongs to a host that keeps order itself. */
export function openTurn(house: House, begun: TurnRecord, progress: Progress, placed: boolean): OpenTurn {
  let turn = begun;
  let running = placed;
  let { calls, steps, stepOfCall, open } = progress;
  const refusals = noRefusals();
  let nearlyFull: Wanted | null = null;

  const taken = (messages: readonly unknown[], ingest: Ingest): Taken =>
    takenFrom(messages, ingest, turn.id, { steps, stepOfCall, open }, (next) => {
      steps += 1;
      ({ stepOfCall, open } = next);
    });

  return {
    get record() {
      return turn;
    },
    get nearlyFull() {
      return nearlyFull;
    },
    async view(request) {
      refuseEnded(turn, false);
      if (!running) turn = await resume(house, turn, request.signal);
      running = true;
      calls += 1;
      const budget = budgetOf({ ...house.budget, ...request.budget });
      const pressure = refusals.after(request.refused, budget);
      const made = await makeView(house, { turn, number: calls, budget, request, ...pressure });
      turn = made.turn;
      refusals.sent(made.viewed);
      nearlyFull = made.nearlyFull ? wantedNext(turn, budget, request, pressure.roomLimit) : null;
      return made.viewed;
    },
    async step(messages) {
      const ingest = ingestFor(house, turn);
      const { entries: drafts, keep } = taken(messages, ingest);
      const entries = await withFiles(house, turn.ref, drafts, ingest.blobs);
      if (entries.length > 0) await house.store.write({ ref: turn.ref, entries, blobs: ingest.blobs });
      keep();
    },
    async end({ state, reason, reply, usage, asks = [] }) {
      refuseEnded(turn, false);
      const ingest = ingestFor(house, turn);
      const { entries: drafts, keep } = taken(reply, ingest);
      const said = await withFiles(house, turn.ref, drafts, ingest.blobs);
      const notes: Note[] = usage === null ? [] : [{ kind: "usage", usage }];
      if (state !== "completed") notes.push({ kind: "turn-ended", state, reason: oneLine(reason) });
      const entries = [...said, ...notes.map((note) => ingest.noted(note, turn.id))];
      const ended: TurnRecord = { ...turn, state, ended: house.clock.now() };
      await writeEnding(house, { ref: turn.ref, entries, blobs: ingest.blobs, turn: ended }, said, asks);
      turn = ended;
      keep();
    },
    async sent(ids) {
      if (ids.length === 0) return;
      const note = ingestFor(house, turn).noted({ kind: "sent", messages: ids }, turn.id);
      await house.store.write({ ref: turn.ref, entries: [note] });
    },
  };
}

function wantedNext(turn: TurnRecord, budget: Budget, request: ViewRequest, roomLimit: Tokens): Wanted {
  const { tools = [], instructions } = request;
  return { turn, budget, tools, instructions, roomLimit };
}

interface Taken {
  readonly entries: readonly Draft[];
  /** For after the write, so that a failed one can be tried again. */
  readonly keep: () => void;
}

/** What messages say, as entries. A late result may come with its call, which is in the log already. */
function takenFrom(
  messages: readonly unknown[],
  ingest: Ingest,
  turn: TurnRecord["id"],
  { steps, ...known }: Calls & { readonly steps: number },
  keep: (next: Calls) => void,
): Taken {
  const items = readable(messages).filter((item) => item.kind !== "called" || !known.open.has(item.call));
  if (items.length === 0) return { entries: [], keep: () => undefined };
  const next = remembered(items, steps, known);
  const entries = ingest.fromModel(items, turn, steps, (call) => known.stepOfCall.get(call) ?? null);
  return { entries, keep: () => keep(next) };
}

/** What a provider refused in this turn: how often, the last time just now, and what it took instead. */
function noRefusals() {
  let times = 0;
  let roomLimit = Number.POSITIVE_INFINITY;
  let last: Tokens = Number.POSITIVE_INFINITY;
  return {
    sent(viewed: Viewed): void {
      if (viewed.kind === "fits") last = viewed.tokens;
    },
    after(refused: ViewRequest["refused"], budget: Budget): Pick<Call, "refusals" | "roomLimit"> {
      if (refused === undefined) return { refusals: 0, roomLimit };
      times += 1;
      roomLimit = roomAfter(refused, budget, Math.min(roomLimit, last));
      return { refusals: times, roomLimit };
    },
  };
}

/** What the provider said that it takes, less the reply; if it did not say, a good part less than before. */
function roomAfter({ limit }: { readonly limit?: Tokens | undefined }, budget: Budget, before: Tokens): Tokens {
  const room = Math.min(before, availableIn(budget));
  const told = limit === undefined ? room : limit - budget.reply;
  return Math.max(1, Math.floor(Math.min(room * 0.8, told)));
}

/** Questions go in order with the messages of the session: one that comes meanwhile may answer what was open before. */
async function writeEnding(
  house: House,
  change: Change & { turn: TurnRecord },
  said: readonly Draft[],
  asks: readonly Ask[],
): Promise<void> {
  if (asks.length === 0) return writeOrKeep(house, change, said);
  await house.presence.inOrder(change.ref.session, async () => {
    await writeOrKeep(house, { ...change, ...(await asking(house, change.turn, asks, said)) }, said);
  });
}

async function writeOrKeep(house: House, change: Change & { turn: TurnRecord }, said: readonly Draft[]): Promise<void> {
  try {
    await house.store.write(change);
  } catch (error) {
    const { ref, blobs, turn } = change;
    const ended = error instanceof ClewError && error.code === "turn/not-running";
    const stored = ended ? await house.store.turn(ref.owner, turn.id) : null;
    // It was given up for lost in the meantime: what was said is kept, as the answer it comes too late.
    if (stored?.state === "failed")
      await house.store.write({ ref, entries: said, ...(blobs === undefined ? {} : { blobs }) });
    throw error;
  }
}

/** A value that JSON can't hold is the caller's mistake, and is named as one. */
function readable(messages: readonly unknown[]): readonly HostItem[] {
  try {
    return messages.flatMap(itemsOfMessage);
  } catch (cause) {
    if (cause instanceof ClewError) throw cause;
    throw new ClewError("message/bad", "A tool's input or output can't be written as JSON", {
      hint: "Return plain values: no cycles, and no more than a thousand levels",
      cause,
    });
  }
}

/** Where a turn stands, from its entries and receipts. */
export function progressOf(entries: readonly Entry[], calls: number): Progress {
  let known: Calls = { stepOfCall: new Map(), open: new Set() };
  let steps = 0;
  for (const entry of entries) {
    if (entry.step === null) continue;
    steps = Math.max(steps, entry.step + 1);
    known = remembered([entry], entry.step, known);
  }
  return { calls, steps, ...known };
}

type Calls = Pick<Progress, "stepOfCall" | "open">;

function remembered(items: readonly (HostItem | Entry)[], step: number, known: Calls): Calls {
  const stepOfCall = new Map(known.stepOfCall);
  const open = new Set(known.open);
  for (const item of items) {
    if (item.kind === "called") stepOfCall.set(item.call, step);
    if (item.kind === "called" && !item.hosted) open.add(item.call);
    if (item.kind === "returned") open.delete(item.call);
  }
  return { stepOfCall, open };
}

function oneLine(reason: string | null): string {
  return (reason ?? "").replace(/\s+/g, " ").trim().slice(0, 300);
}
