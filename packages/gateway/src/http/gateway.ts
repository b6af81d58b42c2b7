/** The gateway: takes a client's request, replaces its list of messages by the view of it, and passes all else on. */
import { ClewError } from "@clewline/core/errors.js";
import type { OwnerKey } from "@clewline/core/log/keys.js";
import { describeError } from "@clewline/text/error-text.js";
import { keepBodies } from "../body/known-bodies.js";
import type { GatewayHost } from "../turn/host.js";
import { trackTraffic } from "../turn/traffic.js";
import { nameSession } from "../who/session.js";
import type { Wire } from "../wire/wire.js";
import { wires } from "../wire/wires.js";
import { countAlarms } from "./alarms.js";
import { isBadMode, modeHeader } from "./choose-form.js";
import { viewMs } from "./deadline.js";
import type { Cut } from "./pass-reply.js";
import { mostBytes, readBody } from "./request-body.js";
import { type Asked, refuse, type SentView, takeRequest } from "./take-request.js";
import {
  findDestination,
  isTools,
  listUpstreams,
  type RequestPath,
  readPath,
  readStrangeName,
  type Upstreams,
} from "./upstreams.js";

export interface GatewayOptions {
  readonly upstreams: Upstreams;
  /** The owner of each key; null where everybody on this machine may ask, and the log's own owner is meant. */
  readonly keys: ReadonlyMap<string, OwnerKey> | null;
  /** Whether models get a tool that opens what their view left out, run here. */
  readonly recall: boolean;
  /** Hears of every view that is sent. */
  readonly onSent?: ((sent: SentView) => void) | undefined;
  /** Sessions of a hundred whose views are sent; all where it is left out. */
  readonly share?: number | undefined;
  /** How long a view may take. */
  readonly viewMs?: number | undefined;
}

/** Answers requests, each in its wire's own form. */
export type Gateway = (request: Request, cut: Cut) => Promise<Response>;

export function makeGateway(host: GatewayHost, options: GatewayOptions): Gateway {
  const traffic = trackTraffic();
  const bodies = keepBodies(() => performance.now());
  const { alarm, counts } = countAlarms(host.say);
  return async (request, cut) => {
    const url = new URL(request.url);
    const path = readPath(url.pathname, options.upstreams);
    const meant = findWire(request, path);
    const wire = meant ?? (wires[0] as Wire);
    const owner = options.keys === null ? null : options.keys.get(request.headers.get("x-clew-key") ?? "");
    if (owner === undefined) return refuseKey(isTools(path) ? null : wire);
    if (isTools(path)) return answerTools(host, owner, path, request);
    if (url.pathname === "/" && request.method === "GET")
      return Response.json(
        describeGateway(options.upstreams, { off: host.isOff(), share: options.share ?? 100, alarms: counts }),
      );
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
    const mode = request.headers.get(modeHeader);
    if (isBadMode(mode))
      return refuse(wire, { kind: "bad", message: `${modeHeader} is ${JSON.stringify(mode)}. Write observe or off` });
    const choice = { isOff: host.isOff, share: options.share ?? 100 };
    const known = { choice, mode, host, traffic, bodies, alarm, viewMs: options.viewMs ?? viewMs };
    const asked: Asked = { ...known, ...place, request, body, cut, onSent, recall };
    try {
      return await takeRequest(asked);
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
function describeGateway(upstreams: Upstreams, state: object): object {
  return {
    name: "Clew's gateway",
    wires: wires.map(({ name, provider, example }) => ({ name, path: example, upstream: provider })),
    upstreams: listUpstreams(upstreams).map(([name]) => name),
    ...state,
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

/** By the path; for any other, by what only the clients of a provider send. Null where nothing tells whose it is. */
function findWire({ headers }: Request, { rest, upstream }: RequestPath): Wire | null {
  const named = wires.find(({ provider }) => provider === upstream);
  const spoken = wires.find(({ classify }) => classify(rest) !== null);
  const meant = wires.find(({ isMeant }) => isMeant(rest, (name) => headers.has(name)));
  return spoken ?? named ?? meant ?? null;
}
