/** What the core asks of the world, each with its contract. Adapters implement them; the engine is handed them. */
export type { Change, Written } from "./ports/change.js";
export type { Clock } from "./ports/clock.js";
/** @public */
export type { Embedder } from "./ports/embedder.js";
export type { Files } from "./ports/files.js";
export {
  type KeyOf,
  type LaneRequest,
  type LaneState,
  type RecordsWanted,
  type Replied,
  summariesLookedAt,
} from "./ports/lane-state.js";
export type { Pause } from "./ports/pause.js";
export {
  type Found,
  type LaneSummary,
  type Located,
  type LogStore,
  mostLocated,
  type Name,
  recentLanes,
  type Scope,
  type SessionCursor,
  type SessionSummary,
  type StoreFault,
} from "./ports/store.js";
export type { TextModel } from "./ports/text-model.js";
export type { Wake } from "./ports/wake.js";
