/** A program that others wrote, as the check installs and starts it. */
import type { ToolCall } from "./plan.js";

export interface Client {
  readonly name: string;
  /** The package of the registry, and the version that the check was written for. */
  readonly package: string;
  readonly version: string;
  /** The wire format that it speaks in this check. */
  readonly wire: string;
  readonly model: string;
  /** The Node that runs it; none where it is a program of its own. */
  readonly node?: 24;
  /** Its program, below the folder where it is installed. */
  readonly program: string;
  /** Whether it can go on with a session by its id, without a person at a terminal. */
  readonly hasIds: boolean;
  /**
   * It ends requests with a message that the next one does not have, or writes more into the message whose answer broke off: that is taken
   * back, and written again.
   */
  readonly takesBack?: true;
  /** What must be in its home and its folder. */
  readonly files?: (room: ClientRoom) => Readonly<Record<string, string>>;
  readonly environment: (room: ClientRoom) => Readonly<Record<string, string>>;
  /** Null where it can't go on without a person at a terminal. */
  readonly words: (prompt: string, going: Going, room: ClientRoom) => readonly string[] | null;
  /** The same for `clew run`, which tells it where to ask; left out where `clew run` does not know it. */
  readonly underRun?: Pick<Client, "environment"> & {
    readonly words: (prompt: string, going: Going) => readonly string[];
    /** Set where it speaks another wire format there: a strict stand-in has one. */
    readonly wire?: string;
  };
  /** The id of the session, in what it printed. */
  readonly readId: (output: string) => string | null;
  /** A call of its own tool that reads a file. */
  readonly readFile: (path: string) => ToolCall;
}

/** A new conversation, the newest one again, or the one with this id. */
export type Going = "new" | "on" | { readonly id: string };

/** Where a client runs. */
export interface ClientRoom {
  readonly home: string;
  readonly folder: string;
  /** The gateway. */
  readonly url: string;
}

/** No client asks anybody else than the gateway, and it asks the check's own provider. */
export const key = "sk-ant-no-key-at-all";
