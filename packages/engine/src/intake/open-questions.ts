/** Open questions of a lane: how an incoming message answers them, and which ones an answer adds. */

import {
  type AgentMessage,
  isPointing,
  listPointedMeanings,
} from "@clewline/core/conversation/open-questions/pointing.js";
import { clearPersonQuestions, resolve } from "@clewline/core/conversation/open-questions/resolve.js";
import type { Draft, Entry } from "@clewline/core/log/entry.js";
import { renderPlainText } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import {
  type Anchor,
  type Ask,
  addAsks,
  listMeanings,
  listStateSources,
  nothingPending,
  recordAnchoredMessage,
  shortWhileMs,
  type ThreadState,
} from "@clewline/core/log/open-questions.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { collectWithdrawnIds } from "@clewline/core/view/withdrawn.js";
import type { Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "./incoming.js";
import type { MessageStatus } from "./message-status.js";
import { makeRedactor } from "./redact/redact-words.js";
import { nothingKnown } from "./secret-register.js";

/** The anchor of a turn's message, and the records that its first write adds. */
export interface AnchorResult {
  readonly anchor: Anchor | null;
  readonly change: Pick<Change, "records" | "derived">;
}

const noAnchor: AnchorResult = { anchor: null, change: {} };

/**
 * Interprets a message once, when it arrives: it can't answer what is asked while it waits for its turn. The
 * interpretation is stored with the state, so that a second delivery, or a turn after one that failed, gets the same.
 */
export async function resolveAnchor(
  engine: Engine,
  { ref, id: turn }: Pick<TurnRecord, "ref" | "id">,
  due: readonly MessageStatus[],
  message: EntryId | undefined,
): Promise<AnchorResult> {
  const [first] = due;
  if (first === undefined || message === undefined || first.message.revision > 0) return noAnchor;
  const state = await readThreadState(engine, ref);
  const before = state.heard.find((each) => each.message === message);
  if (before !== undefined) return { anchor: before.anchor, change: {} };
  if (isOlder(first, state)) return noAnchor;
  const saying = {
    text: joinBurstText(due, first.message.from),
    repliesTo: await findRepliedTurn(engine, first.message),
    from: first.message.from,
    now: engine.clock.now(),
    turn,
  };
  const resolved = isEmpty(state) ? { anchor: null, state } : resolve(saying, state);
  const anchor = resolved.anchor ?? (await findPointedAnchor(engine, ref, saying));
  // A private message changes nothing for other surfaces.
  const isSecret = due.some((each) => each.message.private);
  if (isSecret || (resolved.anchor === null && anchor?.kind !== "ask" && isSameState(resolved.state, state))) {
    return { anchor, change: {} };
  }
  const choices = anchor?.kind === "ask" && resolved.anchor === null ? anchor.options : null;
  const which = { options: choices ?? [], turn, until: saying.now + shortWhileMs, to: saying.from };
  const next = recordAnchoredMessage(choices === null ? resolved.state : { ...resolved.state, which }, message, anchor);
  const { records, derived = [] } = makeStateChange(engine, next);
  const sources = listMeanings(anchor).flatMap(({ entry }) => entry ?? []);
  const own = sources.length === 0 ? [] : [{ kind: "aside", key: turn, sources } as const];
  return { anchor, change: { ...(records === undefined ? {} : { records }), derived: [...derived, ...own] } };
}

/** A message that joins another turn is not read as an answer, but closes open questions, as any other message does. */
export async function clearOpenQuestions(
  engine: Engine,
  ref: LaneRef,
  due: readonly MessageStatus[],
): Promise<Pick<Change, "records" | "derived">> {
  const state = await readThreadState(engine, ref);
  const left = due.reduce((rest, { message }) => clearPersonQuestions(rest, message.from), state);
  return isSameState(left, state) ? {} : makeStateChange(engine, left);
}

/** Records the questions that a turn's answer leaves open. `said` holds the entries that it ends with. */
export async function makeAskChange(
  engine: Engine,
  turn: TurnRecord,
  asks: readonly Ask[],
  said: readonly Draft[],
): Promise<Pick<Change, "records" | "derived">> {
  const { ref, id } = turn;
  // The next message may come from another surface, which must not see private entries.
  if (turn.private) return {};
  const { entries } = await engine.store.read(ref, 0, id);
  const isAgents = (entry: Entry | Draft) => entry.kind === "said" && entry.by.role === "agent" && entry.turn === id;
  const entry = (said.findLast(isAgents) ?? entries.findLast(isAgents))?.id ?? null;
  const first = entries.find((each) => each.id === turn.messages[0]);
  const to = turn.origin === "interactive" && first?.kind === "said" ? (first.by.address ?? null) : null;
  const redact = makeRedactor(await engine.secrets.load(ref));
  const clean = asks.map((ask) => ({ ...ask, about: redact(ask.about), options: ask.options?.map(redact) }));
  const state = await readThreadState(engine, ref);
  return makeStateChange(engine, addAsks(state, clean, { turn: id, entry, to, now: engine.clock.now() }));
}

/** Stores the questions that an answer left open, after its turn has ended. */
export async function askAfter(engine: Engine, turn: TurnRecord, asks: readonly Ask[]): Promise<void> {
  await engine.presence.inOrder(turn.ref.session, async () => {
    await engine.store.write({ ref: turn.ref, ...(await makeAskChange(engine, turn, asks, [])) });
  });
}

/** For the receipt: the anchor of the message, and the reason for it. */
export function describeAnchor(
  { id, anchor, surface }: TurnRecord,
  { replyTarget, entries }: Pick<Snapshot, "replyTarget" | "entries">,
): { readonly [key: string]: Json } {
  if (anchor?.kind === "answers") {
    return {
      anchor: { because: anchor.reverses ? "reversal" : "question", question: anchor.pending, entry: anchor.entry },
    };
  }
  if (anchor?.kind === "ask")
    return { anchor: { because: "unclear", among: anchor.options.map(({ entry }) => entry) } };
  if (replyTarget !== null) return { anchor: { because: "reply", entry: replyTarget.id ?? null } };
  const isSeen = ({ private: of, late }: Entry) => late === undefined && (of === undefined || of === surface);
  const isAnswer = (entry: Entry) =>
    entry.kind === "said" && entry.by.role === "agent" && entry.turn !== id && isSeen(entry);
  const newest = anchor?.entry ?? entries.findLast(isAnswer)?.id;
  return newest === undefined ? {} : { anchor: { because: "newest", entry: newest } };
}

const recordName = "thread_state";

async function readThreadState({ store }: Engine, ref: LaneRef): Promise<ThreadState> {
  const [newest] = await store.records(ref, "state", null, 1);
  if (newest?.kind !== "state") return { ...nothingPending, version: 0 };
  return newest.state;
}

function makeStateChange({ clock }: Engine, state: ThreadState): Pick<Change, "records" | "derived"> {
  const id = `state-${clock.id()}`;
  const sources = listStateSources(state);
  return {
    records: [
      {
        kind: "state",
        id,
        name: recordName,
        at: clock.now(),
        state: { ...state, version: (state.version ?? 1) + 1 },
      },
    ],
    ...(sources.length === 0 ? {} : { derived: [{ kind: "record", key: id, sources }] }),
  };
}

function isEmpty({ open, refused, which }: ThreadState): boolean {
  return open.length + refused.length === 0 && which === null;
}

function isSameState(a: ThreadState, b: ThreadState): boolean {
  return a.which === b.which && a.open.length === b.open.length && a.refused.length === b.refused.length;
}

/** Whether the message was begun or stored before a question was asked, so that it can't be the answer. */
function isOlder({ known }: MessageStatus, { open }: ThreadState): boolean {
  if (known === null) return false;
  return known.entry.turn !== null || open.some(({ asked }) => asked > known.entry.arrived);
}

/** Reads a burst as one text, without other people's messages in between. */
function joinBurstText(due: readonly MessageStatus[], from: string | null): string {
  const own = due.filter(({ message }) => message.from === from);
  const parts = own.flatMap(({ message }) => message.parts);
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}

async function findRepliedTurn(
  { store, owner }: Engine,
  { session, replyTo }: Incoming,
): Promise<TurnId | "other" | null> {
  if (replyTo === null) return null;
  const parent = await store.bySource({ owner, session }, replyTo);
  const entry = parent?.entry;
  const isAgents = entry?.kind === "noted" || (entry?.kind === "said" && entry.by.role === "agent");
  return isAgents ? (entry.turn ?? "other") : "other";
}

/** Entries to read, which hold a few messages of the agent. */
const lookBack = 64;

async function findPointedAnchor(
  { store, secrets }: Engine,
  ref: LaneRef,
  { text, repliesTo }: { readonly text: string; readonly repliesTo: TurnId | "other" | null },
): Promise<Anchor | null> {
  if (repliesTo !== null || !isPointing(text)) return null;
  const { entries: read, turns } = await store.read(ref, lookBack, null);
  // "Which one?" may appear on another surface, so private messages are no options. Late ones were never shown.
  const entries = read.filter((entry) => entry.private === undefined && entry.late === undefined);
  const interactive = new Set<TurnId>(turns.flatMap(({ id, origin }) => (origin === "interactive" ? [id] : [])));
  const byUser = ({ kind, turn, ...entry }: Entry) =>
    kind === "said" && "by" in entry && entry.by.role === "user" && (turn === null || interactive.has(turn));
  const since = entries.slice(entries.findLastIndex(byUser) + 1);
  const gone = collectWithdrawnIds(entries);
  const messages = since.flatMap(listAgentMessages).filter(({ entry }) => !gone.has(entry));
  const meanings = listPointedMeanings(messages);
  const redact = makeRedactor(meanings.length === 0 ? nothingKnown : await secrets.load(ref));
  const options = meanings.map((each) => ({ ...each, about: redact(each.about) }));
  const [newest] = options;
  if (newest?.entry === undefined || newest.entry === null) return null;
  return options.length > 1 ? { kind: "ask", options } : { kind: "newest", entry: newest.entry };
}

function listAgentMessages(entry: Entry): readonly AgentMessage[] {
  if (entry.kind !== "said" || entry.by.role !== "agent" || entry.turn === null) return [];
  const text = renderPlainText(entry.parts);
  return text.trim() === "" ? [] : [{ entry: entry.id, turn: entry.turn, at: entry.at, text }];
}
