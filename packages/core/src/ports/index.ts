/** The ports of the core, each with its contract. Adapters implement them; the engine receives them. */
export type { AgentFolder, FolderFile } from "./agent-folder.js";
export { type Change, type ChangeResult, hasOnlyVectors } from "./change.js";
export type { Clock } from "./clock.js";
export type { Embedder } from "./embedder.js";
export {
  type ErasedDecisions,
  type ErasedDerivation,
  type ErasedEntry,
  type ErasedPiece,
  type Erasure,
  nothingErased,
} from "./erasure.js";
export type { BesideFiles, FileBytes, FileOwner, FoundFile, SpilledFile } from "./files.js";
export {
  type EpochKeyResolver,
  type LaneRequest,
  type LaneState,
  type RecordRequest,
  type RepliedMessage,
  summariesLookedAt,
  type UnreadablePart,
} from "./lane-state.js";
export type { MemoryFolder } from "./memory-folder.js";
export type { Pause } from "./pause.js";
export {
  type FaultyRow,
  type FoundEntry,
  type LaneSummary,
  type LogStore,
  mostLocated,
  mostPlaces,
  mostUnsent,
  type NameLocation,
  type NameToLocate,
  type QueuedTurn,
  recentLanes,
  type SearchResult,
  type SearchScope,
  type SessionCursor,
  type SessionSummary,
  type StoreFault,
} from "./store.js";
export type { TextModel } from "./text-model.js";
export {
  type EntryVector,
  placesPerPage,
  type StoredVector,
  type UnindexedPage,
  type VectorChange,
  type VectorPage,
} from "./vectors.js";
export type { Wake } from "./wake.js";
