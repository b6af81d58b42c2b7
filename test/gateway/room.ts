/** A gateway between the real clients and a stand-in of their provider, over real HTTP. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { type Clew, openClew } from "clewline";
import {
  type AnthropicOptions,
  type StandIn,
  type StandInOptions,
  type StandInScript,
  startAnthropic,
} from "clewline/testing";
import { afterEach } from "vitest";
import { openDatabase } from "../open-database.js";

export interface Room {
  readonly url: string;
  readonly upstream: StandIn;
  /** What the gateway said to whoever runs it. */
  readonly lines: readonly string[];
  readonly file: string;
  /** A client as its users make it. */
  client(headers?: Readonly<Record<string, string>>): Anthropic;
  /** The log, as another program reads it, and with `memory` learns from it. */
  log(owner?: string, memory?: boolean): Promise<Clew>;
  /** From here on the log refuses every write. */
  breakLog(): Promise<void>;
  /** Turns the gateway off or on, as a signal does. */
  toggle(): void;
  /** Ends the gateway. */
  close(): Promise<void>;
  /** Ends the gateway, and starts another over the same log. */
  restart(): Promise<Room>;
}

export interface RoomOptions extends AnthropicOptions {
  /** Who answers; Anthropic by default. */
  readonly upstream?: {
    readonly name: string;
    start(script: StandInScript, options: StandInOptions): Promise<StandIn>;
  };
  /** The window that the gateway is told. */
  readonly told?: number;
  readonly keys?: readonly string[];
  /** Whether the gateway offers recall. */
  readonly recall?: boolean;
  /** The default one without. */
  readonly policy?: string;
  readonly redact?: "stored";
  /** Sessions of a hundred whose views are sent. */
  readonly share?: number;
  /** How long a view may take. */
  readonly viewMs?: number;
  /** Puts something between the gateway and its log. */
  readonly wrap?: (store: LogStore) => LogStore;
}

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function openRoom(script: StandInScript, options: RoomOptions = {}): Promise<Room> {
  const upstream = await (options.upstream?.start ?? startAnthropic)(script, options);
  closing.push(() => upstream.close());
  const folder = mkdtempSync(join(tmpdir(), "clew-gateway-"));
  closing.push(async () => rmSync(folder, { recursive: true, force: true }));
  return openOver(upstream, join(folder, "clew.db"), options);
}

async function openOver(upstream: StandIn, file: string, options: RoomOptions): Promise<Room> {
  const lines: string[] = [];
  const name = options.upstream?.name ?? "anthropic";
  const { told, policy, redact, wrap, viewMs } = options;
  const own = wrap === undefined ? null : openSqliteStore({ path: file, hash: sha256 });
  const opening = {
    store: own === null || wrap === undefined ? file : wrap(own),
    ...(told && { window: told }),
    ...(policy && { policy }),
    ...(redact && { redact }),
  };
  const gateway = await openGateway(opening, noConfig, {
    ...{ host: "127.0.0.1", port: 0, keys: options.keys ?? [], upstreams: [`${name}=${upstream.origin}`] },
    ...{ say: (line: string) => lines.push(line), recall: options.recall ?? false },
    ...(viewMs === undefined ? {} : { viewMs }),
    share: options.share,
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await gateway.close();
    if (isOpen) await own?.close();
    isOpen = false;
  };
  closing.push(close);
  return {
    ...{ url: gateway.url, upstream, lines, file },
    client: (headers = {}) =>
      new Anthropic({ baseURL: gateway.url, apiKey: "sk-ant-test", maxRetries: 0, defaultHeaders: headers }),
    async log(owner = "me", memory = false) {
      const clew = await openClew({ store: file, timeZone: "UTC", config: false, memory, owner });
      closing.push(() => clew.close());
      return clew;
    },
    async breakLog() {
      const database = openDatabase(file);
      database.exec("DROP TABLE entries");
      database.close();
    },
    close,
    toggle: gateway.toggle,
    async restart() {
      await close();
      return openOver(upstream, file, options);
    },
  };
}

const model = "claude-sonnet-5";

/** A request as a client without any wishes makes it. */
export function ask(...messages: Anthropic.MessageParam[]): Anthropic.MessageCreateParamsNonStreaming {
  return { model, max_tokens: 500, messages };
}

export function textOf({ content }: Anthropic.Message): string {
  return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("");
}

/** The body that the upstream got, by its number. */
export function sentBody({ upstream }: Room, place: number): { readonly messages: readonly unknown[] } {
  return upstream.requests[place]?.body as { readonly messages: readonly unknown[] };
}

/** What the log has of a session's newest lane, a line for each entry, without its notes. */
export async function said(room: Room, session: string): Promise<readonly string[]> {
  const clew = await room.log();
  const { lines } = await clew.log({ session, limit: 1_000 });
  return lines.map(({ text }) => text).filter((text) => !/^(?:sent|withdrawn|compacted)/.test(text));
}
