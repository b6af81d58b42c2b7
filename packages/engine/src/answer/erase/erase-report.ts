import { makePointer } from "@clewline/core/log/pointer.js";
import type { Engine } from "../../engine.js";
import type { ChosenEntries } from "./choose-entries.js";
import type { EraseTarget } from "./erase-request.js";
import type { ErasurePlan } from "./plan-erasure.js";
import type { EraseSearch } from "./search-bytes.js";

/** The extent of an erasure, done or planned. */
export interface EraseReport {
  /** True if nothing was erased: this is what would be. */
  readonly dryRun: boolean;
  /** The address of the person who is erased; null if it is not about a person. */
  readonly person: string | null;
  /** The chats that something is erased of, by their keys. */
  readonly chats: readonly string[];
  /** Of these, how many nothing is left of. */
  readonly sessions: number;
  /** Messages and other entries. */
  readonly entries: number;
  /** Memories, each with its whole history. */
  readonly memories: number;
  /** Summaries that were rewritten without them, by rule. */
  readonly summaries: number;
  /** Other derived records that were removed or rewritten: parts of the journal, quotes, open questions. */
  readonly derived: number;
  /** Views of other turns that showed them, and can't be replayed any more. */
  readonly views: number;
  /** Files beside the log that were removed or rewritten. */
  readonly files: number;
  /** The search of the log's files afterwards; null if nothing was erased yet. */
  readonly search: EraseSearch | null;
  /** Files that still say it, each with the reason: a copy of the log shares them, they are not beside the log, people wrote them. */
  readonly left: readonly string[];
  /** Sentences about data that was kept although it may mention them. */
  readonly stays: readonly string[];
}

interface Carried {
  readonly target: EraseTarget;
  readonly chosen: ChosenEntries;
  readonly plan: ErasurePlan;
  readonly files: { readonly removed: number; readonly left: readonly string[] };
  readonly isDryRun: boolean;
}

export async function makeReport(
  engine: Engine,
  { target, chosen, plan, files, isDryRun }: Carried,
): Promise<EraseReport> {
  const { erasure, parts, memories } = plan;
  const summaries = erasure.records.filter(({ becomes }) => becomes?.kind === "summary").length;
  return {
    dryRun: isDryRun,
    person: chosen.person,
    chats: [...chosen.sessions, ...chosen.entries.keys()],
    sessions: erasure.sessions.length,
    entries: plan.entries,
    memories: memories.gone.length,
    summaries,
    derived: erasure.records.length - summaries + erasure.turns.length,
    views: parts.reduce((sum, { views }) => sum + views, 0),
    files: files.removed,
    search: null,
    left: files.left,
    stays: [
      ...(await describeAnswers(engine, target)),
      ...describeRepeated(engine, plan),
      ...beyondReach,
      ...describeFolder(engine),
    ],
  };
}

/** Of a single message only that goes. */
async function describeAnswers({ store }: Engine, target: EraseTarget): Promise<readonly string[]> {
  if (target.kind !== "entry") return [];
  const turns = await store.turnsAnswering(target.ref, target.id);
  if (turns.length === 0) return [];
  return ["What was answered to it stays, and may repeat it: erase that by its own pointer, or the whole session"];
}

/** More pointers than anybody would type. */
const mostPointers = 10;

function describeRepeated({ fns }: Engine, { repeated }: ErasurePlan): readonly string[] {
  if (repeated.length === 0) return [];
  const pointers = repeated.slice(0, mostPointers).map(({ ref, entry }) => makePointer("e", ref, entry.seq, fns.hash));
  const more = repeated.length - pointers.length;
  const listed = `${pointers.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [`What others said of it in the same words stays, each to be erased by its own pointer: ${listed}`];
}

const beyondReach: readonly string[] = [
  "Exports, backups and copies of the log on this or another machine stay as they are",
  "What a provider of models has kept of requests is out of reach, and so is what a channel shows",
];

function describeFolder({ memoryFolder }: Engine): readonly string[] {
  return memoryFolder === null
    ? ["Files of memories in a folder that is not named here (memory_folder) go when a program opens the log with it"]
    : [];
}
