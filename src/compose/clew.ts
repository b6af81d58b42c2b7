import type { ModelMessage } from "ai";
import { availableIn } from "../core/budget.js";
import { ClewError } from "../core/errors.js";
import { type ReceiptId, sessionKey, type TurnId } from "../core/keys.js";
import type { LayerName } from "../core/policy.js";
import type { LaneSummary, SessionSummary } from "../core/ports.js";
import type { Receipt } from "../core/receipt.js";
import type { Request } from "../core/request.js";
import { route } from "../core/route.js";
import type { TurnOrigin } from "../core/turn.js";
import { type Overhead, tokensByLayer } from "../core/view.js";
import { begin } from "../engine/begin.js";
import type { House } from "../engine/house.js";
import {
  type Explained,
  explain,
  explainView,
  type LogPage,
  laneNamed,
  logPage,
  preview,
  receiptNamed,
  replay,
} from "../engine/inspect.js";
import { type Recalled, recall, recallPage } from "../engine/recall.js";
import { syncMessages } from "../engine/sync.js";
import { noProgress, openTurn, progressOf } from "../engine/turn.js";
import { edit, observe } from "../engine/write-message.js";
import { type IncomingMessage, parseMessage } from "./door.js";
import { type InFlight, turnsInFlight } from "./in-flight.js";
import { type Turn, tooSmall, turnOf, type Viewed, type ViewOptions } from "./turn.js";

/** Which lane to look at. Without a session the newest one, without a lane its newest. */
export interface LaneChoice {
  /** The chat, as channel:name. */
  readonly session?: string | undefined;
  /** The thread inside it, as `clew lanes` prints it. */
  readonly lane?: string | undefined;
}

/** The view that the next message would find, with the account of it. */
export interface ContextReport {
  /** The chat. */
  readonly session: string;
  /** The thread inside it. */
  readonly lane: string;
  /** The model's window. */
  readonly window: number;
  /** The part of it kept free for the reply. */
  readonly reply: number;
  /** What the view takes, as an upper estimate. */
  readonly tokens: number;
  /** Tokens by kind of content, in the order of the view. */
  readonly layers: readonly { readonly layer: LayerName; readonly tokens: number }[];
  /** Tokens that belong to no message. */
  readonly overheads: readonly Overhead[];
  /** The request itself. */
  readonly request: Request;
  /** What became of every entry, with the rule that decided. */
  readonly verdicts: readonly Explained[];
}

/** An open log, and what can be done with it. */
export interface Clew {
  /** Makes a message, or a burst of them, durable and opens the turn that answers it. */
  begin(
    message: IncomingMessage | readonly IncomingMessage[],
    options?: { readonly origin?: TurnOrigin },
  ): Promise<Turn>;
  /** Keeps a message that needs no answer. */
  observe(message: IncomingMessage): Promise<void>;
  /** Keeps a new version of a message, or its deletion. The old version stays in the log. */
  edit(message: IncomingMessage): Promise<void>;
  /** For hosts that own the messages: takes the whole list each time, stores what is new, returns the view. System messages are its instructions. */
  sync(
    given: { readonly session: string; readonly messages: readonly ModelMessage[] },
    options?: ViewOptions,
  ): Promise<Viewed>;
  /** A turn that began earlier, to go on with. */
  turn(id: string): Promise<Turn>;
  /** What the next message of a lane would get. Writes nothing. */
  context(choice?: LaneChoice): Promise<ContextReport>;
  /** The newest entries of a lane, oldest first. */
  log(choice?: LaneChoice & { readonly limit?: number }): Promise<LogPage>;
  /** What the model was sent, item by item: for a turn, or for the last call of a lane. */
  why(
    choice?: LaneChoice & { readonly turn?: string | undefined },
  ): Promise<{ readonly receipt: Receipt; readonly verdicts: readonly Explained[] }>;
  /** The exact bytes of a view that was handed out. */
  replay(receipt: string): Promise<string>;
  /** Opens a pointer, a page at a time. */
  recall(
    query: LaneChoice & { readonly pointer: string; readonly offset?: number; readonly find?: string },
  ): Promise<Recalled>;
  /** All sessions, newest first. */
  sessions(): Promise<readonly SessionSummary[]>;
  /** The lanes of a session, newest first. */
  lanes(session: string): Promise<readonly LaneSummary[]>;
  /** Releases the file. */
  close(): Promise<void>;
  /** The file of the log, or "memory". */
  readonly location: string;
}

/** How long `close` waits for a loop that has given its answer and is about to say so. */
const closingMs = 2_000;

export function clewOver(house: House): Clew {
  const flight = turnsInFlight();
  const lane = (choice: LaneChoice = {}) => laneNamed(house, choice.session ?? null, choice.lane ?? null);
  return {
    begin: async (given, { origin = "interactive" } = {}) => {
      const messages = (isList(given) ? given : [given]).map(parseMessage);
      const { turn, kind } = await begin(house, messages, origin, flight.has);
      const text = messages
        .flatMap(({ parts }) => parts.map((part) => (part.kind === "file" ? "" : part.text)))
        .join("\n");
      if (kind !== "new") return resumed(house, flight, turn.id, kind === "repeated");
      return turnOf(house, flight, openTurn(house, turn, noProgress), false, text);
    },
    observe: async (message) => {
      await observe(house, parseMessage(message));
    },
    edit: async (message) => {
      const parsed = parseMessage(message);
      await edit(house, parsed, parsed.deleted);
    },
    sync: async ({ session, messages }, options = {}) => synced(house, flight, session, messages, options),
    turn: (id) => resumed(house, flight, id, false),
    context: async (choice) => contextReport(house, await lane(choice)),
    log: async ({ limit = 50, ...choice } = {}) => logPage(house, await lane(choice), limit),
    why: async ({ turn, ...choice } = {}) => {
      const receipt = await receiptNamed(house, turn === undefined ? await lane(choice) : null, turn ?? null);
      return { receipt, verdicts: await explain(house, receipt) };
    },
    replay: (receipt) => replay(house, receipt as ReceiptId),
    recall: async ({ pointer, offset = 0, find = null, ...choice }) =>
      recall(house, await lane(choice), { pointer, offset, find, limit: recallPage }),
    sessions: () => house.store.sessions(house.owner),
    lanes: (session) => house.store.lanes(house.owner, sessionKey(session)),
    close: async () => {
      await flight.settled(closingMs);
      await house.store.close();
    },
    location: house.store.location,
  };
}

function isList(given: IncomingMessage | readonly IncomingMessage[]): given is readonly IncomingMessage[] {
  return Array.isArray(given);
}

async function resumed(house: House, flight: InFlight, id: string, repeated: boolean): Promise<Turn> {
  const turn = await house.store.turn(house.owner, id as TurnId);
  if (turn === null) {
    throw new ClewError("turn/unknown", `There is no turn ${id}`, { hint: "clew log shows the turns with their ids" });
  }
  const { entries } = await house.store.read(turn.ref, 1, turn.id);
  const own = entries.filter((entry) => entry.turn === turn.id || turn.messages.includes(entry.id));
  const calls = (await house.store.receipts(house.owner, turn.id)).length;
  const said = own.flatMap((entry) => (entry.kind === "said" && entry.by.role === "user" ? entry.parts : []));
  const text = said.map((part) => (part.kind === "text" && typeof part.text === "string" ? part.text : "")).join("\n");
  return turnOf(house, flight, openTurn(house, turn, progressOf(own, calls)), repeated, text);
}

async function synced(
  house: House,
  flight: InFlight,
  raw: string,
  messages: readonly ModelMessage[],
  options: ViewOptions,
): Promise<Viewed> {
  const session = sessionKey(raw);
  const ref = { owner: house.owner, session, lane: route({ session, topic: null, replyTo: null }, null) };
  const spoken = messages.filter((message) => message.role !== "system");
  const system = messages.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const turn = await syncMessages(house, ref, spoken);
  if (turn === null) {
    throw new ClewError("message/bad", "There is no message to sync", {
      hint: "Give the list with at least one message",
    });
  }
  const calls = (await house.store.receipts(house.owner, turn.id)).length;
  const instructions = system.length === 0 ? {} : { instructions: system.join("\n\n") };
  return turnOf(house, flight, openTurn(house, turn, { ...noProgress, calls }), true, "").view({
    ...instructions,
    ...options,
  });
}

async function contextReport(house: House, ref: Parameters<typeof preview>[1]): Promise<ContextReport> {
  const assembled = await preview(house, ref);
  if (assembled.kind === "too-small") throw tooSmall(assembled.needed, availableIn(house.budget));
  const { view } = assembled;
  return {
    session: ref.session,
    lane: ref.lane,
    window: house.budget.window,
    reply: house.budget.reply,
    tokens: view.tokens,
    layers: [...tokensByLayer(view)].map(([layer, tokens]) => ({ layer, tokens })),
    overheads: view.overheads,
    request: view.request,
    verdicts: await explainView(house, ref, view.verdicts),
  };
}
