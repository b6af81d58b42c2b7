import type { OwnerKey } from "@clewline/core/log/keys.js";
import type { Engine } from "@clewline/engine/engine.js";

/** The logs, tools and signals that the gateway works with. */
export interface GatewayHost {
  /** The log as this owner has it. */
  engineOf(owner: OwnerKey | null): Engine;
  /** Work that closing waits for. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  /** Aborts when the log is closed. */
  readonly closing: AbortSignal;
  /** Answers a request of the Model Context Protocol, for all chats of the owner or for one. */
  tools(owner: OwnerKey | null, session: string | null, request: Request): Promise<Response>;
  /** Whether requests pass unchanged now. */
  isOff(): boolean;
  /** Prints a line for the gateway's operator. */
  say(line: string): void;
}
