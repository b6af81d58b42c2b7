/**
 * Matches a message with the questions that are open in its lane.
 *
 * 1. A message answers at most one question; if two fit, the agent asks which.
 * 2. A message that answers none of them clears them. No later message is taken for their answer.
 * 3. Questions to other people stay open.
 */
import type { Instant, TurnId } from "../../log/keys.js";
import {
  type Anchor,
  type AnchorMeaning,
  dropExpired,
  type PendingQuestion,
  recordRefusal,
  shortWhileMs,
  type ThreadState,
} from "../../log/open-questions.js";
import { hasActuallyCue, readAnswer, readChoice } from "./read-answer.js";
import { readSpokenText, type SpokenText } from "./spoken-words.js";

export interface UserMessage {
  readonly text: string;
  /** The turn whose answer it replies to; "other" for a reply to anything else; null for no reply. */
  readonly repliesTo: TurnId | "other" | null;
  readonly from: string | null;
  readonly now: Instant;
  /** The turn that it begins. */
  readonly turn: TurnId;
}

export interface Resolution {
  readonly anchor: Anchor | null;
  readonly state: ThreadState;
}

export function resolve(saying: UserMessage, before: ThreadState): Resolution {
  const state = dropExpired(before, saying.now);
  const own = selectPersonQuestions(state, saying.from);
  const said = readSpokenText(saying.text);
  const picked = findPickedOption(said, saying, own);
  const meant = picked === null ? listFits(said, saying, own) : [picked];
  const [only] = meant;
  if (only === undefined) return { anchor: null, state: clearQuestions(state, own) };
  if (meant.length === 1) return settleAnswer(saying, state, only);
  const options = meant.map(({ value, asked }) => makeMeaning(asked, value));
  const which = { options, turn: saying.turn, until: saying.now + shortWhileMs, to: saying.from };
  return { anchor: { kind: "ask", options }, state: { ...state, which } };
}

/** The state after a message of this person that answers nothing. */
export function clearPersonQuestions(state: ThreadState, from: string | null): ThreadState {
  return clearQuestions(state, selectPersonQuestions(state, from));
}

type OwnQuestions = Pick<ThreadState, "open" | "refused" | "which">;

function selectPersonQuestions({ open, refused, which }: ThreadState, from: string | null): OwnQuestions {
  const isOwn = ({ to }: { readonly to: string | null }) => to === null || to === from;
  return {
    open: open.filter(isOwn),
    refused: refused.filter(isOwn),
    which: which !== null && isOwn(which) ? which : null,
  };
}

function clearQuestions(state: ThreadState, own: OwnQuestions): ThreadState {
  return {
    ...state,
    open: state.open.filter((each) => !own.open.includes(each)),
    refused: state.refused.filter((each) => !own.refused.includes(each)),
    which: own.which === null ? state.which : null,
  };
}

interface Fit {
  readonly asked: AskedQuestion;
  readonly value: string | null;
  readonly reverses: boolean;
}

type AskedQuestion = Pick<AnchorMeaning, "about" | "entry"> & { readonly pending: PendingQuestion | null };

/** The user's answer to the question which of several meanings is right. */
function findPickedOption(
  said: SpokenText,
  { repliesTo }: UserMessage,
  { which, open, refused }: OwnQuestions,
): Fit | null {
  if (which === null || (repliesTo !== null && repliesTo !== which.turn)) return null;
  const labels = which.options.map(({ about }) => about);
  const place = readChoice(said, labels);
  const option = place === null ? undefined : which.options[place];
  if (option === undefined) return null;
  const { about, entry, value } = option;
  const refusal = refused.find(({ id }) => id === option.pending);
  const pending = open.find(({ id }) => id === option.pending) ?? refusal ?? null;
  return { asked: { about, entry, pending }, value, reverses: refusal !== undefined };
}

/** The questions that the message answers, and the refusals that it takes back. */
function listFits(said: SpokenText, { repliesTo }: UserMessage, own: OwnQuestions): readonly Fit[] {
  const isMeant = ({ turn }: PendingQuestion) => repliesTo === null || turn === repliesTo;
  const fit = (pending: PendingQuestion, reverses: boolean): readonly Fit[] => {
    const value = readAnswer(said, pending);
    return value === null ? [] : [{ asked: { ...pending, pending }, value, reverses }];
  };
  const again = hasActuallyCue(said) || repliesTo !== null ? own.refused.filter(isMeant) : [];
  const reversed = again.flatMap((each) => fit(each, true)).filter(({ value }) => value === "yes");
  return [...reversed, ...own.open.filter(isMeant).flatMap((each) => fit(each, false))];
}

function settleAnswer({ now }: UserMessage, state: ThreadState, { asked, value, reverses }: Fit): Resolution {
  const { pending } = asked;
  const isOther = ({ id }: PendingQuestion) => id !== pending?.id;
  const left = { ...state, which: null, open: state.open.filter(isOther), refused: state.refused.filter(isOther) };
  const declined = pending?.expects === "yes-no" && value === "no";
  const anchor: Anchor = { kind: "answers", ...makeMeaning(asked, value), ...(reverses ? { reverses } : {}) };
  return { anchor, state: declined ? recordRefusal(left, pending, now) : left };
}

function makeMeaning({ about, entry, pending }: AskedQuestion, value: string | null): AnchorMeaning {
  return { about, entry, value, pending: pending?.id ?? null };
}
