/** A request that goes on to its upstream: as its view where it asks for an answer, else as it came. */
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, makeLaneAddress, type OwnerKey } from "@clewline/core/log/keys.js";
import type { Observed } from "@clewline/core/model/call-usage.js";
import { runSteps } from "@clewline/platform/let-loop-pass.js";
import { describeError } from "@clewline/text/error-text.js";
import type { KnownBodies } from "../body/known-bodies.js";
import { listCuts, type ReadBody } from "../body/read-body.js";
import { type WrittenBody, writeJsonBody } from "../body/write-body.js";
import type { BoundRequest } from "../bound/bound-request.js";
import { type WatchedPrefix, watchPrefix } from "../prefix/watch-prefix.js";
import { offerRecall } from "../recall/recall-tool.js";
import type { GatewayHost } from "../turn/host.js";
import { type GivenRequest, type ListTurn, previewList, takeList } from "../turn/list-turn.js";
import { makeKept, type SentForm } from "../turn/sent-form.js";
import { type KnownAnswer, type LaneTraffic, nameAnswer, type ThoughtCheck } from "../turn/traffic.js";
import { findAnsweredLane } from "../who/answered-lane.js";
import { continueLane, findSession } from "../who/session.js";
import type { JsonObject, Wire, WireRefusal, WireRequest } from "../wire/wire.js";
import type { Alarm } from "./alarms.js";
import { answerRequest } from "./answer-request.js";
import { chooseForm, type FormChoice } from "./choose-form.js";
import { isStillLate, LateError, lateMs, withDeadline } from "./deadline.js";
import type { AnsweredCall } from "./finish-call.js";
import { countBytes, forward, passHeaders } from "./forward.js";
import { type OwnRequest, passOwn } from "./pass-own.js";
import { type Cut, passBytes } from "./pass-reply.js";
import { unpackBody } from "./request-body.js";
import { isRefusal, keepBound } from "./sent-form.js";
import type { Destination, RequestPath } from "./upstreams.js";
import { describeReducer } from "./view-headers.js";
import { writeView } from "./write-view.js";

export interface Asked {
  readonly host: GatewayHost;
  readonly traffic: LaneTraffic;
  readonly bodies: KnownBodies;
  readonly alarm: Alarm;
  readonly owner: OwnerKey | null;
  /** Whether the owner has no other key. */
  readonly hasOnlyKey: boolean;
  readonly wire: Wire;
  readonly path: RequestPath;
  readonly destination: Destination;
  readonly request: Request;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly cut: Cut;
  readonly recall: boolean;
  readonly choice: FormChoice;
  /** The mode that the client's header asks for; null without one. */
  readonly mode: string | null;
  readonly viewMs: number;
  readonly onSent: ((sent: SentView) => void) | undefined;
}

/** A request that went on. */
export interface SentView {
  readonly ref: LaneRef;
  /** Bytes of the request as it came, and as it went on, or would have gone on where it is watched. */
  readonly given: number;
  readonly sent: number;
  readonly isObserved: boolean;
}

export async function takeRequest(asked: Asked): Promise<Response> {
  const { wire, path, request } = asked;
  const wanted = request.method === "POST" ? wire.classify(path.rest) : null;
  if (wanted === null) return pass(asked, "passed");
  const packing = request.headers.get("content-encoding");
  const unpacked = unpackBody(packing, asked.body);
  if (unpacked === null) return pass(asked, `passed; ${packing} can't be unpacked`);
  let given: ReadBody | null;
  let read: WireRequest | null;
  try {
    const bytes = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength);
    given = await runSteps(asked.bodies.read(asked.owner ?? "", bytes));
    read = given === null ? null : await runSteps(wire.read(given.value, path.rest));
  } catch (error) {
    // The upstream may take a body that is nested too deeply to be read here.
    return pass(asked, tellFault(asked, error));
  }
  if (given === null) return pass(asked, "passed; no JSON object");
  if (read === null) return pass(asked, "passed; no list of messages");
  return wanted === "count" ? count(asked, given, read) : view(asked, given, read);
}

/** As it came. */
async function pass(asked: Asked, why: string): Promise<Response> {
  return passOn(asked, await sendAsItCame(asked), why);
}

function sendAsItCame({ request, destination, body }: Asked): Promise<Response> {
  const { method, headers, signal } = request;
  const isEmpty = method === "GET" || method === "HEAD" || body.byteLength === 0;
  return forward({ url: destination.url, method, headers, body: isEmpty ? null : [body], signal });
}

function passOn({ cut }: Asked, { status, headers, body }: Response, why: string): Response {
  const answered = body === null ? null : passBytes(body, cut);
  return new Response(answered, { status, headers: passHeaders(headers, { "x-clew": why }) });
}

/** If the log fails, or is not ready in time, the request goes on as it is. */
async function view(asked: Asked, given: ReadBody, read: WireRequest): Promise<Response> {
  const { host, traffic, alarm } = asked;
  let taking: Taking;
  try {
    taking = await prepareTaking(asked, given, read);
  } catch (error) {
    if (isBadName(error)) return refuse(asked.wire, { kind: "bad", message: error.message });
    return passAsOwn(asked, { given, read, taken: nothing, why: tellFault(asked, error) });
  }
  const { family } = taking.taken.search;
  const take = () => host.during(takeList({ ...taking.taken, traffic, pickForm: taking.pickForm }));
  const { form } = taking;
  const sendLate = async (wanted: Promise<ListTurn>) => {
    // Without it the refusal is passed on, which says more than a fault of ours.
    const turn = await withDeadline(wanted, lateMs).catch(() => null);
    return turn?.form === "viewed" ? sendView(asked, { given, read, turn, taking }) : null;
  };
  if (await isStillLate(traffic.late.get(family)))
    return passAsOwn(asked, { given, read, taken: nothing, why: "passed; late" });
  if (form !== "viewed") return passBeside(asked, { given, read, taking, take, form });
  const taken = take();
  let turn: ListTurn;
  try {
    turn = await withDeadline(taken, asked.viewMs);
  } catch (error) {
    const isLate = error instanceof LateError;
    if (isLate) {
      const over = () => void traffic.late.delete(family);
      traffic.late.set(family, taken.then(over, over));
      alarm("late", `a request went on unchanged, because its view was not ready: ${describeError(error)}`);
    }
    const why = isLate ? "passed; late" : tellFault(asked, error);
    const wait = { taken: taken.catch(() => null), sendLate: () => sendLate(taken) };
    return passAsOwn(asked, { given, read, why, ...(isLate ? wait : { taken: nothing }) });
  }
  if (turn.form === "viewed") return sendView(asked, { given, read, turn, taking });
  const why = read.reducer === null ? "passed; its view was refused" : describeReducer(read.reducer);
  return passAsOwn(asked, { given, read, taken: Promise.resolve(turn), why });
}

interface BesideRequest extends Pick<PassedRequest, "given" | "read"> {
  readonly taking: Taking;
  readonly take: () => Promise<ListTurn>;
  readonly form: "own" | "observed";
}

/** The request goes out first, and the log takes it in beside. */
function passBeside(asked: Asked, { given, read, taking, take, form }: BesideRequest): Promise<Response> {
  const tell = (error: unknown) => {
    tellFault(asked, error);
    return null;
  };
  const taken = turnOfLoop().then(take).catch(tell);
  const observe = form === "observed" ? (turn: ListTurn) => observeView(asked, { given, read, turn, taking }) : null;
  const why = form === "observed" ? "observed" : "passed; off";
  // A client that was only ever watched hears of its reasoning what it would have heard without us.
  const mayBare = async () => (await taken)?.wasViewed() ?? form === "own";
  return passAsOwn(asked, { given, read, taken, why, mayBare, observe });
}

const nothing: Promise<ListTurn | null> = Promise.resolve(null);

interface Taking {
  readonly form: SentForm;
  readonly taken: Omit<GivenRequest, "traffic" | "pickForm">;
  readonly pickForm: GivenRequest["pickForm"];
  readonly body: JsonObject;
  readonly mayRecall: boolean;
}

async function prepareTaking(asked: Asked, given: ReadBody, read: WireRequest): Promise<Taking> {
  const offered = asked.recall ? offerRecall(asked.wire, given.value, read) : null;
  const { body, request } = offered ?? { body: given.value, request: read };
  const taken = { ...(await makeTaken(asked, read)), request };
  const form = chooseForm(asked.choice, asked.mode, taken.search.family, taken.engine.fns.hash);
  const pickForm: Taking["pickForm"] = (ref, turn) => {
    const known = asked.traffic.formOf(makeLaneAddress(ref), turn);
    // A turn that has begun to pass goes on so: it is viewed again with a person's next message.
    if (form === "own") known.keep(makeKept("own"));
    // Two that reduce one history undo each other's work.
    if (read.reducer !== null) return "own";
    return form === "viewed" ? (known.read()?.form ?? form) : form;
  };
  return { form, taken, pickForm, body, mayRecall: offered !== null };
}

interface TakenView {
  readonly given: ReadBody;
  readonly read: WireRequest;
  readonly turn: ListTurn;
  readonly taking: Taking;
}

function sendView(asked: Asked, { given, read, turn, taking }: TakenView): Promise<Response> {
  const { wire, path, traffic, alarm, cut } = asked;
  const { request } = taking.taken;
  const { owner } = turn.ref;
  const continued = request.continues === null ? null : traffic.findAnswer(nameAnswer(owner, request.continues));
  const check = findCheck(asked, request, turn.isBound);
  const whole = asked.body.byteLength;
  const tell = (sent: number) => asked.onSent?.({ ref: turn.ref, given: whole, sent, isObserved: false });
  return answerRequest({
    ...{ wire, path: path.rest, request, turn, check, alarm, cut, own: given.value, mayRecall: taking.mayRecall },
    body: renameAnswer(taking.body, request, continued),
    form: traffic.formOf(makeLaneAddress(turn.ref), turn.id),
    prefix: describePrefix(asked, request, turn),
    write: (next) => writeJsonBody(next, given),
    async send(written, call) {
      tell(countBytes(written.pieces));
      const answer = await sendBody(asked, written);
      const { shown, bound } = call;
      turn.left({
        ...{ written, shown, cut: bound?.cut ?? new Map(), status: answer.status, receipt: call.receipt },
        ...{ isOwn: false, packing: null },
      });
      return answer;
    },
    sendOwn(mayBare) {
      tell(asked.body.byteLength);
      const why = "passed; its view was refused";
      return passAsOwn(asked, { given, read, taken: Promise.resolve(turn), why, mayBare: async () => mayBare });
    },
    ...{ clock, left: asked.request.signal, answered: noteAnswered(asked, Promise.resolve(turn)) },
  });
}

/** A list that its provider goes on with has only what is new. */
function describePrefix(
  { wire, traffic, request: { headers } }: Asked,
  { continues }: WireRequest,
  { ref }: ListTurn,
): WatchedPrefix | null {
  return continues !== null
    ? null
    : { wire, address: makeLaneAddress(ref), last: traffic.shapes, key: findKey(headers) };
}

function findKey(headers: Headers): string | null {
  return headers.get("x-api-key") ?? headers.get("authorization") ?? headers.get("x-goog-api-key");
}

/** How the asked model checks reasoning; null where its wire has no check, and where its provider has the list. */
function findCheck(asked: Asked, { continues, model }: WireRequest, isBound: boolean): ThoughtCheck | null {
  const { host, owner, wire, traffic, request } = asked;
  const binder = continues === null ? traffic.findBinder(wire) : null;
  if (binder === null) return null;
  const { fns, models } = host.engineOf(owner);
  const account = request.headers.get("openai-organization") ?? findKey(request.headers) ?? "";
  return {
    binder,
    reader: { model, account: fns.hash(account).slice(0, 16) },
    isBound,
    learn: () => models.learnBound(`${wire.provider}:${model}`),
  };
}

const clock = () => performance.now();

function noteAnswered({ traffic }: Asked, taken: Promise<ListTurn | null>): AnsweredCall["answered"] {
  return (id, own) =>
    void taken.then((turn) => {
      if (turn !== null) traffic.answered(nameAnswer(turn.ref.owner, id), { ref: turn.ref, own });
    });
}

interface PassedRequest extends Pick<OwnRequest, "taken" | "why">, Partial<Pick<OwnRequest, "observe" | "sendLate">> {
  readonly given: ReadBody;
  readonly read: WireRequest;
  /** Whether its reasoning may be bound to views. */
  readonly mayBare?: () => Promise<boolean>;
}

function passAsOwn(
  asked: Asked,
  { given, read, taken, why, observe = null, mayBare = async () => true, sendLate = null }: PassedRequest,
): Promise<Response> {
  const { wire, path, traffic, alarm, cut } = asked;
  return passOwn({
    ...{ wire, path: path.rest, own: given.value, taken, why, alarm, cut, clock },
    async send(bare) {
      const changed = bare === null ? null : await runSteps(writeJsonBody(bare.body, given));
      const answer = await (changed === null ? sendAsItCame(asked) : sendBody(asked, changed));
      const written = changed ?? { pieces: [given.bytes], cuts: listCuts(given.fields) };
      const packing = changed === null ? asked.request.headers.get("content-encoding") : null;
      const left = { written, packing, shown: new Map(), cut: bare?.cut ?? new Map(), status: answer.status };
      void taken.then((turn) => turn?.left({ ...left, isOwn: bare === null, receipt: null }));
      return answer;
    },
    check: findCheck(asked, read, false),
    watch(turn) {
      const prefix = describePrefix(asked, read, turn);
      return prefix === null ? null : watchPrefix(prefix, { body: given.value, list: turn.sent.list });
    },
    observe,
    isOfViews: mayBare,
    sendLate,
    outgrown: () =>
      void taken.then((turn) => {
        if (turn !== null) traffic.formOf(makeLaneAddress(turn.ref), turn.id).drop();
      }),
    ...{ left: asked.request.signal, answered: noteAnswered(asked, taken) },
  });
}

/** The view of a request that goes out as it came, and what would have become of it. */
async function observeView(asked: Asked, { given, read, turn, taking }: TakenView): Promise<Observed> {
  const { first } = turn;
  const whole = asked.body.byteLength;
  const { request } = taking.taken;
  if (first?.kind !== "fits") return { given: whole, sent: null, dropped: 0 };
  const check = findCheck(asked, read, turn.isBound);
  const written = await runSteps(writeView({ ...taking, wire: asked.wire, request }, first, turn.sent));
  const bound = await runSteps(keepBound(check, first, { written, own: given.value, isBare: false }));
  const sent = countBytes((await runSteps(writeJsonBody(bound?.body ?? written, given))).pieces);
  asked.onSent?.({ ref: turn.ref, given: whole, sent, isObserved: true });
  return { given: whole, sent, dropped: bound?.dropped ?? 0 };
}

async function count(asked: Asked, given: ReadBody, read: WireRequest): Promise<Response> {
  const { wire, traffic, host } = asked;
  if (read.reducer !== null) return pass(asked, describeReducer(read.reducer));
  let counted: WrittenBody;
  try {
    const { taken, body, form } = await prepareTaking(asked, given, read);
    if (form !== "viewed") return pass(asked, form === "observed" ? "observed" : "passed; off");
    const { request } = taken;
    const { first, sent, isBound } = await withDeadline(host.during(previewList({ ...taken, traffic })), asked.viewMs);
    const check = findCheck(asked, request, isBound);
    // A request that does not fit is counted as it is: the client has to know. Its reasoning may be bound to views, and would be refused.
    const isFit = first.kind === "fits";
    const written = isFit ? await runSteps(writeView({ wire, body, request }, first, sent)) : body;
    const steps = isFit
      ? keepBound(check, first, { written, own: given.value, isBare: false })
      : check?.binder.keepNone(body, check.reader);
    const bound = steps === undefined ? null : await runSteps<BoundRequest | null>(steps);
    counted = await runSteps(writeJsonBody(bound?.body ?? written, given));
  } catch (error) {
    if (isBadName(error)) return refuse(wire, { kind: "bad", message: error.message });
    return pass(asked, tellFault(asked, error));
  }
  const answered = await sendBody(asked, counted);
  if (!isRefusal(answered.status)) return passOn(asked, answered, "viewed");
  await answered.body?.cancel();
  return pass(asked, "passed; its view was refused");
}

async function makeTaken(
  { host, traffic, owner, hasOnlyKey, wire, path, destination, request: { headers, signal } }: Asked,
  request: WireRequest,
) {
  const engine = host.engineOf(owner);
  const header = (name: string) => headers.get(name);
  const session = header("x-clew-session") ?? path.session;
  const found = findSession(engine, { session, header, upstream: destination.name, hasOnlyKey }, request);
  const { continues } = request;
  const known = continues === null ? null : traffic.findAnswer(nameAnswer(engine.owner, continues));
  const lane = known?.ref ?? (continues === null ? null : await findAnsweredLane(engine, continues));
  const search = continueLane(lane, found);
  return { engine, wire, request, search, signal, closing: host.closing };
}

/** An answer that began with another has its beginning's name for the client; its provider continues it by its own. */
function renameAnswer(body: JsonObject, { continues }: WireRequest, known: KnownAnswer | null): JsonObject {
  if (known === null || known.own === continues) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === continues ? known.own : value]),
  );
}

function sendBody({ request, destination }: Asked, { pieces: body }: WrittenBody): Promise<Response> {
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete("content-encoding");
  return forward({ url: destination.url, method, headers, body, signal });
}

function isBadName(error: unknown): error is ClewError {
  return error instanceof ClewError && error.code === "session/bad-key";
}

/** For the header of a request that goes on as it came. */
function tellFault({ alarm }: Asked, error: unknown): string {
  const code = error instanceof ClewError ? error.code : "fault";
  alarm("fault", `a request went on unchanged, because its view could not be made (${code}): ${describeError(error)}`);
  return `passed; ${code}`;
}

/** An error as the provider would write it. */
export function refuse(wire: Wire, refusal: WireRefusal): Response {
  const { status, body } = wire.refuse(refusal);
  return Response.json(body, { status });
}
