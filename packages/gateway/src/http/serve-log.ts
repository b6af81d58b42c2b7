/** The gateway over a log that is open: checks what it was given, and listens. */

import { ClewError } from "@clewline/core/errors.js";
import { type OwnerKey, parseOwnerKey } from "@clewline/core/log/keys.js";
import type { GatewayHost } from "../turn/host.js";
import { makeGateway } from "./gateway.js";
import { type Listening, listen, refuseOpenDoor } from "./listen.js";
import type { SentView } from "./take-request.js";
import { listUpstreams, parseUpstreams } from "./upstreams.js";

/** How a gateway is started. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Each as NAME=URL. */
  readonly upstreams: readonly string[];
  /** Each as OWNER=KEY; empty where everybody on this machine may ask. */
  readonly keys: readonly string[];
  /** Whether models get a tool that opens what their view left out, run by the gateway itself. */
  readonly recall?: boolean | undefined;
  /** A line for whoever runs it. */
  readonly say: (line: string) => void;
  /** Hears of every view that is sent. */
  readonly onSent?: (sent: SentView) => void;
  /** Sessions of a hundred whose views are sent; the others are watched. All by default. */
  readonly share?: number | undefined;
  /** How long a view may take; eight seconds by default. */
  readonly viewMs?: number;
}

/** A gateway that listens. */
export interface Serving extends Listening {
  /** Where requests go, by name. */
  readonly upstreams: readonly (readonly [name: string, url: string])[];
}

/** `open` makes the log ready for these owners; null is the log's own. Nothing is opened if the options are wrong. */
export async function serveLog(
  { host, port, ...given }: ServeOptions,
  open: (owners: readonly (OwnerKey | null)[]) => Promise<GatewayHost>,
): Promise<Serving> {
  const [upstreams, keys] = [parseUpstreams(given.upstreams), parseKeys(given.keys)];
  refuseOpenDoor(host, keys);
  const owners = keys === null ? [null] : [...new Set(keys.values())];
  const options = {
    upstreams,
    keys,
    recall: given.recall ?? false,
    onSent: given.onSent,
    viewMs: given.viewMs,
    share: given.share,
  };
  const listening = await listen(makeGateway(await open(owners), options), host, port);
  return { ...listening, upstreams: listUpstreams(upstreams) };
}

/** The owner of each key; null without any. Each is given as OWNER=KEY. */
function parseKeys(given: readonly string[]): ReadonlyMap<string, OwnerKey> | null {
  return given.length === 0 ? null : new Map(given.map(parseKey));
}

function parseKey(given: string): readonly [string, OwnerKey] {
  const [, owner, key] = /^([^=]+)=(\S{16,})$/.exec(given) ?? [];
  if (owner !== undefined && key !== undefined) return [key, parseOwnerKey(owner)];
  throw new ClewError("cli/usage", "CLEW_KEYS has something that is no key", {
    hint: "Write OWNER=KEY with at least 16 characters for the key, several with spaces between them",
  });
}
