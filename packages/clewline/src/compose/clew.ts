/** The open log, as the public names have it. */

import type {
  AnswerOptions,
  BeginOptions,
  LaneSelector,
  ModelInUse,
  SyncedChat,
} from "@clewline/agent/answer-options.js";
import type { ChatRequest } from "@clewline/agent/chat/chat-request.js";
import type { IncomingMessage } from "@clewline/agent/incoming-message.js";
import type { GenerateResult, HostMessage, StreamResult, Turn, ViewOptions, ViewResult } from "@clewline/agent/turn.js";
import type { Window } from "@clewline/agent/window.js";
import type { LaneSummary, StoreFault } from "@clewline/core/ports/index.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { ViewDiff } from "@clewline/core/receipt/view-diff.js";
import type { EraseReport } from "@clewline/engine/answer/erase/erase-report.js";
import type { EraseChoice } from "@clewline/engine/answer/erase/erase-request.js";
import type { RangesReport } from "@clewline/engine/commands/change-ranges.js";
import type { SettingState } from "@clewline/engine/commands/settings.js";
import type { CompactResult } from "@clewline/engine/growth/compact-lane.js";
import type { CallCache } from "@clewline/engine/read/call-cache.js";
import type { ExplainedVerdict, LogPage } from "@clewline/engine/read/inspect.js";
import type { IndexReport } from "@clewline/engine/read/meaning/index-report.js";
import type { ExplainedStanding } from "@clewline/engine/read/memories/explain-standing.js";
import type { MemoryVerbs } from "@clewline/engine/read/memories/memory-verbs.js";
import type { RecallResult } from "@clewline/engine/read/recall.js";
import type { ReplayedCall } from "@clewline/engine/read/replay.js";
import type { SearchHits } from "@clewline/engine/read/search/search.js";
import type { SearchFilter } from "@clewline/engine/read/search/search-filter.js";
import type { SessionChoice } from "@clewline/engine/read/sessions/archive.js";
import type { ListedSession } from "@clewline/engine/read/sessions/first-words.js";
import type { SummaryReport } from "@clewline/engine/read/summaries.js";
import type { TraceLine } from "@clewline/engine/read/trace.js";
import type { UnansweredTurn } from "@clewline/engine/read/unanswered.js";
import type { UnsentReply } from "@clewline/engine/read/unsent.js";
import type { UsageChoice, UsageReport } from "@clewline/engine/read/usage-report.js";
import type { ReplayedViews } from "@clewline/engine/transfer/doctor.js";
import type { LanguageModelMiddleware, ToolSet, UIMessage } from "ai";
import type { ContextOptions, ContextReport } from "./context-report.js";
import type { ImportOptions, ImportReport } from "./import/import-file.js";

/** Options of `compact`; by default it summarises all but the newest messages. */
export interface CompactOptions extends LaneSelector {
  /** The first entry of a range: its place in the lane, or a pointer to it. */
  readonly from?: number | string | undefined;
  /** The last entry of the range. */
  readonly to?: number | string | undefined;
  /** The topic to keep above all in the summary, such as "the API design". */
  readonly focus?: string | undefined;
  /** Takes the last compaction back instead. */
  readonly undo?: boolean | undefined;
}

/** Whether the log has a message now. It has the agent's own answer already, and what was erased does not come back. */
export type KeptMessage = { readonly kept: true } | { readonly kept: false; readonly because: "own answer" | "erased" };

/** Ranges are places in a lane, as "20-70" or "12", or pointers to entries. */
export interface RangeVerbs {
  /** Lists the hidden and the pinned ranges. */
  list(choice?: LaneSelector): Promise<RangesReport>;
  /** Hides these from every later view of the lane. */
  hide(range: string, choice?: LaneSelector): Promise<RangesReport>;
  /** Stops hiding them. */
  show(range: string, choice?: LaneSelector): Promise<RangesReport>;
  /** Shows these in full in every later view of the lane, within a quarter of its room. */
  pin(range: string, choice?: LaneSelector): Promise<RangesReport>;
  /** Unpins them. */
  unpin(range: string, choice?: LaneSelector): Promise<RangesReport>;
}

/** An open log, and what can be done with it. */
export interface Clew {
  /**
   * Makes a message, or a burst of them, durable and opens the turn that answers it. The request of a chat's page is one too:
   * a new message, an edit or a regeneration, which leave what followed out of every later view, or the answer to an approval.
   */
  begin(message: IncomingMessage | readonly IncomingMessage[] | ChatRequest, options?: BeginOptions): Promise<Turn>;
  /**
   * Answers a message with the AI SDK's own tool loop, streaming: `begin` and `turn.stream` in one. The result is that of
   * `streamText`, with the turn. A message that was answered already is `message/repeated`.
   */
  stream(
    message: IncomingMessage | readonly IncomingMessage[] | ChatRequest,
    options?: AnswerOptions,
  ): Promise<StreamResult>;
  /** The same with `generateText`: everything at once. */
  generate(
    message: IncomingMessage | readonly IncomingMessage[] | ChatRequest,
    options?: AnswerOptions,
  ): Promise<GenerateResult>;
  /** The model that would answer, and why; or the known facts about another one by its name. */
  model(choice?: LaneSelector & { readonly name?: string | undefined }): Promise<ModelInUse>;
  /**
   * For `wrapLanguageModel`, if a host keeps the messages itself: every call gets the view of `sync` instead of the
   * whole list, and its answer is stored. A refused request is not sent again smaller.
   */
  middleware(options: SyncedChat & ViewOptions): LanguageModelMiddleware;
  /**
   * Stores a message that needs no answer. With `role: "agent"` it is the agent's own message outside of a turn. The
   * agent's own answer, delivered back by a channel, is not stored twice: the result says so.
   */
  observe(message: IncomingMessage): Promise<KeptMessage>;
  /**
   * Stores a new version of a message, or its deletion. The log keeps the old version, and the agent's own answer as it
   * was made.
   */
  edit(message: IncomingMessage): Promise<KeptMessage>;
  /**
   * For hosts that own the messages: takes the whole list each time, as model or UI messages, stores new ones, returns
   * the view. System messages before the first other message are its instructions. `usage` is the provider's usage of
   * the call with the last view, and `model` its model: Clew learns from them how many tokens the model counts.
   */
  sync(
    given: SyncedChat & {
      readonly messages: readonly HostMessage[] | readonly UIMessage[];
      readonly usage?: unknown;
      readonly model?: string;
    },
    options?: ViewOptions,
  ): Promise<ViewResult>;
  /**
   * The conversation as the AI SDK's UI messages, oldest first: `useChat({ id, messages })` goes on with it. The host's own ids
   * come back; an answer without one has the id of its turn. What was regenerated or edited away is not in it: with `at`, the
   * id of an answer or its turn, the conversation is as it stood then. The newest 1,000 messages by default; none for a new chat.
   */
  messages(
    session: string,
    choice?: {
      readonly lane?: string | undefined;
      readonly limit?: number | undefined;
      readonly surface?: string | undefined;
      readonly at?: string | undefined;
    },
  ): Promise<UIMessage[]>;
  /**
   * `recall`, `remember` and `compact` for a loop of your own over `sync` or the middleware: by them the model opens the
   * pointers of its view. `stream`, `generate` and `turn.aiSdk` bring them along.
   */
  tools(choice: LaneSelector & { readonly session: string; readonly window?: Window | undefined }): ToolSet;
  /** A turn that began earlier, to go on with. */
  turn(id: string): Promise<Turn>;
  /**
   * Replies that were never marked as sent, newest turn first: a bot sends these after a crash or a failed send. It
   * covers the newest 100 of each chat, and lists 1,000 in all, or `limit`. If a host never calls `sent`, all of its
   * newest replies are here.
   */
  unsent(choice?: { readonly session?: string | undefined; readonly limit?: number }): Promise<readonly UnsentReply[]>;
  /**
   * Turns whose process ended before their answer, oldest first: a bot answers these after a crash. If a later message
   * of the same thread begins first, it ends them as failed.
   */
  unanswered(): Promise<readonly UnansweredTurn[]>;
  /**
   * Answers `/compact` (with `undo`, a range or a focus), `/context` (with `clear`, `hide`, `show`, `pin`, `unpin`) and
   * `/config` with a text for the chat; null for any other message. Commands are not stored. With the bot's own name,
   * those for other bots (`/compact@other_bot`) are not answered. It checks no rights: if not everybody may use
   * commands, check the sender first.
   */
  command(message: IncomingMessage, options?: { readonly bot?: string }): Promise<string | null>;
  /**
   * Summarises the older messages of a lane now, or those of a range, or takes the last compaction back: the next view then
   * begins with the bytes that it had before. `lane/busy` while a turn runs in it.
   */
  compact(choice?: CompactOptions): Promise<CompactResult>;
  /**
   * Hides parts of a lane from every view, or shows them in every view. The log stays as it is, and search and recall
   * find all of it.
   */
  readonly ranges: RangeVerbs;
  /** Leaves the lane's present entries out of every later view. The log stays as it is, and search still finds them. */
  clear(choice?: LaneSelector): Promise<{ readonly cleared: number }>;
  /** The settings of a session, after the changes in `set`, as the user typed them. */
  settings(choice?: {
    readonly session?: string | undefined;
    readonly set?: Readonly<Record<string, string>>;
  }): Promise<readonly SettingState[]>;
  /** A day's journal in Markdown: what was summarised, oldest first. Today and all sessions by default; "" if there is none. */
  journal(choice?: { readonly session?: string | undefined; readonly day?: string | undefined }): Promise<string>;
  /** The summaries of a session: of each lane, of all together, and the open questions of a lane. */
  summaries(session: string): Promise<readonly SummaryReport[]>;
  /** The cost of model calls, added up by day by default, and what could have been saved. Reads the whole log. */
  usage(choice?: UsageChoice): Promise<UsageReport>;
  /**
   * Previews the next call of a lane, also with a message not yet sent, or returns a turn's last call. Tools,
   * instructions and window are those of the lane's last call. Writes nothing and asks no model.
   */
  context(choice?: ContextOptions): Promise<ContextReport>;
  /** The newest entries of a lane, oldest first. */
  log(choice?: LaneSelector & { readonly limit?: number }): Promise<LogPage>;
  /**
   * The events of a lane besides its messages: model calls with their cost, and compactions. The newest, oldest first.
   */
  trace(choice?: LaneSelector & { readonly limit?: number }): Promise<readonly TraceLine[]>;
  /**
   * Lists the items that the model got, and how its provider's cache served the call: for a turn, or for the last call
   * of a lane.
   */
  why(choice?: LaneSelector & { readonly turn?: string | undefined }): Promise<{
    readonly receipt: Receipt;
    readonly verdicts: readonly ExplainedVerdict[];
    readonly standing: readonly ExplainedStanding[];
    readonly cache: CallCache | null;
  }>;
  /** Compares two views, each named by its receipt or by its turn. */
  diff(before: string, after: string): Promise<ViewDiff>;
  /** The exact bytes of a view that was handed out, by its receipt; for a turn, those of its last call. */
  replay(receipt: string): Promise<string>;
  /**
   * The requests of a call through the gateway, byte for byte as they left, and its view; for a turn, those of all its
   * calls.
   */
  replayCall(receipt: string): Promise<ReplayedCall>;
  /**
   * Opens a pointer, anywhere or in one session or lane, a page at a time. You may ask for an offset, for some lines, or
   * for the lines that match a pattern (`*` and `|` as usual).
   */
  recall(
    query: LaneSelector & {
      readonly pointer: string;
      readonly offset?: number;
      readonly find?: string;
      readonly lines?: { readonly from: number; readonly to: number };
    },
  ): Promise<RecallResult>;
  /**
   * Entries with these words, in a lane, in a session, or everywhere, of one person, of some days or of one kind: those with
   * all of them first, and with an embedder what means the same in other words last. Everywhere is without archived sessions,
   * unless `archived` is true.
   */
  search(
    question: string,
    choice?: LaneSelector & SearchFilter & { readonly limit?: number; readonly archived?: boolean | undefined },
  ): Promise<SearchHits>;
  /** Memories beyond a chat: preferences, instructions, facts, outcomes and events, with the messages behind them. */
  readonly memory: MemoryVerbs;
  /** Takes in a history that another program wrote, or an export. Importing twice adds nothing. */
  import(path: string, options?: ImportOptions): Promise<ImportReport>;
  /** The log as lines of JSON that `import` takes back, receipts included. All sessions by default. */
  export(choice?: { readonly session?: string | undefined }): AsyncIterable<string>;
  /**
   * Erases an entry, a session or a person for good: from the log, from everything derived from it, and from every byte
   * of the file. Views that showed it can't be replayed any more; all others can. Throws `lane/busy` while a turn runs
   * there, and `store/unavailable` while another process has the file open. With `dryRun` nothing is erased, and the
   * report shows what would be.
   */
  erase(choice: EraseChoice, options?: { readonly dryRun?: boolean | undefined }): Promise<EraseReport>;
  /**
   * How many messages can be compared by meaning. With `finish`, after all of them can: vectors are otherwise made in the
   * background, behind replies and imports.
   */
  index(options?: {
    readonly finish?: boolean | undefined;
    readonly onProgress?: ((report: IndexReport) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<IndexReport>;
  /**
   * Checks the log for faults; there are usually none. `thorough` reads all of it and replays every view and every
   * request of the gateway. `onProgress` gets how many were replayed, and how many can't be because something in them
   * was erased.
   */
  doctor(options?: {
    readonly thorough?: boolean;
    readonly onProgress?: ((views: ReplayedViews) => void) | undefined;
  }): Promise<readonly StoreFault[]>;
  /**
   * The sessions, newest first: without those that are archived because of the policy's retention, only those, or all. With
   * `begins`, each, or so many of the newest, with the first words that a person said there.
   */
  sessions(options?: {
    readonly which?: SessionChoice | undefined;
    readonly begins?: boolean | number | undefined;
  }): Promise<readonly ListedSession[]>;
  /** The lanes of a session, newest first. */
  lanes(session: string): Promise<readonly LaneSummary[]>;
  /**
   * Releases the file. A store that was given to `openClew` stays open. A running turn stays as it is: `turn` continues
   * it when the log is open again. If its message comes once more, it is answered anew.
   */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** The file of the log, or "memory". */
  readonly location: string;
}
