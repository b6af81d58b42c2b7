/** One request for an answer: its list is taken in, its view sent, what comes back passed on and kept. */
import type { Tokens } from "../../core/log/keys.js";
import type { CallReport } from "../../core/model/call-usage.js";
import { classifyOverflow, type Overflow } from "../../core/model/overflow/classify.js";
import { describeError } from "../../core/text/error-text.js";
import { isObject, type Json, tryParseJson } from "../../core/text/json.js";
import type { Refusal } from "../../core/view/view-input.js";
import type { FittingView, ViewOutcome } from "../../core/view/view-result.js";
import type { Binding, BoundRequest } from "../bound/bound-thoughts.js";
import { addUsage } from "../recall/add-usage.js";
import { type JoinedStream, joinStream } from "../recall/join-stream.js";
import { listRecalls } from "../recall/recall-tool.js";
import type { AnswerEnd, ListTurn } from "../turn/list-turn.js";
import type { SentForm, ThoughtCheck, TurnForm } from "../turn/traffic.js";
import type { JsonObject, ReplyForm, ReplyReader, Wire, WireMessage, WireRequest } from "../wire/wire.js";
import { passHeaders } from "./forward.js";
import { type Cut, chainStreams, openReply, type ReplyEnd } from "./pass-reply.js";
import { describeRefused, isRefusal, keepBound, pickNextForm, type RefusedRequest } from "./sent-form.js";
import { describeView } from "./view-headers.js";
import { type CallMade, type WatchedCall, watchCall } from "./watch-call.js";
import { writeView } from "./write-view.js";

/** A request whose list is in the log. */
export interface ViewedRequest {
  readonly wire: Wire;
  /** What the upstream is asked for. */
  readonly path: string;
  readonly body: JsonObject;
  /** The same as its client wrote it. */
  readonly own: JsonObject;
  readonly request: WireRequest;
  readonly turn: ListTurn;
  /** The form in which this turn's requests go out. */
  readonly form: TurnForm;
  /** Whether the model has our tool, whose calls are nobody else's affair. */
  readonly mayRecall: boolean;
  /** Sends such a body to the upstream. */
  readonly send: (body: JsonObject) => Promise<Response>;
  /** Null where no model of the wire checks reasoning. */
  readonly check: ThoughtCheck | null;
  readonly cut: Cut;
  /** Aborts when the client leaves. */
  readonly left: AbortSignal;
  /** Called with the name of the answer that the client has, where it has one, and with the provider's own. */
  readonly answered: (id: string, own: string) => void;
  readonly clock: () => number;
  /** A line for whoever runs the gateway. */
  readonly say: (line: string) => void;
}

/** Refusals of one request that are mended; what is refused once more is the client's affair. */
const mostRefusals = 3;

/** Answers of one request that recall something; one more is told to come to an end. */
const mostRecalls = 6;

export function answerRequest(viewed: ViewedRequest): Promise<Response> {
  return ask(viewed, viewed.turn.first, { form: viewed.form.read(), refusals: 0, recalls: 0, spent: [], joined: null });
}

/** What a request has come to, over all calls that its answer took. */
interface Course {
  form: SentForm;
  refusals: number;
  recalls: number;
  /** What calls cost that ended in a recall. */
  readonly spent: Json[];
  /** What the client hears of a stream in which the model may recall something; null before there is any. */
  joined: JoinedStream | null;
}

async function ask(viewed: ViewedRequest, first: ViewOutcome, course: Course): Promise<Response> {
  for (let view = first; ; ) {
    if (view.kind === "too-small") return refuseTooSmall(viewed, view.needed, view.available);
    const { form } = course;
    const called = (report: CallMade) => viewed.turn.called(form.isOwn ? { ...report, unviewed: true } : report);
    const call = watchCall(viewed.clock, form.isOwn ? null : view.receipt.id, called);
    const answer = await readAnswer(viewed, await trySend(viewed, view, { call, form }), call, course);
    if (answer instanceof Response) return answer;
    if ("status" in answer) {
      const next = pickNextForm(viewed.own, form, { ...answer, ...call });
      if (next === null) return endRefused(viewed, call, answer);
      viewed.say(describeRefused(viewed.turn.ref.session, answer, next));
      if (next.isBare && !form.isBare) viewed.check?.learn();
      call.ended("failed", { failed: `status ${answer.status}` });
      await viewed.turn.wrote();
      course.form = next;
      viewed.form.keep(next);
      continue;
    }
    if ("reply" in answer) {
      const recalled = await tryRecall(viewed, answer, ++course.recalls);
      if (recalled instanceof Response) return recalled;
      view = recalled;
      continue;
    }
    // What continues a list that the provider keeps goes out as it came, however often.
    const isMended = viewed.request.continues === null && !form.isOwn && course.refusals++ < mostRefusals;
    const smaller = isMended ? await trySmaller(viewed, answer.overflow, call) : null;
    if (smaller === null) return finishWith(viewed, call, answer.pass);
    view = smaller;
  }
}

async function refuseTooSmall({ turn, wire }: ViewedRequest, needed: Tokens, available: Tokens): Promise<Response> {
  await turn.finish(null, "failed");
  const { status, body } = wire.refuse({ kind: "overflow", needed, available });
  return Response.json(body, { status, headers: { "x-clew": "viewed" } });
}

interface SentCall {
  readonly call: WatchedCall;
  readonly form: SentForm;
}

async function trySend(viewed: ViewedRequest, view: FittingView, { call, form }: SentCall): Promise<Response> {
  const { turn, send, own } = viewed;
  try {
    const written = form.isOwn ? own : writeView(viewed, view, turn.sent);
    call.bound = keepBound(viewed.check, view, { written, own, form });
    call.sent = call.bound?.body ?? written;
    return await send(call.sent);
  } catch (error) {
    call.ended(...describeFailure(viewed, "the upstream was not reached"));
    await finishQuietly(viewed, null, pickEnd(viewed));
    throw error;
  }
}

async function endRefused(
  viewed: ViewedRequest,
  call: WatchedCall,
  { status, pass }: RefusedRequest,
): Promise<Response> {
  call.ended("failed", { failed: `status ${status}` });
  await finishQuietly(viewed, null, "failed");
  return pass();
}

/** An answer that only asks for what the log has. */
interface RecallingAnswer {
  readonly reply: WireMessage;
  /** The bonds of its reasoning. */
  readonly bound: readonly Binding[];
}

/** The view with what was recalled. A model that never stops asking, and a log that can't be read, leave the client without an answer. */
async function tryRecall(
  viewed: ViewedRequest,
  answer: RecallingAnswer,
  recalls: number,
): Promise<ViewOutcome | Response> {
  const { turn, wire, say } = viewed;
  try {
    if (recalls <= mostRecalls + 1) return await turn.recalled(answer, recalls > mostRecalls);
    say(`a model in ${turn.ref.session} recalled more than ${mostRecalls} times for one answer`);
  } catch (error) {
    say(`nothing could be recalled in ${turn.ref.session}: ${describeError(error)}`);
  }
  await finishQuietly(viewed, null, pickEnd(viewed));
  const { status, body } = wire.refuse({
    kind: "unavailable",
    message: "What the model asked of the log has no answer",
  });
  return Response.json(body, { status, headers: { "x-clew": "viewed" } });
}

/** An answer that can be made again smaller, or passed on as it is. */
interface RefusedAnswer {
  readonly overflow: Overflow;
  readonly pass: () => Response;
}

async function readAnswer(
  viewed: ViewedRequest,
  response: Response,
  call: WatchedCall,
  course: Course,
): Promise<Response | RefusedAnswer | RefusedRequest | RecallingAnswer> {
  const headers = passHeaders(response.headers, describeView(viewed.turn.ref.session, call.receipt));
  const { status } = response;
  const form = viewed.wire.pickForm(viewed.path, response.headers.get("content-type") ?? "");
  if (response.ok && form !== "whole" && response.body !== null) {
    return readStream(viewed, { body: response.body, form, status, headers }, call, course);
  }
  const bytes = await readWhole(viewed, response, call);
  const text = new TextDecoder().decode(bytes);
  const reader = viewed.wire.readReply("whole");
  reader.add(text);
  call.began();
  const reply = response.ok ? reader.message() : null;
  if (viewed.mayRecall && reply !== null && listRecalls(reply).length > 0) {
    return endRecalling(reader, reply, call, course);
  }
  // Some statuses have no body, not even an empty one.
  const body = bytes.byteLength === 0 ? null : (addToText(text, course.spent) ?? bytes);
  const pass = () => new Response(body, { status, headers });
  const overflow = response.ok
    ? null
    : classifyOverflow({ statusCode: status, responseBody: text, data: tryParseJson(text) });
  if (overflow !== null) return { overflow, pass };
  if (isRefusal(status)) return { status, text, pass };
  if (response.ok) call.ended("answered", { usage: listUsage(reader) });
  else call.ended("failed", { failed: `status ${status}` });
  await finishQuietly(viewed, reader, response.ok ? "whole" : "failed", call);
  return pass();
}

/** What it cost is added to the account of the answer that the client gets. */
function endRecalling(reader: ReplyReader, reply: WireMessage, call: WatchedCall, { spent }: Course): RecallingAnswer {
  const usage = listUsage(reader);
  call.ended("answered", { usage });
  spent.push(...usage);
  return { reply, bound: call.bound?.bind(reply.original) ?? [] };
}

/** Null where nothing is added, so that it passes byte for byte. */
function addToText(text: string, spent: readonly Json[]): string | null {
  const body = spent.length === 0 ? undefined : tryParseJson(text);
  return isObject(body) ? JSON.stringify(addUsage(body, spent)) : null;
}

/** A body that breaks off is no answer: the turn is over before the client hears of it. */
async function readWhole(viewed: ViewedRequest, response: Response, call: WatchedCall): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (error) {
    call.began();
    call.ended(...describeFailure(viewed, describeError(error)));
    await finishQuietly(viewed, viewed.wire.readReply("whole"), pickEnd(viewed));
    throw error;
  }
}

/** Whatever breaks off once the client has left, breaks off for that. */
function pickEnd({ left }: ViewedRequest): AnswerEnd {
  return left.aborted ? "left" : "failed";
}

function describeFailure({ left }: ViewedRequest, reason: string): Parameters<WatchedCall["ended"]> {
  return left.aborted ? ["stopped", { failed: "the client left" }] : ["failed", { failed: reason }];
}

interface Streamed {
  readonly body: ReadableStream<Uint8Array>;
  readonly form: ReplyForm;
  readonly status: number;
  readonly headers: Headers;
}

async function readStream(
  viewed: ViewedRequest,
  { body, form, status, headers }: Streamed,
  call: WatchedCall,
  course: Course,
): Promise<Response | RefusedAnswer | RecallingAnswer> {
  const reader = viewed.wire.readReply(form);
  if (viewed.mayRecall) course.joined ??= joinStream(viewed.wire, form);
  const { joined } = course;
  joined?.begin(reader, course.spent);
  const reply = await openReply(body, reader, joined);
  call.began();
  const recalling = () => (joined?.asks() && reader.isWhole ? reader.message() : null);
  const asked = joined?.hasBegun ? null : recalling();
  if (asked !== null) return endRecalling(reader, asked, call, course);
  let next: RecallingAnswer | null = null;
  const ended = async (end: ReplyEnd) => {
    const message = recalling();
    if (message !== null) next = endRecalling(reader, message, call, course);
    else await endStream(viewed, reader, { call, end, joined });
  };
  const stream = () => reply.pass(ended, viewed.cut, viewed.left);
  const follow = () => (next === null ? Promise.resolve(null) : goOn(viewed, next, course));
  const pass = () => new Response(joined === null ? stream() : chainStreams(stream(), follow), { status, headers });
  const overflow = reply.error === null ? null : classifyOverflow({ data: reply.error });
  return overflow === null ? pass() : { overflow, pass };
}

interface StreamEnd {
  readonly call: WatchedCall;
  readonly end: ReplyEnd;
  readonly joined: JoinedStream | null;
}

async function endStream(viewed: ViewedRequest, reader: ReplyReader, { call, end, joined }: StreamEnd): Promise<void> {
  const outcome = end.kind === "whole" ? "answered" : end.kind === "left" ? "stopped" : "failed";
  call.ended(outcome, { usage: listUsage(reader), ...(end.kind === "whole" ? {} : { failed: end.reason }) });
  const reply = end.kind === "whole" && joined !== null ? reader.message() : null;
  if (reply !== null && listRecalls(reply).length > 0)
    await tryRecallBeside(viewed, { reply, bound: call.bound?.bind(reply.original) ?? [] });
  const { bound } = call;
  await finishQuietly(viewed, reader, end.kind === "cut" ? "failed" : end.kind, {
    bound,
    shown: joined?.shown ?? reader,
  });
}

/** What the client has of the answer stands, whatever becomes of the recall. */
async function tryRecallBeside({ turn, say }: ViewedRequest, answer: RecallingAnswer): Promise<void> {
  try {
    await turn.recalledBeside(answer);
  } catch (error) {
    say(`nothing could be recalled in ${turn.ref.session}: ${describeError(error)}`);
  }
}

/** The rest of an answer whose beginning the client has. What can't be gone on with breaks off: another status comes too late. */
async function goOn(
  viewed: ViewedRequest,
  answer: RecallingAnswer,
  course: Course,
): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const view = await tryRecall(viewed, answer, ++course.recalls);
    const response = view instanceof Response ? view : await ask(viewed, view, course);
    if (response.ok && response.body !== null) return response.body;
  } catch {
    // The call that failed is in the log.
  }
  await viewed.cut();
  return null;
}

function listUsage({ usage }: ReplyReader): CallReport["usage"] {
  return usage === null ? [] : [usage];
}

/** Null where it can't be made smaller: then the client hears what the provider said. */
async function trySmaller(
  { turn, say }: ViewedRequest,
  overflow: Overflow,
  call: WatchedCall,
): Promise<ViewOutcome | null> {
  const refused = makeRefusal(overflow);
  if (refused === null) return null;
  call.ended("refused", {
    failed: "it was too large",
    ...(refused.limit === undefined ? {} : { limit: refused.limit }),
  });
  try {
    return await turn.smaller(refused);
  } catch (error) {
    say(`a smaller view of ${turn.ref.session} could not be made: ${String(error)}`);
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

async function finishWith(viewed: ViewedRequest, call: WatchedCall, pass: () => Response): Promise<Response> {
  call.ended("refused", { failed: "it was too large" });
  await finishQuietly(viewed, null, "failed");
  return pass();
}

interface FinishedCall {
  readonly bound?: BoundRequest | null;
  /** The answer that the client has heard, where that is another. */
  readonly shown?: ReplyReader | null;
}

/** What could not be kept must not cost the client its answer: the list comes again, with it. */
async function finishQuietly(
  { turn, say, answered }: ViewedRequest,
  reader: ReplyReader | null,
  end: AnswerEnd,
  { bound = null, shown = reader }: FinishedCall = {},
): Promise<void> {
  const id = shown?.id ?? null;
  if (id !== null) answered(id, reader?.id ?? id);
  const reply = reader?.message() ?? null;
  try {
    const heard = shown === reader ? reply : (shown?.message() ?? null);
    await turn.finish(reply, end, {
      id,
      shown: heard,
      bound: reply === null ? [] : (bound?.bind(reply.original) ?? []),
    });
  } catch (error) {
    say(`an answer in ${turn.ref.session} is not in the log yet: ${String(error)}`);
  }
}
