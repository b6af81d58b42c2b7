/** Questions and offers that an answer left open, and how the next message resolves them. */
import type { EntryId, Instant, TurnId } from "./keys.js";

export const answerKinds = ["yes-no", "number", "date", "choice", "text"] as const;
/** The expected form of an answer to an open question. @public */
export type AnswerKind = (typeof answerKinds)[number];

/** A question or an offer, as the host reports it. */
export interface Ask {
  readonly expects: AnswerKind;
  /** The decision that the answer makes, in a few words. */
  readonly about: string;
  /** The options to choose from. */
  readonly options?: readonly string[] | undefined;
  /** How long the question stays open. */
  readonly minutes?: number | undefined;
}

/** A question that an answer left open. */
export interface PendingQuestion {
  /** Names it inside its lane. */
  readonly id: string;
  /** The expected form of an answer. */
  readonly expects: AnswerKind;
  /** The decision that the answer makes, in a few words. */
  readonly about: string;
  /** The options to choose from; empty if any answer is possible. */
  readonly options: readonly string[];
  /** When it was asked. */
  readonly asked: Instant;
  /** How long an answer counts. */
  readonly until: Instant;
  /** The turn that asked, and its last message if known. */
  readonly turn: TurnId;
  /** The message that asked; null where it is not known. */
  readonly entry: EntryId | null;
  /** The address of the person who was asked; null for everyone. */
  readonly to: string | null;
}

/** One of several possible meanings of a message. */
export interface AnchorMeaning {
  /** Its subject, in a few words. */
  readonly about: string;
  /** The answer, if it has a known type. */
  readonly value: string | null;
  /** The id of the question that it answers; null for a message that was only referred to. */
  readonly pending: string | null;
  /** The message that asked, or that was referred to. */
  readonly entry: EntryId | null;
}

/** The thing that a message refers to: an open question, or several candidates, so that the agent has to ask which. */
export type Anchor =
  | (AnchorMeaning & {
      readonly kind: "answers";
      /** The answer accepts an offer that was declined before. */
      readonly reverses?: true;
    })
  | { readonly kind: "ask"; readonly options: readonly AnchorMeaning[] }
  /** The message only points at something, taken to be the agent's newest message. */
  | { readonly kind: "newest"; readonly entry: EntryId };

/** A question to the user which of several meanings is right. It was asked already, or is about to be. @public */
export interface WhichQuestion {
  /** The possible meanings. */
  readonly options: readonly AnchorMeaning[];
  /** The turn whose answer asks. */
  readonly turn: TurnId;
  /** How long an answer counts. */
  readonly until: Instant;
  /** The address of the person who is asked; null for anybody. */
  readonly to: string | null;
}

/** A lane's open questions. */
export interface ThreadState {
  /** Questions that wait for an answer. */
  readonly open: readonly PendingQuestion[];
  /** Offers that were declined a short time ago. */
  readonly refused: readonly PendingQuestion[];
  /** The user's choice between several meanings; null if none was asked for. */
  readonly which: WhichQuestion | null;
  /** How the newest messages were understood, so that none is interpreted twice. */
  readonly heard: readonly { readonly message: EntryId; readonly anchor: Anchor | null }[];
  /** Grows with every change of the state in the lane; 1 if absent. */
  readonly version?: number;
}

export const nothingPending: ThreadState = Object.freeze({ open: [], refused: [], which: null, heard: [] });

const minuteMs = 60_000;
const defaultMinutes = 30;
/** How long a user can still accept a declined offer, or answer "which one?". */
export const shortWhileMs = 10 * minuteMs;
const mostOpen = 8;
const mostRefused = 3;
const mostAnchoredMessages = 8;
export const longestAbout = 200;

/** Adds the questions of an answer. A repeated question replaces the earlier one. */
export function addAsks(
  state: ThreadState,
  asks: readonly Ask[],
  by: Pick<PendingQuestion, "turn" | "entry" | "to"> & { readonly now: Instant },
): ThreadState {
  const { now, turn, entry, to } = by;
  const asked = asks.map(
    ({ expects, about, options = [], minutes = defaultMinutes }, place): PendingQuestion => ({
      id: `${turn}-${place + 1}`,
      expects,
      about,
      options,
      asked: now,
      until: now + minutes * minuteMs,
      turn,
      entry,
      to,
    }),
  );
  const again = new Set(asked.map(makeQuestionKey));
  const before = dropExpired(state, now);
  const open = [...before.open.filter((each) => !again.has(makeQuestionKey(each))), ...asked].slice(-mostOpen);
  return { ...before, open };
}

function makeQuestionKey({ expects, about, to }: PendingQuestion): string {
  return JSON.stringify([expects, about.toLowerCase(), to]);
}

export function dropExpired(state: ThreadState, now: Instant): ThreadState {
  const isGood = ({ until }: { readonly until: Instant }) => now < until;
  return {
    ...state,
    open: state.open.filter(isGood),
    refused: state.refused.filter(isGood),
    which: state.which !== null && isGood(state.which) ? state.which : null,
  };
}

/** Keeps a declined offer, so that it can still be accepted for a short while. */
export function recordRefusal(state: ThreadState, declined: PendingQuestion, now: Instant): ThreadState {
  const refused = [...state.refused, { ...declined, until: now + shortWhileMs }].slice(-mostRefused);
  return { ...state, refused };
}

export function recordAnchoredMessage(state: ThreadState, message: EntryId, anchor: Anchor | null): ThreadState {
  const others = state.heard.filter((each) => each.message !== message);
  return { ...state, heard: [...others, { message, anchor }].slice(-mostAnchoredMessages) };
}

/** The entries whose words or meaning the state contains. */
export function listStateSources({ open, refused, which, heard }: ThreadState): readonly EntryId[] {
  const asked = [...open, ...refused].map(({ entry }) => entry);
  const meant = [...(which?.options ?? []), ...heard.flatMap(({ anchor }) => listMeanings(anchor))];
  const all = [...asked, ...meant.map(({ entry }) => entry), ...heard.map(({ message }) => message)];
  return [...new Set(all.filter((entry) => entry !== null))];
}

export function listMeanings(anchor: Anchor | null): readonly AnchorMeaning[] {
  if (anchor === null || anchor.kind === "newest") return [];
  return anchor.kind === "ask" ? anchor.options : [anchor];
}

/** The question to the user when a message may mean several things. */
export function writeWhichQuestion(options: readonly AnchorMeaning[]): string {
  const names = options.map(({ about }) => `“${about}”`);
  return `Which one do you mean: ${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}?`;
}
