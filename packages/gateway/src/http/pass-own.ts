/** The client's own request goes out, byte for byte. The log hears of it beside, and can neither change it nor hold it up. */

import { type CallReport, type Observed, tooLarge } from "@clewline/core/model/call-usage.js";
import { classifyOverflow } from "@clewline/core/model/overflow/classify.js";
import { isOfBond, isOfReasoning } from "@clewline/core/model/reasoning/refused-reasoning.js";
import { runSteps } from "@clewline/platform/let-loop-pass.js";
import { describeError } from "@clewline/text/error-text.js";
import { tryParseJson } from "@clewline/text/json.js";
import type { BoundRequest } from "../bound/bound-request.js";
import type { PrefixTeller } from "../prefix/watch-prefix.js";
import type { AnswerEnd } from "../turn/end-list.js";
import type { ListTurn } from "../turn/list-turn.js";
import type { ThoughtCheck } from "../turn/traffic.js";
import type { JsonObject, ReplyReader } from "../wire/wire.js";
import { keepMs, LateError, withDeadline } from "./deadline.js";
import { type AnsweredCall, describeFailure, finishQuietly, openReader, pickEnd } from "./finish-call.js";
import { passHeaders } from "./forward.js";
import { type Cut, passHeard, type ReplyEnd } from "./pass-reply.js";
import { isRefusal } from "./sent-form.js";
import { describeForm } from "./view-headers.js";
import { type CallMade, readCost, type WatchedCall, watchCall } from "./watch-call.js";

export interface OwnRequest extends AnsweredCall {
  readonly path: string;
  readonly own: JsonObject;
  /** The turn that the log has for it; null where the log could not take it in. It never fails. */
  readonly taken: Promise<ListTurn | null>;
  /** For the header `x-clew`. */
  readonly why: string;
  /** Sends the client's request as it came, or without its reasoning. */
  readonly send: (bare: BoundRequest | null) => Promise<Response>;
  /** Null where no model of the wire checks reasoning. */
  readonly check: ThoughtCheck | null;
  /** Says what would have been sent; null where no view is made. */
  readonly observe: ((turn: ListTurn) => Promise<Observed>) | null;
  /** Whether its reasoning may be bound to views, which the client never saw. */
  readonly isOfViews: () => Promise<boolean>;
  /** Sends the view that was late, if it is ready soon; null for a request that no view was late for. */
  readonly sendLate: (() => Promise<Response | null>) | null;
  /** Called where it is too large as it is. */
  readonly outgrown: () => void;
  /** Compares it with the request before; null where nothing can be compared. */
  readonly watch: (turn: ListTurn) => PrefixTeller | null;
  readonly cut: Cut;
  readonly clock: () => number;
}

export async function passOwn(own: OwnRequest): Promise<Response> {
  let told: Promise<void> = Promise.resolve();
  const call = watchCall(own.clock, null, (report) => {
    told = own.taken.then(async (turn) => {
      turn?.called({ ...report, ...(await tryTelling(own, turn, { call, report })) });
    });
  });
  const given: OwnCall = { ...own, settled: () => told.then(() => own.taken) };
  try {
    const answer = await given.send(null);
    return await (isRefusal(answer.status) ? mendRefused(given, call, answer) : hear(given, call, answer));
  } catch (error) {
    call.ended(...describeFailure(given, "the upstream was not reached"));
    await finish(given, null, pickEnd(given), null);
    throw error;
  }
}

interface OwnCall extends OwnRequest {
  /** The turn, once it knows of the call that has ended. */
  readonly settled: () => Promise<ListTurn | null>;
}

interface ToldCall {
  readonly call: WatchedCall;
  readonly report: CallMade;
}

/** Adds the comparisons that the log keeps with a call. */
async function tryTelling(
  { observe, watch, alarm }: OwnRequest,
  turn: ListTurn,
  { call: { headers, reader }, report }: ToldCall,
): Promise<Pick<CallReport, "unviewed" | "observed" | "prefix">> {
  try {
    const tells = report.outcome === "failed" || headers === null || reader === null ? null : watch(turn);
    return {
      unviewed: true,
      ...(observe === null ? {} : { observed: await observe(turn) }),
      ...(tells === null || headers === null || reader === null
        ? {}
        : { prefix: await runSteps(tells(headers, reader)) }),
    };
  } catch (error) {
    alarm("fault", `a call in ${turn.ref.session} could not be compared with its view: ${describeError(error)}`);
    return { unviewed: true };
  }
}

/**
 * Reasoning that is bound to views would not have been refused without them: the request goes out once more, as the view that was
 * late for it, else without its reasoning.
 */
async function mendRefused(given: OwnCall, call: WatchedCall, answer: Response): Promise<Response> {
  const { check, own, alarm } = given;
  const bytes = await answer.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  if (classifyOverflow({ statusCode: answer.status, responseBody: text, data: tryParseJson(text) }) !== null) {
    given.outgrown();
    call.ended("failed", { failed: tooLarge });
  }
  const refused = new Response(bytes.byteLength === 0 ? null : bytes, answer);
  if (check === null || !isOfReasoning(text) || !(await given.isOfViews())) return hear(given, call, refused);
  const view = (await given.sendLate?.()) ?? null;
  if (view !== null) {
    call.ended("failed", { failed: `status ${answer.status}` });
    return view;
  }
  alarm("bound", `reasoning that is bound to views was refused: it goes out without. ${text.slice(0, 300)}`);
  if (isOfBond(text)) check.learn();
  const bare = await runSteps(check.binder.keepNone(own, check.reader));
  const again = await given.send(bare);
  if (isRefusal(again.status)) {
    await again.body?.cancel();
    return hear(given, call, refused);
  }
  call.bound = bare;
  return hear(given, call, again);
}

async function hear(given: OwnCall, call: WatchedCall, answer: Response): Promise<Response> {
  const { status, body } = answer;
  const turn = await peek(given.taken);
  const headers = passHeaders(answer.headers, describeForm(given.why, turn?.ref.session ?? null, readReceipt(turn)));
  const form = given.wire.pickForm(given.path, answer.headers.get("content-type") ?? "");
  const reader = openReader(given, form);
  call.began();
  call.headers = answer.headers;
  const ended = async (end: ReplyEnd) => {
    const reason = end.kind === "whole" || !answer.ok ? `status ${status}` : end.reason;
    const { prefix: _prefix, ...cost } = await readCost(call, reader);
    if (end.kind === "left") call.ended("stopped", { failed: reason, ...cost });
    else if (answer.ok && end.kind === "whole") call.ended("answered", cost);
    else call.ended("failed", { failed: reason, ...cost });
    await finish(given, answer.ok ? reader : null, end.kind === "cut" ? "failed" : end.kind, call.bound);
  };
  if (body === null) {
    await ended({ kind: "cut", reason: `status ${status}` });
    return new Response(null, { status, headers });
  }
  const { cut, left } = given;
  return new Response(passHeard(body, reader, { ended, cut, left }), { status, headers });
}

/** The view that would have been sent; null where none was made. */
function readReceipt(turn: ListTurn | null): string | null {
  return turn?.first?.kind === "fits" ? turn.first.receipt.id : null;
}

/** Null as long as the log has not answered: the client does not wait for it. */
async function peek(taken: Promise<ListTurn | null>): Promise<ListTurn | null> {
  return Promise.race([taken, Promise.resolve(null)]);
}

/** Where the log needs longer, it goes on behind the answer. */
async function finish(
  given: OwnCall,
  reader: ReplyReader | null,
  end: AnswerEnd,
  bound: BoundRequest | null,
): Promise<void> {
  const kept = given.settled().then(async (turn) => {
    if (turn !== null) await finishQuietly(given, turn, { reader, end, bound });
  });
  try {
    await withDeadline(kept, keepMs);
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    // It is still being kept.
  }
}
