/**
 * Values that the texts of a lane have so far, so that an outline keeps those that are new. It is a cache without words: values
 * are kept by their prints, and without it a line counts by its own text.
 */
import { computeFingerprint } from "@clewline/core/importing/fingerprint.js";
import { mayReadFile } from "@clewline/core/log/arrival/file-read.js";
import { listOutlineValues, nameLineKind } from "@clewline/core/log/arrival/outline.js";
import { type CalledEntry, type Draft, type Entry, listTexts, type Text } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";

export interface LaneValues {
  /** Whether an entry has this value. */
  has(value: string): boolean;
  /** The kinds of lines that the newest outline of a result of this tool has. */
  kindsOf(tool: string): ReadonlySet<string>;
  /** The newest call of this name. */
  callOf(call: string): KnownCall | undefined;
  /** Whether a long result came before with the same text, or from the same tool and input. */
  isAgain(result: Returned): boolean;
  add(entry: Entry | Draft): void;
}

type Returned = Extract<Draft, { kind: "returned" }>;

interface KnownCall {
  /** Whether it is known to have read no file. */
  readonly isPlain: boolean;
  /** Distinguishes its tool and input from others. */
  readonly sign: string;
}

export interface ValueRegister {
  /** The values of the lane's entries, up to its end. */
  load(ref: LaneRef): Promise<LaneValues>;
  forget(): void;
}

/** Entries that each look reads. */
const mostRead = 60;
/** Entries since the last look that are read besides; of more, only the newest count. */
const mostCaughtUp = 1_000;
const mostLanes = 32;
/** The most values of a lane; beyond them the register starts again. */
const mostValues = 100_000;

interface KnownLane {
  through: number;
  readonly values: LaneValues;
}

export function makeValueRegister(store: LogStore): ValueRegister {
  const lanes = new Map<string, KnownLane>();
  return {
    forget: () => lanes.clear(),
    async load(ref) {
      const address = makeLaneAddress(ref);
      const lane = lanes.get(address) ?? { through: 0, values: makeLaneValues() };
      const { entries } = await store.read(ref, mostRead, null);
      const before = (entries[0]?.seq ?? 1) - 1;
      // These came since the last look and are no longer among the newest.
      if (lane.through > 0 && lane.through < before && before - lane.through <= mostCaughtUp)
        addEntries(lane, await store.range(ref, lane.through + 1, before));
      addEntries(lane, entries);
      lanes.delete(address);
      lanes.set(address, lane);
      for (const oldest of lanes.keys()) if (lanes.size > mostLanes) lanes.delete(oldest);
      return lane.values;
    },
  };
}

function addEntries(lane: KnownLane, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.seq <= lane.through) continue;
    lane.values.add(entry);
    lane.through = entry.seq;
  }
}

/** `before` has been read, and is not added to. */
export function makeLaneValues(before?: LaneValues): LaneValues {
  const prints = new Set<string>();
  const kinds = new Map<string, ReadonlySet<string>>();
  const calls = new Map<string, KnownCall>();
  const has = (value: string) => prints.has(computeFingerprint(value)) || before?.has(value) === true;
  const callOf = (call: string) => calls.get(call) ?? before?.callOf(call);
  return {
    has,
    callOf,
    isAgain: (result) => listSigns(result, callOf(result.call)).some(has),
    kindsOf: (tool) => kinds.get(tool) ?? before?.kindsOf(tool) ?? new Set(),
    add(entry) {
      // Entries private to one surface don't affect the others' views.
      if (entry.private !== undefined) return;
      if (prints.size > mostValues) {
        prints.clear();
        calls.clear();
      }
      // Some servers reuse call numbers, so the newest call of a name counts.
      if (entry.kind === "called") calls.set(entry.call, readCall(entry));
      for (const text of listTexts(entry))
        for (const value of listOutlineValues(readEnds(text))) prints.add(computeFingerprint(value));
      if (entry.kind !== "returned" || entry.outline === undefined) return;
      for (const sign of listSigns(entry, callOf(entry.call))) prints.add(computeFingerprint(sign));
      kinds.set(
        entry.tool,
        new Set(
          entry.outline
            .split("\n")
            .map(nameLineKind)
            .filter((kind) => kind !== ""),
        ),
      );
    },
  };
}

function readCall({ tool, input }: Pick<CalledEntry, "tool" | "input">): KnownCall {
  const isPlain = typeof input === "string" && !mayReadFile(tool, input);
  return { isPlain, sign: `call ${computeFingerprint(`${tool} ${nameText(input)}`)}` };
}

/** By its text and by its call. */
function listSigns(result: Returned, call: KnownCall | undefined): readonly string[] {
  const text = `result ${listTexts(result).map(nameText).join(" ")}`;
  return call === undefined ? [text] : [text, call.sign];
}

function nameText(text: Text): string {
  return typeof text === "string" ? text : text.blob;
}

function readEnds(text: Text): string {
  return typeof text === "string" ? text : `${text.head}\n${text.tail}`;
}
