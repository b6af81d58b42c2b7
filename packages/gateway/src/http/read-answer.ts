/** An answer to a view: passed on while it is read, or something else is to be sent before the client hears of it. */
import { classifyOverflow, type Overflow } from "@clewline/core/model/overflow/classify.js";
import { describeError } from "@clewline/text/error-text.js";
import { isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import type { KnownThought } from "../bound/bound-request.js";
import { addUsage } from "../recall/add-usage.js";
import { type JoinedStream, joinStream } from "../recall/join-stream.js";
import { listRecalls } from "../recall/recall-tool.js";
import type { ListTurn } from "../turn/list-turn.js";
import type { ReplyForm, ReplyReader, WireMessage } from "../wire/wire.js";
import { viewMs, withDeadline } from "./deadline.js";
import { type AnsweredCall, bindReply, describeFailure, finishQuietly, openReader, pickEnd } from "./finish-call.js";
import { passHeaders } from "./forward.js";
import { type Cut, chainStreams, openReply, type ReplyEnd } from "./pass-reply.js";
import { isRefusal, readBlame } from "./sent-form.js";
import { describeForm } from "./view-headers.js";
import { readCost, type WatchedCall } from "./watch-call.js";

export interface ReadCall extends AnsweredCall {
  /** The path at the upstream. */
  readonly path: string;
  readonly turn: ListTurn;
  /** Whether the model has our tool, whose calls are nobody else's affair. */
  readonly mayRecall: boolean;
  readonly cut: Cut;
}

/** The state that the calls of one answer share. */
export interface AnswerCourse {
  /** Accounts of the calls that ended in a recall. */
  readonly spent: Json[];
  /** The stream that the client hears while the model may recall something; null before there is any. */
  joined: JoinedStream | null;
  /** The rest of an answer of which the client has the beginning. */
  follow(answer: RecallingAnswer): Promise<ReadableStream<Uint8Array> | null>;
}

/** An answer that only asks for what the log has. */
export interface RecallingAnswer {
  readonly reply: WireMessage;
  /** The bonds of its reasoning. */
  readonly bound: readonly KnownThought[];
}

/** A view that its provider does not take. */
export interface RefusedView {
  readonly status: number;
  readonly text: string;
  /** Null where it is not about its size. */
  readonly overflow: Overflow | null;
  readonly pass: () => Response;
}

export async function readAnswer(
  viewed: ReadCall,
  response: Response,
  call: WatchedCall,
  course: AnswerCourse,
): Promise<Response | RefusedView | RecallingAnswer> {
  const headers = passHeaders(response.headers, describeForm("viewed", viewed.turn.ref.session, call.receipt));
  const { status } = response;
  const form = viewed.wire.pickForm(viewed.path, response.headers.get("content-type") ?? "");
  if (response.ok && form !== "whole" && response.body !== null) {
    return readStream(viewed, { body: response.body, form, status, headers }, call, course);
  }
  const { bytes, broken } = await readWhole(response);
  const text = new TextDecoder().decode(bytes);
  const reader = openReader(viewed, "whole");
  reader.add(text);
  reader.end();
  call.began();
  if (broken !== null) return passBroken(viewed, call, { bytes, broken, status, headers });
  const reply = response.ok ? reader.message() : null;
  if (viewed.mayRecall && reply !== null && listRecalls(reply).length > 0) {
    return endRecalling(reader, reply, call, course);
  }
  // Some statuses have no body, not even an empty one.
  const body = bytes.byteLength === 0 ? null : (addToText(text, course.spent) ?? bytes);
  const pass = () => new Response(body, { status, headers });
  const refused = reply === null ? readRefused(status, text) : null;
  if (refused !== null) return { ...refused, text, pass };
  if (response.ok) call.ended("answered", await readCost(call, reader));
  else call.ended("failed", { failed: `status ${status}` });
  const end = response.ok ? "whole" : "failed";
  await finishQuietly(viewed, viewed.turn, { reader, end, bound: call.bound });
  return pass();
}

/** Some routers answer with status 200 and an error in the place of an answer. */
function readRefused(status: number, text: string): Pick<RefusedView, "status" | "overflow"> | null {
  const data = tryParseJson(text);
  const isFine = status < 400;
  if (isFine && !(isObject(data) && isObject(data.error))) return null;
  const overflow = classifyOverflow({ ...(isFine ? {} : { statusCode: status }), responseBody: text, data });
  const blame = isFine ? readBlame(data) : status;
  return overflow !== null || (blame !== null && isRefusal(blame)) ? { status: blame ?? status, overflow } : null;
}

/** Its cost is added to the account of the answer that the client gets. */
async function endRecalling(
  reader: ReplyReader,
  reply: WireMessage,
  call: WatchedCall,
  { spent }: AnswerCourse,
): Promise<RecallingAnswer> {
  const cost = await readCost(call, reader);
  call.ended("answered", cost);
  spent.push(...cost.usage);
  return { reply, bound: await bindReply(call.bound, reply) };
}

/** Null where nothing is added, so that it passes byte for byte. */
function addToText(text: string, spent: readonly Json[]): string | null {
  const body = spent.length === 0 ? undefined : tryParseJson(text);
  return isObject(body) ? JSON.stringify(addUsage(body, spent)) : null;
}

/** As far as it came, and why no more of it did. */
async function readWhole({
  body,
}: Response): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly broken: string | null }> {
  const pieces: Uint8Array[] = [];
  let broken: string | null = null;
  try {
    for await (const piece of body ?? []) pieces.push(piece);
  } catch (error) {
    broken = describeError(error);
  }
  return { bytes: new Uint8Array(Buffer.concat(pieces)), broken };
}

interface BrokenAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly broken: string;
  readonly status: number;
  readonly headers: Headers;
}

/** A body that breaks off breaks off for the client too. The turn is over before it hears of that. */
async function passBroken(
  viewed: ReadCall,
  call: WatchedCall,
  { bytes, broken, status, headers }: BrokenAnswer,
): Promise<Response> {
  call.ended(...describeFailure(viewed, broken));
  await finishQuietly(viewed, viewed.turn, { reader: null, end: pickEnd(viewed) });
  let isSent = bytes.byteLength === 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(out) {
      if (!isSent) {
        isSent = true;
        return out.enqueue(bytes);
      }
      await viewed.cut();
      out.close();
    },
  });
  return new Response(body, { status, headers });
}

interface Streamed {
  readonly body: ReadableStream<Uint8Array>;
  readonly form: ReplyForm;
  readonly status: number;
  readonly headers: Headers;
}

async function readStream(
  viewed: ReadCall,
  { body, form, status, headers }: Streamed,
  call: WatchedCall,
  course: AnswerCourse,
): Promise<Response | RefusedView | RecallingAnswer> {
  const reader = openReader(viewed, form);
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
    if (message !== null) next = await endRecalling(reader, message, call, course);
    else await endStream(viewed, reader, { call, end, joined });
  };
  const stream = () => reply.pass(ended, viewed.cut, viewed.left);
  const follow = () => (next === null ? Promise.resolve(null) : course.follow(next));
  const pass = () => new Response(joined === null ? stream() : chainStreams(stream(), follow), { status, headers });
  const overflow = reply.error === null ? null : classifyOverflow({ data: reply.error });
  const blame = reply.error === null ? null : readBlame(reply.error);
  if (overflow === null && blame === null) return pass();
  return { status: blame ?? 400, text: JSON.stringify(reply.error), overflow, pass };
}

interface StreamEnd {
  readonly call: WatchedCall;
  readonly end: ReplyEnd;
  readonly joined: JoinedStream | null;
}

async function endStream(viewed: ReadCall, reader: ReplyReader, { call, end, joined }: StreamEnd): Promise<void> {
  const outcome = end.kind === "whole" ? "answered" : end.kind === "left" ? "stopped" : "failed";
  call.ended(outcome, { ...(await readCost(call, reader)), ...(end.kind === "whole" ? {} : { failed: end.reason }) });
  const reply = end.kind === "whole" && joined !== null ? reader.message() : null;
  if (reply !== null && listRecalls(reply).length > 0) await tryRecallBeside(viewed, reply);
  const { bound } = call;
  const kind = end.kind === "cut" ? "failed" : end.kind;
  await finishQuietly(viewed, viewed.turn, { reader, end: kind, bound, shown: joined?.shown ?? reader });
}

/** The part of the answer that the client has stands, even if the recall fails. */
async function tryRecallBeside({ turn, alarm }: ReadCall, reply: WireMessage): Promise<void> {
  try {
    await withDeadline(turn.recalledBeside(reply), viewMs);
  } catch (error) {
    alarm("fault", `nothing could be recalled in ${turn.ref.session}: ${describeError(error)}`);
  }
}
