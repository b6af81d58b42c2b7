/* Open a log and answer in it. */

export type {
  AttachedOptions,
  ComposedCallback,
  FinishedRun,
  ObservingCallback,
  OwnOption,
  SdkAdditions,
  SdkCallOptions,
  SdkOptions,
  SdkPrepareStep,
  SdkStep,
} from "./agent/ai-sdk/options.js";
export type { AnswerOptions, BeginOptions, LaneSelector, ModelInUse, SyncedChat } from "./agent/answer-options.js";
export type { WaitingCall } from "./agent/approvals.js";
export type { ChatRequest } from "./agent/chat/chat-request.js";
export type { IncomingMessage } from "./agent/incoming-message.js";
export type {
  ClarifyingQuestion,
  GenerateResult,
  HostMessage,
  LoopOptions,
  Step,
  StepCall,
  StreamResult,
  Subagent,
  Turn,
  ViewOptions,
  ViewResult,
} from "./agent/turn.js";
export type { Window } from "./agent/window.js";
export type { Clew, CompactOptions, KeptMessage, RangeVerbs } from "./compose/clew.js";
export { openClew } from "./compose/open.js";
export type { ClewOptions } from "./compose/options.js";
export type { Runtime } from "./core/policy/agent-files/runtime.js";
export type { Personas } from "./core/policy/persona.js";
export type { TextAnswer, TextModel } from "./core/ports/text-model.js";
export type { EmbedderChoice } from "./models/embedders/embedder-choice.js";
export type { FastModel } from "./models/registry/text-model.js";

/* Read what the log holds, and why a view is as it is. */

export type { ContextOptions, ContextReport } from "./compose/context-report.js";
export { ClewError, type ErrorCode, type ErrorDetails } from "./core/errors.js";
export type { AppliedOperations, MemoryOperation, MemoryProposal } from "./core/memory/review/operation.js";
export type { Advice } from "./core/model/advice/advise.js";
export type { ColdCall } from "./core/model/cold-call.js";
export type {
  ModelFacts,
  PriceTier,
  ReasoningBond,
  ReasoningRules,
  ServerFeature,
} from "./core/model/facts/model-facts.js";
export type { LearnedLimit, LimitLesson } from "./core/model/learned-limit.js";
export type { BreakCause, PrefixBreak } from "./core/model/prefix/break.js";
export type { SpentTokens } from "./core/model/prices.js";
export type { UsageKey, UsageRow } from "./core/model/usage-rows.js";
export type { WatchedUsage } from "./core/model/watched-calls.js";
export type { CacheMark } from "./core/receipt/cache-marks.js";
export type { Receipt } from "./core/receipt/receipt.js";
export type { ChangedLot, ViewDiff } from "./core/receipt/view-diff.js";
export type {
  AssistantContent,
  CallContent,
  FileContent,
  ModelRequest,
  RequestMessage,
  ResultContent,
  ResultOutput,
  TextContent,
  ToolContent,
  ToolSpec,
  UserContent,
  WithOptions,
} from "./core/view/request.js";
export type { Rule, StandingVerdict, Verdict, VerdictKind } from "./core/view/verdict.js";
export type { Overhead } from "./core/view/view.js";
export type { RawOriginal, ShownContent, ShownEntries, ViewOutcome } from "./core/view/view-result.js";
export type { EraseReport } from "./engine/answer/erase/erase-report.js";
export type { EraseChoice } from "./engine/answer/erase/erase-request.js";
export type { EraseSearch } from "./engine/answer/erase/search-bytes.js";
export type { LearnOptions, LearnReport } from "./engine/answer/learning/learn-history.js";
export type { RangesReport } from "./engine/commands/change-ranges.js";
export type { SettingState } from "./engine/commands/settings.js";
export type { CompactResult } from "./engine/growth/compact-lane.js";
export type { MemorySync } from "./engine/intake/memories/files/sync-files.js";
export type { CallCache } from "./engine/read/call-cache.js";
export type { Headline } from "./engine/read/headline.js";
export type { ExplainedVerdict, LogLine, LogPage } from "./engine/read/inspect.js";
export type { CompactionCount } from "./engine/read/lane-status.js";
export type { IndexReport } from "./engine/read/meaning/index-report.js";
export type { MemoryQuote, MemoryReport } from "./engine/read/memories/explain-memory.js";
export type { ExplainedStanding } from "./engine/read/memories/explain-standing.js";
export type { MemoryChoice, MemoryEdits, MemoryVerbs, NewMemory } from "./engine/read/memories/memory-verbs.js";
export type { SentBody } from "./engine/read/pieces/read-bodies.js";
export type { RecallResult } from "./engine/read/recall.js";
export type { RecalledFile } from "./engine/read/recall-files.js";
export type { ReplayedCall } from "./engine/read/replay.js";
export type { RetrievalStage } from "./engine/read/retrieve.js";
export type { SearchHit, SearchHits } from "./engine/read/search/search.js";
export type { SearchFilter } from "./engine/read/search/search-filter.js";
export type { SessionChoice } from "./engine/read/sessions/archive.js";
export type { ListedSession } from "./engine/read/sessions/first-words.js";
export type { SummaryReport } from "./engine/read/summaries.js";
export type { TraceLine } from "./engine/read/trace.js";
export type { UnansweredTurn } from "./engine/read/unanswered.js";
export type { UnsentReply } from "./engine/read/unsent.js";
export type { UsageChoice, UsageReport } from "./engine/read/usage-report.js";
export type { ReplayedViews } from "./engine/transfer/doctor.js";

/* Take in a history. */

export type { ImportOptions, ImportReport } from "./compose/import/import-file.js";
export type {
  BadRecord,
  ImportedPlace,
  ImportedRecord,
  ImportedSource,
  Importer,
  ImportSample,
  ImportSettings,
  ImportSource,
} from "./core/importing/importer.js";
export type { HostContent, HostFile, HostItem, HostOutput, HostPart } from "./core/log/host-message.js";
export { parseLaneKey, parseSessionKey } from "./core/log/keys.js";
export type { ImportCounts } from "./engine/transfer/import.js";
export type { RebuiltCall } from "./engine/transfer/past-call.js";

/* Write a policy. */

export type { LayerName } from "./core/policy/layer.js";
export type {
  ChoiceLimits,
  ChoosingPast,
  CompactingPast,
  HistoryPolicy,
  PastPolicy,
  PastWindow,
  RecencyLimits,
  SummaryLimit,
  TieredPast,
} from "./core/policy/past-policy.js";
export type {
  ClearAhead,
  MemoriesLayer,
  MessageLimits,
  NoLimits,
  Policy,
  PolicyLayer,
  Preset,
  ReductionLimits,
  Reductions,
  ReductionWeight,
  Retention,
} from "./core/policy/policy.js";
export { balanced } from "./core/policy/presets/balanced.js";
export { laned } from "./core/policy/presets/laned.js";
export { layered } from "./core/policy/presets/layered.js";
export { presets } from "./core/policy/presets/presets.js";
export { rolling } from "./core/policy/presets/rolling.js";
export { selective } from "./core/policy/presets/selective.js";
export { tiered } from "./core/policy/presets/tiered.js";
export type { ReductionName, ReductionReach, WeighedReductionName } from "./core/view/reduce/reductions.js";

/* Write a store: the port, its rules, and what it keeps. */

export type { SeqRange } from "./core/log/background-runs.js";
export type { SummaryCandidate } from "./core/log/candidate.js";
export type { ChoiceStage, PastChoice } from "./core/log/choice.js";
export type {
  BlobText,
  CallOutput,
  Draft,
  Entry,
  EntryBase,
  EntrySource,
  Note,
  Part,
  QuotedMessage,
  SaidEntry,
  Speaker,
  Text,
  ThoughtBond,
  WithoutSeq,
} from "./core/log/entry.js";
export type { Epoch, EpochState, RetiredEntries } from "./core/log/epoch.js";
export type {
  BlobId,
  Brand,
  EntryId,
  Instant,
  LaneKey,
  LaneRef,
  OwnerKey,
  Pointer,
  ReceiptId,
  SessionKey,
  SessionRef,
  Tokens,
  TurnId,
} from "./core/log/keys.js";
export type { ExpectedLease, Lease, LeaseClaim, LeaseHolder } from "./core/log/lease.js";
export type {
  KeptChange,
  Memory,
  MemoryChange,
  MemoryKind,
  MemoryMaker,
  MemoryScope,
  MemorySource,
} from "./core/log/memories/memory.js";
export type {
  Anchor,
  AnchorMeaning,
  AnswerKind,
  PendingQuestion,
  ThreadState,
  WhichQuestion,
} from "./core/log/open-questions.js";
export type { Hash } from "./core/log/pointer.js";
export type { LaneRanges } from "./core/log/ranges/lane-ranges.js";
export type { CallBasis, ChunkSplice, KeptBody, LaneRecord, RecordKind } from "./core/log/record.js";
export type { WordQuery } from "./core/log/search-words.js";
export type {
  ConversationDigest,
  SectionName,
  Summary,
  SummaryItem,
  SummaryProse,
  SummaryTime,
} from "./core/log/summary.js";
export type { Preamble, PreambleReason, TurnOrigin, TurnRecord, TurnState } from "./core/log/turn.js";
export type { Change, ChangeResult } from "./core/ports/change.js";
export type { Embedder } from "./core/ports/embedder.js";
export type {
  ErasedDecisions,
  ErasedDerivation,
  ErasedEntry,
  ErasedPiece,
  ErasedRecord,
  Erasure,
} from "./core/ports/erasure.js";
export type { FileBytes } from "./core/ports/files.js";
export type {
  EpochKeyResolver,
  LaneRequest,
  LaneState,
  RecordRequest,
  RepliedMessage,
  UnreadablePart,
} from "./core/ports/lane-state.js";
export type {
  FaultyRow,
  FoundEntry,
  LaneSummary,
  LogStore,
  NameLocation,
  NameToLocate,
  QueuedTurn,
  SearchResult,
  SearchScope,
  SessionCursor,
  SessionSummary,
  StoreFault,
} from "./core/ports/store.js";
export type { EntryVector, StoredVector, UnindexedPage, VectorChange, VectorPage } from "./core/ports/vectors.js";
export type { Derivation } from "./core/receipt/derivation.js";
export type { KeptReceipt, ReceiptDelta } from "./core/receipt/receipt-delta.js";
export type { Json } from "./core/text/json.js";
export type { SecretPrint } from "./core/text/redact/known-secrets.js";
