/** One request for an answer: its list is taken in, its view sent, what comes back passed on and kept. */
import type { Tokens } from "../../core/log/keys.js";
import type { CallReport } from "../../core/model/call-usage.js";
import { classifyOverflow, type Overflow } from "../../core/model/overflow/classify.js";
import { describeError } from "../../core/text/error-text.js";
import { escapeText, isFenced } from "../../core/text/fence.js";
import { type Json, tryParseJson } from "../../core/text/json.js";
import type { Refusal } from "../../core/view/view-input.js";
import type { FittingView, ViewOutcome } from "../../core/view/view-result.js";
import { listPieces } from "../list/pieces.js";
import type { ShownPiece } from "../list/shown-piece.js";
import { addUsage } from "../recall/add-usage.js";
import { listRecalls } from "../recall/recall-tool.js";
import type { AnswerEnd, ListTurn, SentList } from "../turn/list-turn.js";
import type { JsonObject, ReplyForm, ReplyReader, Wire, WireMessage, WireRequest } from "../wire/wire.js";
import { passHeaders } from "./forward.js";
import { holdReply } from "./hold-reply.js";
import { type Cut, openReply, type ReplyEnd } from "./pass-reply.js";

/** A request whose list is in the log. */
export interface ViewedRequest {
  readonly wire: Wire;
  /** What the upstream is asked for. */
  readonly path: string;
  readonly body: JsonObject;
  readonly request: WireRequest;
  readonly turn: ListTurn;
  /** Whether the model has our tool, whose calls are nobody else's affair. */
  readonly mayRecall: boolean;
  /** Sends such a body to the upstream. */
  readonly send: (body: JsonObject) => Promise<Response>;
  readonly cut: Cut;
  /** Aborts when the client leaves. */
  readonly left: AbortSignal;
  /** Called with the provider's own name of the answer, where it has one. */
  readonly answered: (id: string) => void;
  readonly clock: () => number;
  /** A line for whoever runs the gateway. */
  readonly say: (line: string) => void;
}

/** Refusals of one request that are mended; what is refused once more is the client's affair. */
const mostRefusals = 3;

/** Answers of one request that recall something; one more is told to come to an end. */
const mostRecalls = 6;

export async function answerRequest(viewed: ViewedRequest): Promise<Response> {
  let view: ViewOutcome = viewed.turn.first;
  let refusals = 0;
  const spent: Json[] = [];
  for (let recalls = 0; ; ) {
    if (view.kind === "too-small") return refuseTooSmall(viewed, view.needed, view.available);
    const call = watchCall(viewed, view);
    const response = await trySend(viewed, view, call);
    const answer = viewed.mayRecall
      ? await readHeld(viewed, response, call, spent)
      : await readAnswer(viewed, response, call);
    if (answer instanceof Response) return answer;
    if ("reply" in answer) {
      const recalled = await tryRecall(viewed, answer.reply, ++recalls);
      if (recalled instanceof Response) return recalled;
      view = recalled;
      continue;
    }
    const smaller = refusals++ < mostRefusals ? await trySmaller(viewed, answer.overflow, call) : null;
    if (smaller === null) return finishWith(viewed, call, answer.pass);
    view = smaller;
  }
}

/**
 * The body that a view becomes. Where it has words of ours, what they mean comes first. What continues a list that the
 * provider keeps goes out as it came: a view knows only what is new.
 */
export function writeBody(
  { wire, body, request }: Pick<ViewedRequest, "wire" | "body" | "request">,
  view: FittingView,
  { list, marks }: SentList,
): JsonObject {
  if (request.continues !== null) return body;
  const all = listPieces(view, list, marks);
  const words = readOwnWords(view, request);
  const isOurs = all.some(
    (piece) => (piece.kind === "written" && !isLegend(piece)) || (piece.kind === "reduced" && !piece.isEscaped),
  );
  // What is shown in full goes out as the client's own, without the marks that the view had for it.
  const pieces = isOurs ? all : all.filter((piece) => !isLegend(piece));
  const legend: readonly ShownPiece[] =
    isOurs && words !== ""
      ? [{ kind: "written", role: "user", isMarked: false, contents: [{ type: "text", text: words }] }]
      : [];
  return wire.write(body, list, [...legend, ...pieces]);
}

/** The words on our marks, where a policy has them in the list. */
function isLegend(piece: ShownPiece): boolean {
  if (piece.kind !== "written") return false;
  return piece.contents.every((content) => content.type === "text" && isFenced("marks", content.text));
}

/** The system text of the view without that of the client, which goes out as the client wrote it. */
function readOwnWords({ system }: FittingView, { instructions }: WireRequest): string {
  const given = escapeText(instructions);
  return (system.startsWith(given) ? system.slice(given.length) : "").trim();
}

async function refuseTooSmall({ turn, wire }: ViewedRequest, needed: Tokens, available: Tokens): Promise<Response> {
  await turn.finish(null, "failed", null);
  const { status, body } = wire.refuse({ kind: "overflow", needed, available });
  return Response.json(body, { status, headers: { "x-clew": "viewed" } });
}

/** One call of the upstream: when it began, and what is said of it. */
interface WatchedCall {
  readonly receipt: string;
  ended(outcome: CallReport["outcome"], told?: Partial<Pick<CallReport, "usage" | "failed" | "limit">>): void;
  began(): void;
}

function watchCall({ turn, clock }: ViewedRequest, view: FittingView): WatchedCall {
  const start = clock();
  let firstMs: number | null = null;
  let isOver = false;
  return {
    receipt: view.receipt.id,
    began() {
      firstMs ??= Math.round(clock() - start);
    },
    ended(outcome, told = {}) {
      if (isOver) return;
      isOver = true;
      turn.called({ usage: [], ...told, outcome, firstMs, durationMs: Math.round(clock() - start) });
    },
  };
}

async function trySend(viewed: ViewedRequest, view: FittingView, call: WatchedCall): Promise<Response> {
  const { turn, send } = viewed;
  try {
    return await send(writeBody(viewed, view, turn.sent));
  } catch (error) {
    call.ended(...describeFailure(viewed, "the upstream was not reached"));
    await finishQuietly(viewed, null, pickEnd(viewed));
    throw error;
  }
}

/** An answer that only asks for what the log has. */
interface RecallingAnswer {
  readonly reply: WireMessage;
}

/** Nothing is passed on before it is certain that the answer is for the client. What it cost until then is added to its account. */
async function readHeld(
  viewed: ViewedRequest,
  given: Response,
  call: WatchedCall,
  spent: Json[],
): Promise<Response | RefusedAnswer | RecallingAnswer> {
  const { wire, path } = viewed;
  const form = wire.pickForm(path, given.headers.get("content-type") ?? "");
  const reader = wire.readReply(given.ok ? form : "whole");
  const response = await holdReply(given, reader);
  const reply = given.ok && reader.isWhole ? reader.message() : null;
  if (reply !== null && listRecalls(reply).length > 0) {
    call.began();
    call.ended("answered", { usage: listUsage(reader) });
    spent.push(...listUsage(reader));
    return { reply };
  }
  const answer = await readAnswer(viewed, response, call);
  if (!(answer instanceof Response) || spent.length === 0) return answer;
  const { status, headers } = answer;
  return new Response(addUsage(await answer.text(), form, spent), { status, headers });
}

/** The view with what was recalled. A model that never stops asking, and a log that can't be read, leave the client without an answer. */
async function tryRecall(viewed: ViewedRequest, reply: WireMessage, recalls: number): Promise<ViewOutcome | Response> {
  const { turn, wire, say } = viewed;
  try {
    if (recalls <= mostRecalls + 1) return await turn.recalled(reply, recalls > mostRecalls);
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
): Promise<Response | RefusedAnswer> {
  const headers = passHeaders(response.headers, describeView(viewed, call));
  const { status } = response;
  const form = viewed.wire.pickForm(viewed.path, response.headers.get("content-type") ?? "");
  if (response.ok && form !== "whole" && response.body !== null) {
    return readStream(viewed, { body: response.body, form, status, headers }, call);
  }
  const text = await readWhole(viewed, response, call);
  const reader = viewed.wire.readReply("whole");
  reader.add(text);
  call.began();
  const pass = () => new Response(text, { status, headers });
  const overflow = response.ok
    ? null
    : classifyOverflow({ statusCode: status, responseBody: text, data: tryParseJson(text) });
  if (overflow !== null) return { overflow, pass };
  if (response.ok) call.ended("answered", { usage: listUsage(reader) });
  else call.ended("failed", { failed: `status ${status}` });
  await finishQuietly(viewed, reader, response.ok ? "whole" : "failed");
  return pass();
}

/** A body that breaks off is no answer: the turn is over before the client hears of it. */
async function readWhole(viewed: ViewedRequest, response: Response, call: WatchedCall): Promise<string> {
  try {
    return await response.text();
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
): Promise<Response | RefusedAnswer> {
  const reader = viewed.wire.readReply(form);
  const reply = await openReply(body, reader);
  call.began();
  const ended = async (end: ReplyEnd) => {
    const outcome = end.kind === "whole" ? "answered" : end.kind === "left" ? "stopped" : "failed";
    call.ended(outcome, { usage: listUsage(reader), ...(end.kind === "whole" ? {} : { failed: end.reason }) });
    await finishQuietly(viewed, reader, end.kind === "cut" ? "failed" : end.kind);
  };
  const pass = () => new Response(reply.pass(ended, viewed.cut, viewed.left), { status, headers });
  const overflow = reply.error === null ? null : classifyOverflow({ data: reply.error });
  return overflow === null ? pass() : { overflow, pass };
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

/** What could not be kept must not cost the client its answer: the list comes again, with it. */
async function finishQuietly(
  { turn, say, answered }: ViewedRequest,
  reader: ReplyReader | null,
  end: AnswerEnd,
): Promise<void> {
  const id = reader?.id ?? null;
  if (id !== null) answered(id);
  try {
    await turn.finish(reader?.message() ?? null, end, id);
  } catch (error) {
    say(`an answer in ${turn.ref.session} is not in the log yet: ${String(error)}`);
  }
}

function describeView({ turn }: ViewedRequest, { receipt }: WatchedCall): Readonly<Record<string, string>> {
  return { "x-clew": "viewed", "x-clew-session": encodeURI(turn.ref.session), "x-clew-receipt": receipt };
}
