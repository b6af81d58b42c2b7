/** Where requests go: by the name in the path, else by the wire format that they speak. */
import { ClewError } from "@clewline/core/errors.js";
import type { Wire } from "../wire/wire.js";
import { wires } from "../wire/wires.js";

/** Addresses of upstreams by name. Requests that name none go to the one with the name of the wire's own provider. */
export type Upstreams = ReadonlyMap<string, URL>;

/** As typed: `NAME=URL`. */
export function parseUpstreams(typed: readonly string[]): Upstreams {
  return new Map(typed.map(parseUpstream));
}

/** Those of the wires, wherever they go, and those that were named. */
export function listUpstreams(upstreams: Upstreams): readonly (readonly [name: string, url: string])[] {
  const own = wires.map(({ provider, address }) => [provider, upstreams.get(provider)?.href ?? address] as const);
  return [...new Map([...own, ...[...upstreams].map(([name, { href }]) => [name, href] as const)])];
}

function parseUpstream(typed: string): readonly [string, URL] {
  const [, name, address] = /^([a-z][a-z0-9-]{0,31})=(.+)$/.exec(typed) ?? [];
  const url = address === undefined ? null : readAddress(address);
  // These begin other paths.
  if (name !== undefined && url !== null && !["s", "v1", "v1beta", "clew", "mcp"].includes(name)) return [name, url];
  throw new ClewError("cli/usage", `Not an upstream: ${typed}`, {
    hint: "Write a name of small letters and an address with its http, e.g. --upstream anthropic=https://api.anthropic.com",
  });
}

function readAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

/** The parts of a request's path. */
export interface RequestPath {
  /** The session that `/s/KEY` names; null without one. */
  readonly session: string | null;
  /** The upstream that `/NAME` names; null without one. */
  readonly upstream: string | null;
  /** The path at the upstream. */
  readonly rest: string;
}

export function readPath(path: string, upstreams: Upstreams): RequestPath {
  const [, key, after] = /^\/s\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const rest = key === undefined ? path : (after ?? "/");
  const [, name, own] = /^\/([^/]+)(\/.*)?$/.exec(rest) ?? [];
  const isNamed = name !== undefined && (upstreams.has(name) || wires.some(({ provider }) => provider === name));
  return {
    session: key === undefined ? null : readSegment(key),
    upstream: isNamed ? name : null,
    rest: isNamed ? (own ?? "/") : rest,
  };
}

/** Whether the log is asked for, and no upstream. */
export function isTools({ upstream, rest }: RequestPath): boolean {
  return upstream === null && /^\/mcp\/?$/.test(rest);
}

/**
 * Finds a name before a provider's path that matches no upstream. Such a request is not sent elsewhere, because it
 * carries a key.
 */
export function readStrangeName({ upstream, rest }: RequestPath): string | null {
  return upstream === null ? (/^\/(?!v\d|upload\/|download\/)([^/]+)\/v\d/.exec(rest)?.[1] ?? null) : null;
}

function readSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // As it was written, then.
    return segment;
  }
}

export interface Destination {
  readonly name: string;
  readonly url: URL;
}

export function findDestination(
  { upstream, rest }: RequestPath,
  search: string,
  wire: Wire,
  upstreams: Upstreams,
): Destination {
  const name = upstream ?? wire.provider;
  const own = wires.find(({ provider }) => provider === name)?.address ?? wire.address;
  const url = new URL(upstreams.get(name) ?? own);
  const base = url.pathname.replace(/\/$/, "");
  // Many providers give their address with the version that the path of a request begins with too.
  const version = /\/v\d[^/]*$/.exec(base)?.[0] ?? "";
  const isTwice = version !== "" && rest.startsWith(`${version}/`);
  url.pathname = `${base}${isTwice ? rest.slice(version.length) : rest}`;
  url.search = search;
  return { name, url };
}
