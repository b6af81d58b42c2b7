import type { Instant, LaneRef, OwnerKey, SessionKey } from "@clewline/core/log/keys.js";
import type { CallUsage } from "@clewline/core/model/call-usage.js";
import type { Runtime } from "@clewline/core/policy/agent-files/runtime.js";
import type { Budget } from "@clewline/core/policy/budget.js";
import type { Personas } from "@clewline/core/policy/persona.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type {
  AgentFolder,
  BesideFiles,
  Clock,
  LogStore,
  MemoryFolder,
  Pause,
  TextModel,
} from "@clewline/core/ports/index.js";
import type { PureFns } from "@clewline/core/view/snapshot.js";
import type { Steps } from "@clewline/text/steps.js";
import type { LeaseTimes } from "./answer/place/lease-watch.js";
import type { Presence } from "./answer/place/presence.js";
import type { LearnedFacts } from "./answer/reasoning/learned-facts.js";
import type { Fence } from "./intake/fenced-store.js";
import type { ValueRegister } from "./intake/lane-values.js";
import type { LogPlace } from "./intake/log-place.js";
import type { MemoryLog } from "./intake/memories/memory-log.js";
import type { SecretRegister } from "./intake/secret-register.js";
import type { Meaning } from "./read/meaning/meaning.js";
import type { ReceiptCache } from "./read/receipts.js";

/** Time as the engine has it. Only tests have another than the machine's. */
export interface Timing {
  readonly clock?: Clock;
  readonly lease?: LeaseTimes;
}

export interface Learning {
  /** Until everything was learned that was said in the session so far; in all of them with null. */
  settled(session: SessionKey | null): Promise<void>;
  /** The same for all sessions, and until a model has answered that is being asked. No view waits for that. */
  finished(): Promise<void>;
  /** Asks the model about all messages that wait for more, too. */
  asked(): Promise<void>;
  /** Learns nothing from the writes of this work: a log that is restored has learned already. */
  withhold<Result>(work: () => Promise<Result>): Promise<Result>;
  /** After an erasure, lanes may start again at seq 1: reads again how far each was learned from. */
  forget(): void;
}

/** The state and ports that every operation of the engine works with. Built once, never changed. */
export interface Engine {
  readonly store: LogStore;
  readonly clock: Clock;
  readonly pause: Pause;
  /** Takes the steps of long work one by one, with a pause between two of them. */
  readonly runSteps: <Result>(steps: Steps<Result>) => Promise<Result>;
  /** When the log was opened. */
  readonly openedAt: Instant;
  readonly presence: Presence;
  readonly receipts: ReceiptCache;
  /** Keeps erased entries from coming back. */
  readonly fence: Fence;
  readonly fns: PureFns;
  readonly owner: OwnerKey;
  /** The agent's own addresses on its channels. */
  readonly self: ReadonlySet<string>;
  /** As the log was opened; a session may have settings of its own. */
  readonly policy: Policy;
  /** Writes summaries, picks among older turns and learns memories; null where all is done by rule. */
  readonly fastModel: TextModel<AbortSignal> | null;
  readonly fastModelDeadlineMs: number;
  /** As `provider:model`; null for a function of the host's own. */
  readonly fastModelName: string | null;
  /** Where large results go besides the log. */
  readonly files: BesideFiles;
  /** Where the log is, and whether it was elsewhere before. */
  readonly place: LogPlace;
  /** Whether secrets are kept out of the log too, or only out of views and records derived from it. */
  readonly redact: "derived" | "stored";
  /** Secrets seen in sessions, so that they are recognised later without a label. */
  readonly secrets: SecretRegister;
  /** Values that the lanes have, so that an outline keeps those that are new. */
  readonly values: ValueRegister;
  /** Compares texts by meaning; null where nothing can. */
  readonly meaning: Meaning | null;
  /** Whether memories that last beyond a chat are learned, shown and found. */
  readonly memory: boolean;
  readonly memories: MemoryLog;
  /** Where memories are files too; null for nowhere. */
  readonly memoryFolder: MemoryFolder | null;
  /** Learns memories after the replies. */
  readonly learning: Learning;
  readonly budget: Budget;
  /** Whether the window was given when the log was opened. */
  readonly windowTold: boolean;
  readonly instructions: string;
  readonly personas: Personas;
  /** Files that a person writes for the agent; null without any. */
  readonly agentFolder: AgentFolder | null;
  /** The software that the agent runs on; null if the host did not say. */
  readonly runtime: Runtime | null;
  /** Whether a group's message without topic or reply joins the lane of the message that it most likely answers. */
  readonly inferReplies: boolean;
  readonly zone: string;
  readonly people: ReadonlyMap<string, string>;
  /** The owner's facts about models, which override the table field by field, and the learned ones. */
  readonly models: LearnedFacts;
  /** Receives every call of a model as it ends; null without a listener. */
  readonly onCall: ((ref: LaneRef, call: CallUsage, endedAt: Instant) => void) | null;
}
