/** What the core asks of the world, each with its contract. Adapters implement them; the engine is handed them. */
export type { Change, Written } from "./change.js";
export type { Clock } from "./clock.js";
/** @public */
export type { Embedder } from "./embedder.js";
export type { Files } from "./files.js";
export {
  type KeyOf,
  type LaneRequest,
  type LaneState,
  type RecordsWanted,
  type Replied,
  summariesLookedAt,
} from "./lane-state.js";
export type { Pause } from "./pause.js";
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
} from "./store.js";
export type { TextModel } from "./text-model.js";
export type { Wake } from "./wake.js";
