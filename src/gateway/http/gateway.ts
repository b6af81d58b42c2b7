/** The gateway: takes a client's request, replaces its list of messages by the view of it, and passes all else on. */
import { ClewError } from "../../core/errors.js";
import { type LaneRef, makeLaneAddress, type OwnerKey } from "../../core/log/keys.js";
import { describeError } from "../../core/text/error-text.js";
import { type KnownBodies, keepBodies } from "../body/known-bodies.js";
import type { ReadBody } from "../body/read-body.js";
import { writeJsonBody } from "../body/write-body.js";
import { offerRecall } from "../recall/recall-tool.js";
import type { GatewayHost } from "../turn/host.js";
import { previewList, takeList } from "../turn/list-turn.js";
import { type KnownAnswer, trackTraffic } from "../turn/traffic.js";
import { findAnsweredLane } from "../who/answered-lane.js";
import { continueLane, findSession, nameSession } from "../who/session.js";
import type { JsonObject, Wire, WireRefusal, WireRequest } from "../wire/wire.js";
import { wires } from "../wire/wires.js";
import { answerRequest } from "./answer-request.js";
import { countBytes, forward, passHeaders } from "./forward.js";
import { type Cut, passBytes } from "./pass-reply.js";
import { mostBytes, readBody, unpackBody } from "./request-body.js";
import {
  type Destination,
  findDestination,
  isTools,
  listUpstreams,
  type RequestPath,
  readPath,
  readStrangeName,
  type Upstreams,
} from "./upstreams.js";
import { writeView } from "./write-view.js";

export interface GatewayOptions {
  readonly upstreams: Upstreams;
  /** The owner of each key; null where everybody on this machine may ask, and the log's own owner is meant. */
  readonly keys: ReadonlyMap<string, OwnerKey> | null;
  /** Whether models get a tool that opens what their view left out, run here. */
  readonly recall: boolean;
  /** Hears of every view that is sent. */
  readonly onSent?: ((sent: SentView) => void) | undefined;
}

/** A view that was sent in the place of a client's list. */
export interface SentView {
  readonly ref: LaneRef;
  /** Bytes of the request as it came, and as it went on. */
  readonly given: number;
  readonly sent: number;
}

/** Answers requests, each in its wire's own form. */
export type Gateway = (request: Request, cut: Cut) => Promise<Response>;

export function makeGateway(host: GatewayHost, options: GatewayOptions): Gateway {
  const traffic = trackTraffic();
  const bodies = keepBodies(() => performance.now());
  return async (request, cut) => {
    const url = new URL(request.url);
    const path = readPath(url.pathname, options.upstreams);
    const meant = findWire(request, path);
    const wire = meant ?? (wires[0] as Wire);
    const owner = options.keys === null ? null : options.keys.get(request.headers.get("x-clew-key") ?? "");
    if (owner === undefined) return refuseKey(isTools(path) ? null : wire);
    if (isTools(path)) return answerTools(host, owner, path, request);
    if (url.pathname === "/" && request.method === "GET") return Response.json(describeGateway(options.upstreams));
    if (owner === null && options.keys === null && isForeignPage(request))
      return refuse(wire, {
        kind: "unauthorized",
        message: "Web pages of other sites may not ask a gateway without keys",
      });
    const strange = readStrangeName(path);
    if (strange !== null) {
      const message = `There is no upstream ${strange}. Start clew serve with --upstream ${strange}=URL`;
      return refuse(wire, { kind: "bad", message });
    }
    if (meant === null && path.upstream === null && request.headers.has("authorization")) {
      const message = `Nothing tells whose ${path.rest} is, and its key is sent to nobody. Put the upstream's name before the path`;
      return refuse(wire, { kind: "bad", message });
    }
    const destination = findDestination(path, url.search, wire, options.upstreams);
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return refuse(wire, { kind: "bad", message: "The body broke off" });
    if (body === null) return refuse(wire, { kind: "too-large", message: `The body has more than ${mostBytes} bytes` });
    const { onSent, recall } = options;
    const hasOnlyKey = owner === null || countKeys(options.keys, owner) === 1;
    const place = { owner, hasOnlyKey, wire, path, destination };
    const asked: Asked = { host, traffic, bodies, ...place, request, body, cut, onSent, recall };
    try {
      return await answer(asked);
    } catch (error) {
      return refuse(wire, {
        kind: "unavailable",
        message: `${destination.url.origin} (${destination.name}) was not reached: ${describeCause(error)}. Check --upstream`,
      });
    }
  };
}

function countKeys(keys: GatewayOptions["keys"], owner: OwnerKey): number {
  return [...(keys?.values() ?? [])].filter((each) => each === owner).length;
}

/** Null for the log's own tools, which have a form of their own. */
function refuseKey(wire: Wire | null): Response {
  const message = "x-clew-key is missing or unknown";
  return wire === null ? refuseTools(401, -32_001, message) : refuse(wire, { kind: "unauthorized", message });
}

function refuseTools(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

/** For whoever wants to know what runs here: no upstream is asked. */
function describeGateway(upstreams: Upstreams): object {
  return {
    name: "Clew's gateway",
    wires: wires.map(({ name, provider, example }) => ({ name, path: example, upstream: provider })),
    upstreams: listUpstreams(upstreams).map(([name]) => name),
    paths: {
      "/NAME/…": "the same for the upstream of that name",
      "/s/SESSION/…": "the same in that session",
      "/mcp": "the log's own tools, by the Model Context Protocol",
      "/clew/health": "whether it runs",
    },
  };
}

/** A page that a browser has from elsewhere: it could write into the log. Programs name no page, or none of the web. */
function isForeignPage({ headers }: Request): boolean {
  const origin = headers.get("origin");
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A session that is none is said in the protocol's own form. */
async function answerTools(
  { tools, during, engineOf }: GatewayHost,
  owner: OwnerKey | null,
  { session }: RequestPath,
  request: Request,
): Promise<Response> {
  try {
    const { hash } = engineOf(owner).fns;
    return await during(tools(owner, session === null ? null : nameSession(hash, "client", session), request));
  } catch (error) {
    const [status, code] = error instanceof ClewError ? [400, -32_602] : [500, -32_603];
    return refuseTools(status, code, describeError(error));
  }
}

/** Where several addresses failed, the error of them all has a code and no words. */
function describeCause(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message === "" && code !== undefined ? code : describeError(error);
}

interface Asked extends Pick<GatewayContext, "wire" | "path" | "destination" | "request"> {
  readonly host: GatewayHost;
  readonly traffic: ReturnType<typeof trackTraffic>;
  readonly bodies: KnownBodies;
  readonly owner: OwnerKey | null;
  /** Whether the owner has no other key. */
  readonly hasOnlyKey: boolean;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly cut: Cut;
  readonly onSent: GatewayOptions["onSent"];
  readonly recall: boolean;
}

interface GatewayContext {
  readonly wire: Wire;
  readonly path: RequestPath;
  readonly destination: Destination;
  readonly request: Request;
}

/** By the path; for any other, by what only the clients of a provider send. Null where nothing tells whose it is. */
function findWire({ headers }: Request, { rest, upstream }: RequestPath): Wire | null {
  const named = wires.find(({ provider }) => provider === upstream);
  const spoken = wires.find(({ classify }) => classify(rest) !== null);
  const meant = wires.find(({ isMeant }) => isMeant(rest, (name) => headers.has(name)));
  return spoken ?? named ?? meant ?? null;
}

function refuse(wire: Wire, refusal: WireRefusal): Response {
  const { status, body } = wire.refuse(refusal);
  return Response.json(body, { status });
}

async function answer(asked: Asked): Promise<Response> {
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
    given = asked.bodies.read(asked.owner ?? "", bytes);
    read = given === null ? null : wire.read(given.value, path.rest);
  } catch (error) {
    // What is nested deeper than it can be read here, the upstream may take.
    return failOpen(asked, error);
  }
  if (given === null) return refuse(wire, { kind: "bad", message: "The body is no JSON object" });
  if (read === null) return pass(asked, "passed; no list of messages");
  return wanted === "count" ? count(asked, given, read) : view(asked, given, read);
}

/** As it came. */
async function pass(asked: Asked, why: string): Promise<Response> {
  const { request, destination, body } = asked;
  const { method, headers, signal } = request;
  const isEmpty = method === "GET" || method === "HEAD" || body.byteLength === 0;
  const response = await forward({ url: destination.url, method, headers, body: isEmpty ? null : [body], signal });
  return passOn(asked, response, why);
}

function passOn({ cut }: Asked, { status, headers, body }: Response, why: string): Response {
  const answered = body === null ? null : passBytes(body, cut);
  return new Response(answered, { status, headers: passHeaders(headers, { "x-clew": why }) });
}

/** If the log fails, the request goes on as it is. */
async function view(asked: Asked, given: ReadBody, read: WireRequest): Promise<Response> {
  const { host, wire, traffic } = asked;
  const offered = asked.recall ? offerRecall(wire, given.value, read) : null;
  const { body, request } = offered ?? { body: given.value, request: read };
  let turn: Awaited<ReturnType<typeof takeList>>;
  try {
    turn = await host.during(takeList({ ...(await makeTaken(asked, read)), request, traffic }));
  } catch (error) {
    return failOpen(asked, error);
  }
  const send = (next: JsonObject) => {
    const pieces = writeJsonBody(next, given);
    asked.onSent?.({ ref: turn.ref, given: asked.body.byteLength, sent: countBytes(pieces) });
    return sendBody(asked, pieces);
  };
  const clock = () => performance.now();
  const { cut, path } = asked;
  const { owner } = turn.ref;
  const answered = (id: string, own: string) => traffic.answered(nameAnswer(owner, id), { ref: turn.ref, own });
  const continued = request.continues === null ? null : traffic.findAnswer(nameAnswer(owner, request.continues));
  const known = { wire, path: path.rest, body: renameAnswer(body, request, continued), request, turn };
  const mayRecall = offered !== null;
  const form = traffic.formOf(makeLaneAddress(turn.ref), turn.id);
  const check = request.continues === null ? traffic.findCheck(wire, request.model, turn.isBound) : null;
  const sending = { mayRecall, check, form, send, own: given.value };
  return answerRequest({ ...known, ...sending, clock, cut, left: asked.request.signal, answered, say: host.say });
}

async function count(asked: Asked, given: ReadBody, read: WireRequest): Promise<Response> {
  const { wire } = asked;
  const { body, request } = (asked.recall ? offerRecall(wire, given.value, read) : null) ?? {
    body: given.value,
    request: read,
  };
  let counted: JsonObject;
  try {
    const { traffic } = asked;
    const taken = { ...(await makeTaken(asked, read)), traffic, request };
    const { first, sent } = await asked.host.during(previewList(taken));
    // What does not fit is counted as it is: the client has to know.
    counted = first.kind === "fits" ? writeView({ wire, body, request }, first, sent) : body;
  } catch (error) {
    return failOpen(asked, error);
  }
  return passOn(asked, await sendBody(asked, writeJsonBody(counted, given)), "viewed");
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

/** Nobody continues another's answer. */
function nameAnswer(owner: OwnerKey, id: string): string {
  return `${owner} ${id}`;
}

/** An answer that began with another has its beginning's name for the client; its provider continues it by its own. */
function renameAnswer(body: JsonObject, { continues }: WireRequest, known: KnownAnswer | null): JsonObject {
  if (known === null || known.own === continues) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === continues ? known.own : value]),
  );
}

function sendBody({ request, destination }: Asked, body: readonly Uint8Array[]): Promise<Response> {
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete("content-encoding");
  return forward({ url: destination.url, method, headers, body, signal });
}

async function failOpen(asked: Asked, error: unknown): Promise<Response> {
  const { wire, host } = asked;
  if (error instanceof ClewError && error.code === "session/bad-key")
    return refuse(wire, { kind: "bad", message: error.message });
  const code = error instanceof ClewError ? error.code : "fault";
  host.say(`a request went on unchanged, because its view could not be made (${code}): ${describeError(error)}`);
  return pass(asked, `passed; ${code}`);
}
