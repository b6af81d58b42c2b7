/**
 * Answers one request: sends its view, passes the reply on and stores it. If the view fails, the client's own request
 * goes out. So the client never gets a refusal that its own request would not have met.
 */
import { tooLarge } from "@clewline/core/model/call-usage.js";
import type { Overflow } from "@clewline/core/model/overflow/classify.js";
import { isOfBond, isOfReasoning } from "@clewline/core/model/reasoning/refused-reasoning.js";
import type { Refusal } from "@clewline/core/view/view-input.js";
import type { FittingView, ViewOutcome } from "@clewline/core/view/view-result.js";
import { runSteps } from "@clewline/platform/let-loop-pass.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Steps } from "@clewline/text/steps.js";
import type { WrittenBody } from "../body/write-body.js";
import { listBindings } from "../bound/bound-request.js";
import { type WatchedPrefix, watchPrefix } from "../prefix/watch-prefix.js";
import { makeKept, type TurnForm } from "../turn/sent-form.js";
import type { ThoughtCheck } from "../turn/traffic.js";
import type { JsonObject, WireRequest } from "../wire/wire.js";
import { viewMs, withDeadline } from "./deadline.js";
import { describeFailure, finishQuietly, pickEnd } from "./finish-call.js";
import { type AnswerCourse, type ReadCall, type RecallingAnswer, type RefusedView, readAnswer } from "./read-answer.js";
import { keepBound, readNamedMessage } from "./sent-form.js";
import { type WatchedCall, watchCall } from "./watch-call.js";
import { writeView } from "./write-view.js";

/** A request whose list is in the log. */
export interface ViewedRequest extends ReadCall {
  readonly body: JsonObject;
  /** The same as its client wrote it. */
  readonly own: JsonObject;
  readonly request: WireRequest;
  /** How this turn's requests go out. */
  readonly form: TurnForm;
  readonly write: (body: JsonObject) => Steps<WrittenBody>;
  readonly send: (written: WrittenBody, call: WatchedCall) => Promise<Response>;
  /** Sends the client's own request. With `mayBare`, its reasoning may be bound to views, and it goes out without where that is refused. */
  readonly sendOwn: (mayBare: boolean) => Promise<Response>;
  /** Null where no model of the wire checks reasoning. */
  readonly check: ThoughtCheck | null;
  /** The request to compare its beginning with; null if it continues a list that the provider keeps. */
  readonly prefix: WatchedPrefix | null;
  readonly clock: () => number;
}

/** Refusals of one request as too large that are mended; then its client's own goes out. */
const mostRefusals = 3;

/** Answers of one request that recall something; after these, the model is asked to finish. */
const mostRecalls = 6;

/** Faults of a provider at views of one turn, after which the client's own request goes out. */
const mostFaults = 2;

const usual = makeKept("viewed");

export function answerRequest(viewed: ViewedRequest): Promise<Response> {
  const course: Course = {
    ...{ refusals: 0, recalls: 0, isUnderway: false, spent: [], joined: null },
    follow: (answer) => goOn(viewed, answer, course),
  };
  return ask(viewed, viewed.turn.first, course);
}

/** The progress of a request, over all calls that its answer took. */
interface Course extends AnswerCourse {
  refusals: number;
  recalls: number;
  /** Whether the client has the beginning of the answer. */
  isUnderway: boolean;
}

type NextStep = ViewOutcome | Response | null;

async function ask(viewed: ViewedRequest, first: ViewOutcome | null, course: Course): Promise<Response> {
  for (let next: NextStep = first; ; ) {
    if (next instanceof Response) return next;
    if (next?.kind !== "fits") return sendInstead(viewed, course, next === null ? null : describeSmall(viewed, next));
    const view: FittingView = next;
    const call = watchCall(viewed.clock, view.receipt.id, viewed.turn.called);
    const written = await tryWriting(viewed, view, call);
    if (written === null) return sendInstead(viewed, course, null);
    const answer = await readAnswer(viewed, await sendWritten(viewed, call, written), call, course);
    if (answer instanceof Response) {
      noteStatus(viewed, answer.status);
      return answer;
    }
    next =
      "reply" in answer ? await recall(viewed, answer, course) : await mend(viewed, { view, call, answer, course });
  }
}

function describeSmall({ turn }: ViewedRequest, { needed, available }: Exclude<ViewOutcome, FittingView>): string {
  return `no view of ${turn.ref.session} is small enough (${needed} tokens of ${available}): ${untilNextTurn}`;
}

/** Returns null after a fault of ours. */
async function tryWriting(viewed: ViewedRequest, view: FittingView, call: WatchedCall): Promise<WrittenBody | null> {
  const { turn, own, check, form } = viewed;
  try {
    const written = await runSteps(writeView(viewed, view, turn.sent, call.shown));
    call.bound = await runSteps(keepBound(check, view, { written, own, isBare: form.read()?.isBare === true }));
    call.sent = call.bound?.body ?? written;
    call.tells = viewed.prefix === null ? null : watchPrefix(viewed.prefix, { body: call.sent, list: turn.sent.list });
    return await runSteps(viewed.write(call.sent));
  } catch (error) {
    call.ended("failed", { failed: "it could not be written" });
    viewed.alarm("fault", `a view of ${turn.ref.session} could not be written: ${describeError(error)}`);
    return null;
  }
}

async function sendWritten(viewed: ViewedRequest, call: WatchedCall, written: WrittenBody): Promise<Response> {
  try {
    const answer = await viewed.send(written, call);
    call.headers = answer.headers;
    return answer;
  } catch (error) {
    call.ended(...describeFailure(viewed, "the upstream was not reached"));
    await finishQuietly(viewed, viewed.turn, { reader: null, end: pickEnd(viewed) });
    throw error;
  }
}

/** Sends the client's own request, for the rest of its turn. `line` is the reason, if it was not printed yet. */
async function sendInstead(
  viewed: ViewedRequest,
  course: Course,
  line: string | null,
  mayBare = true,
): Promise<Response> {
  if (line !== null) viewed.alarm("refused", line);
  viewed.form.keep(makeKept("own"));
  if (!course.isUnderway) return viewed.sendOwn(mayBare);
  // Another answer can't take the place of one that the client has begun to read.
  await finishQuietly(viewed, viewed.turn, { reader: null, end: pickEnd(viewed) });
  return new Response(null, { status: 503 });
}

/** A provider that fails at a view again and again may not fail at what the client wrote: its next try finds that out. */
function noteStatus({ form, turn, alarm }: ViewedRequest, status: number): void {
  const kept = form.read() ?? usual;
  const faults = status === 500 ? kept.faults + 1 : 0;
  if (faults === kept.faults) return;
  const isOver = faults === mostFaults;
  if (isOver) alarm("refused", `views of ${turn.ref.session} failed ${mostFaults} times (500): ${untilNextTurn}`);
  form.keep({ ...kept, faults, form: isOver ? "own" : kept.form });
}

const untilNextTurn = "the client's own request goes out until its next turn";

interface RefusedCall {
  readonly view: FittingView;
  readonly call: WatchedCall;
  readonly answer: RefusedView;
  readonly course: Course;
}

/** Picks the request after a refusal: the view smaller or without reasoning, else the client's own request. */
async function mend(viewed: ViewedRequest, refused: RefusedCall): Promise<NextStep> {
  const { turn, own, alarm } = viewed;
  const { view, call, answer, course } = refused;
  const { status, text, overflow } = answer;
  if (overflow?.kind === "quota") return endRefused(viewed, refused);
  if (overflow !== null && viewed.request.continues === null && course.refusals++ < mostRefusals) {
    const smaller = await trySmaller(viewed, overflow, call);
    if (smaller?.kind === "fits") return smaller;
  }
  const isSame = JSON.stringify(call.sent) === JSON.stringify(own);
  if (isSame) return endRefused(viewed, refused);
  call.ended("failed", { failed: `status ${status}` });
  await writeQuietly(viewed);
  const line = `a view of ${turn.ref.session} was refused (${status})`;
  const words = text.slice(0, 300);
  const kept = viewed.form.read() ?? usual;
  if (overflow !== null || kept.isBare || call.bound === null || !isOfReasoning(text))
    return sendInstead(viewed, course, `${line}: ${untilNextTurn}. ${words}`);
  if (isOfBond(text)) viewed.check?.learn();
  if (await isClientsChange(viewed, view, call, text)) {
    alarm("bound", `${line}: the client changed what stands before its reasoning, and ${untilNextTurn}. ${words}`);
    return sendInstead(viewed, course, null, false);
  }
  alarm("bound", `${line}: the view changed what stands before its reasoning, and goes out without. ${words}`);
  viewed.form.keep({ ...kept, isBare: true });
  return view;
}

/** Whether the view changed nothing before the place that the provider names. */
async function isClientsChange(
  { check, own }: ViewedRequest,
  view: FittingView,
  call: WatchedCall,
  text: string,
): Promise<boolean> {
  const upTo = readNamedMessage(text) ?? Number.POSITIVE_INFINITY;
  if (call.sent === null || check === null) return false;
  return runSteps(check.binder.isClients(call.sent, own, await runSteps(listBindings(view)), upTo));
}

async function endRefused(viewed: ViewedRequest, { call, answer }: RefusedCall): Promise<Response> {
  if (answer.overflow === null) call.ended("failed", { failed: `status ${answer.status}` });
  else call.ended("refused", { failed: tooLarge });
  await finishQuietly(viewed, viewed.turn, { reader: null, end: "failed" });
  return answer.pass();
}

/** If a call's cost can't be written now, the next call writes it. */
async function writeQuietly({ turn, alarm }: ViewedRequest): Promise<void> {
  try {
    await withDeadline(turn.wrote(), viewMs);
  } catch (error) {
    alarm("fault", `the cost of a call in ${turn.ref.session} is not in the log yet: ${describeError(error)}`);
  }
}

/** The view with what was recalled. A model that never stops asking, and a log that can't be read, end in the client's own request. */
async function recall(viewed: ViewedRequest, answer: RecallingAnswer, course: Course): Promise<NextStep> {
  const { turn, alarm } = viewed;
  const recalls = ++course.recalls;
  try {
    if (recalls <= mostRecalls + 1) return await withDeadline(turn.recalled(answer, recalls > mostRecalls), viewMs);
    alarm("fault", `a model in ${turn.ref.session} recalled more than ${mostRecalls} times for one answer`);
  } catch (error) {
    alarm("fault", `nothing could be recalled in ${turn.ref.session}: ${describeError(error)}`);
  }
  return sendInstead(viewed, course, null);
}

/** The rest of an answer whose beginning the client has. What can't be gone on with breaks off: another status comes too late. */
async function goOn(
  viewed: ViewedRequest,
  answer: RecallingAnswer,
  course: Course,
): Promise<ReadableStream<Uint8Array> | null> {
  course.isUnderway = true;
  try {
    const view = await recall(viewed, answer, course);
    const response = view instanceof Response ? view : await ask(viewed, view, course);
    if (response.ok && response.body !== null) return response.body;
  } catch {
    // The call that failed is in the log.
  }
  await viewed.cut();
  return null;
}

/** Null where it can't be made smaller. */
async function trySmaller(
  { turn, alarm }: ViewedRequest,
  overflow: Overflow,
  call: WatchedCall,
): Promise<ViewOutcome | null> {
  const refused = makeRefusal(overflow);
  if (refused === null) return null;
  call.ended("refused", {
    failed: tooLarge,
    ...(refused.limit === undefined ? {} : { limit: refused.limit }),
  });
  try {
    return await withDeadline(turn.smaller(refused), viewMs);
  } catch (error) {
    alarm("fault", `a smaller view of ${turn.ref.session} could not be made: ${describeError(error)}`);
    return null;
  }
}

function makeRefusal(overflow: Overflow): Refusal | null {
  switch (overflow.kind) {
    case "quota":
      return null;
    case "payload":
      return { bytes: true };
    case "reply":
      return { limit: overflow.limit, requested: overflow.requested - overflow.reply };
    case "window": {
      const { limit, requested } = overflow;
      return { ...(limit === null ? {} : { limit }), ...(requested === null ? {} : { requested }) };
    }
    default:
      return overflow satisfies never;
  }
}
