import type { OwnerKey } from "../../core/log/keys.js";
import type { Engine } from "../../engine/engine.js";

/** What the gateway works with. */
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
  /** A line for whoever runs the gateway. */
  say(line: string): void;
}
