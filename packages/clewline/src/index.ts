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
} from "@clewline/agent/ai-sdk/options.js";
export type {
  AnswerOptions,
  BeginOptions,
  LaneSelector,
  ModelInUse,
  SyncedChat,
} from "@clewline/agent/answer-options.js";
export type { WaitingCall } from "@clewline/agent/approvals.js";
export type { ChatRequest } from "@clewline/agent/chat/chat-request.js";
export type { IncomingMessage } from "@clewline/agent/incoming-message.js";
export type { EmbedderChoice } from "@clewline/agent/models/embedders/embedder-choice.js";
export type { FastModel } from "@clewline/agent/models/registry/text-model.js";
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
} from "@clewline/agent/turn.js";
export type { Window } from "@clewline/agent/window.js";
export type { Runtime } from "@clewline/core/policy/agent-files/runtime.js";
export type { Personas } from "@clewline/core/policy/persona.js";
export type { TextAnswer, TextModel } from "@clewline/core/ports/text-model.js";
export type { Clew, CompactOptions, KeptMessage, RangeVerbs } from "./compose/clew.js";
export { openClew } from "./compose/open.js";
export type { ClewOptions } from "./compose/options.js";

/* Read what the log holds, and why a view is as it is. */

export { ClewError, type ErrorCode, type ErrorDetails } from "@clewline/core/errors.js";
export type { AppliedOperations, MemoryOperation, MemoryProposal } from "@clewline/core/memory/review/operation.js";
export type { Advice } from "@clewline/core/model/advice/advise.js";
export type { ColdCall } from "@clewline/core/model/cold-call.js";
export type {
  ModelFacts,
  PriceTier,
  ReasoningBond,
  ReasoningRules,
  ServerFeature,
} from "@clewline/core/model/facts/model-facts.js";
export type { LearnedLimit, LimitLesson } from "@clewline/core/model/learned-limit.js";
export type { BreakCause, PrefixBreak } from "@clewline/core/model/prefix/break.js";
export type { SpentTokens } from "@clewline/core/model/prices.js";
export type { UsageKey, UsageRow } from "@clewline/core/model/usage-rows.js";
export type { WatchedUsage } from "@clewline/core/model/watched-calls.js";
export type { CacheMark } from "@clewline/core/receipt/cache-marks.js";
export type { Receipt } from "@clewline/core/receipt/receipt.js";
export type { ChangedLot, ViewDiff } from "@clewline/core/receipt/view-diff.js";
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
} from "@clewline/core/view/request.js";
export type { Rule, StandingVerdict, Verdict, VerdictKind } from "@clewline/core/view/verdict.js";
export type { Overhead } from "@clewline/core/view/view.js";
export type { RawOriginal, ShownContent, ShownEntries, ViewOutcome } from "@clewline/core/view/view-result.js";
export type { EraseReport } from "@clewline/engine/answer/erase/erase-report.js";
export type { EraseChoice } from "@clewline/engine/answer/erase/erase-request.js";
export type { EraseSearch } from "@clewline/engine/answer/erase/search-bytes.js";
export type { LearnOptions, LearnReport } from "@clewline/engine/answer/learning/learn-history.js";
export type { RebuildOptions, RebuildReport } from "@clewline/engine/answer/learning/rebuild-memories.js";
export type { RangesReport } from "@clewline/engine/commands/change-ranges.js";
export type { SettingState } from "@clewline/engine/commands/settings.js";
export type { CompactResult } from "@clewline/engine/growth/compact-lane.js";
export type { MemorySync } from "@clewline/engine/intake/memories/files/sync-files.js";
export type { CallCache } from "@clewline/engine/read/call-cache.js";
export type { Headline } from "@clewline/engine/read/headline.js";
export type { ExplainedVerdict, LogLine, LogPage } from "@clewline/engine/read/inspect.js";
export type { CompactionCount } from "@clewline/engine/read/lane-status.js";
export type { IndexReport } from "@clewline/engine/read/meaning/index-report.js";
export type { MemoryQuote, MemoryReport } from "@clewline/engine/read/memories/explain-memory.js";
export type { ExplainedStanding } from "@clewline/engine/read/memories/explain-standing.js";
export type { MemoryChoice, MemoryEdits, MemoryVerbs, NewMemory } from "@clewline/engine/read/memories/memory-verbs.js";
export type { SentBody } from "@clewline/engine/read/pieces/read-bodies.js";
export type { RecallResult } from "@clewline/engine/read/recall.js";
export type { RecalledFile } from "@clewline/engine/read/recall-files.js";
export type { ReplayedCall } from "@clewline/engine/read/replay.js";
export type { RetrievalStage } from "@clewline/engine/read/retrieve.js";
export type { SearchHit, SearchHits } from "@clewline/engine/read/search/search.js";
export type { SearchFilter } from "@clewline/engine/read/search/search-filter.js";
export type { SessionChoice } from "@clewline/engine/read/sessions/archive.js";
export type { ListedSession } from "@clewline/engine/read/sessions/first-words.js";
export type { SummaryReport } from "@clewline/engine/read/summaries.js";
export type { TraceLine } from "@clewline/engine/read/trace.js";
export type { UnansweredTurn } from "@clewline/engine/read/unanswered.js";
export type { UnsentReply } from "@clewline/engine/read/unsent.js";
export type { UsageChoice, UsageReport } from "@clewline/engine/read/usage-report.js";
export type { ReplayedViews } from "@clewline/engine/transfer/doctor.js";
export type { ContextOptions, ContextReport } from "./compose/context-report.js";

/* Take in a history. */

export type {
  BadRecord,
  ImportedPlace,
  ImportedRecord,
  ImportedSource,
  Importer,
  ImportSample,
  ImportSettings,
  ImportSource,
} from "@clewline/core/importing/importer.js";
export type { HostContent, HostFile, HostItem, HostOutput, HostPart } from "@clewline/core/log/host-message.js";
export { parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
export type { ImportCounts } from "@clewline/engine/transfer/import.js";
export type { RebuiltCall } from "@clewline/engine/transfer/past-call.js";
export type { ImportOptions, ImportReport } from "./compose/import/import-file.js";

/* Write a policy. */

export type { LayerName } from "@clewline/core/policy/layer.js";
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
} from "@clewline/core/policy/past-policy.js";
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
} from "@clewline/core/policy/policy.js";
export { balanced } from "@clewline/core/policy/presets/balanced.js";
export { laned } from "@clewline/core/policy/presets/laned.js";
export { layered } from "@clewline/core/policy/presets/layered.js";
export { presets } from "@clewline/core/policy/presets/presets.js";
export { rolling } from "@clewline/core/policy/presets/rolling.js";
export { selective } from "@clewline/core/policy/presets/selective.js";
export { tiered } from "@clewline/core/policy/presets/tiered.js";
export type { ReductionName, ReductionReach, WeighedReductionName } from "@clewline/core/view/reduce/reductions.js";

/* Write a store: the port, its rules, and what it keeps. */

export type { SeqRange } from "@clewline/core/log/background-runs.js";
export type { SummaryCandidate } from "@clewline/core/log/candidate.js";
export type { ChoiceStage, PastChoice } from "@clewline/core/log/choice.js";
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
} from "@clewline/core/log/entry.js";
export type { Epoch, EpochState, RetiredEntries } from "@clewline/core/log/epoch.js";
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
} from "@clewline/core/log/keys.js";
export type { ExpectedLease, Lease, LeaseClaim, LeaseHolder } from "@clewline/core/log/lease.js";
export type {
  KeptChange,
  Memory,
  MemoryChange,
  MemoryKind,
  MemoryMaker,
  MemoryScope,
  MemorySource,
} from "@clewline/core/log/memories/memory.js";
export type {
  Anchor,
  AnchorMeaning,
  AnswerKind,
  PendingQuestion,
  ThreadState,
  WhichQuestion,
} from "@clewline/core/log/open-questions.js";
export type { Hash } from "@clewline/core/log/pointer.js";
export type { LaneRanges } from "@clewline/core/log/ranges/lane-ranges.js";
export type { CallBasis, ChunkSplice, KeptBody, LaneRecord, RecordKind } from "@clewline/core/log/record.js";
export type { WordQuery } from "@clewline/core/log/search-words.js";
export type {
  ConversationDigest,
  SectionName,
  Summary,
  SummaryItem,
  SummaryProse,
  SummaryTime,
} from "@clewline/core/log/summary.js";
export type { Preamble, PreambleReason, TurnOrigin, TurnRecord, TurnState } from "@clewline/core/log/turn.js";
export type { Change, ChangeResult } from "@clewline/core/ports/change.js";
export type { Embedder } from "@clewline/core/ports/embedder.js";
export type {
  ErasedDecisions,
  ErasedDerivation,
  ErasedEntry,
  ErasedPiece,
  ErasedRecord,
  Erasure,
} from "@clewline/core/ports/erasure.js";
export type { FileBytes } from "@clewline/core/ports/files.js";
export type {
  EpochKeyResolver,
  LaneRequest,
  LaneState,
  RecordRequest,
  RepliedMessage,
  UnreadablePart,
} from "@clewline/core/ports/lane-state.js";
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
} from "@clewline/core/ports/store.js";
export type {
  EntryVector,
  StoredVector,
  UnindexedPage,
  VectorChange,
  VectorPage,
} from "@clewline/core/ports/vectors.js";
export type { Derivation } from "@clewline/core/receipt/derivation.js";
export type { KeptReceipt, ReceiptDelta } from "@clewline/core/receipt/receipt-delta.js";
export type { SecretPrint } from "@clewline/redact/known-secrets.js";
export type { Json } from "@clewline/text/json.js";
