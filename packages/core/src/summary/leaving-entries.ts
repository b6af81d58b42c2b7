import { countSkipped, type SeqRange } from "../log/background-runs.js";
import {
  type CallOutput,
  type Entry,
  isErased,
  nameSpeaker,
  type Part,
  type RevisedEntry,
  renderPlainText,
  resolveMessageId,
  type SaidEntry,
  type Text,
} from "../log/entry.js";
import type { EntryId, TurnId } from "../log/keys.js";
import type { TakenBack } from "../log/memories/taken-back.js";
import { isOwnTool, isRemember } from "../log/own-tools.js";
import { listHiddenPlaces } from "../log/ranges/lane-ranges.js";
import { redactEntryText } from "../log/redact-entry.js";
import { isBackgroundTurn, type TurnRecord } from "../log/turn.js";
import { placeByTime } from "../view/past/late-places.js";
import { orderByPlace } from "../view/places.js";
import type { Renderer } from "../view/renderer.js";
import type { Snapshot } from "../view/snapshot.js";
import type { SpokenEntry } from "./extract.js";
import { readMemoryText } from "./memory-item.js";

/** The ids of messages that directly follow the note of another program's compaction. */
function listHandedIds(entries: readonly Entry[]): ReadonlySet<EntryId> {
  const noted = new Set(
    entries.flatMap((entry) => (entry.kind === "noted" && entry.note.kind === "compacted" ? [entry.seq] : [])),
  );
  return new Set(entries.filter((entry) => entry.kind === "said" && noted.has(entry.seq - 1)).map(({ id }) => id));
}

/** Whether a user's message is such a summary: by its place, or by the words that agents put before it. */
function isHandedSummary(
  { id, by }: Pick<SaidEntry, "id" | "by">,
  text: string,
  handed: ReadonlySet<EntryId>,
): boolean {
  return by.role === "user" && (handed.has(id) || opening.test(text.slice(0, 300)));
}

const opening =
  /^\W{0,20}(?:this session is being continued from a previous conversation|(?:the )?conversation history before this point was compacted|another language model started to solve this problem|(?:here|this|the following) is (?:a|the) summary of (?:the|our|this) (?:previous |earlier |prior )?(?:conversation|session|chat)|(?:previous|earlier|prior) conversation summary|summary of (?:the |our )?(?:previous|earlier|prior) (?:conversation|session|chat)|conversation summary\b|compacted? (?:conversation )?(?:history|summary)\b)/iu;

export interface LeavingEntries {
  /** The first and last seq that it is to cover. */
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
  /** Edits and withdrawals of these entries, or of some that the summary before covers. */
  readonly changes: readonly Entry[];
  /** Entries that a person hid, here or before: no summary mentions them. */
  readonly gone?: ReadonlySet<EntryId>;
  /** Statements of these entries that were forgotten, undone or reworded. */
  readonly takenBack?: TakenBack;
}

/** The entries that a text made of them is registered under. A note in place of an erased entry has no words. */
export function listLeavingSources({
  entries,
  changes,
}: Pick<LeavingEntries, "entries" | "changes">): readonly EntryId[] {
  return [...entries, ...changes].filter((entry) => !isErased(entry)).map(({ id }) => id);
}

/**
 * Collects the entries that leave when the boundary moves to `to`: the last summary doesn't cover them, and the view no
 * longer shows them. `staying` are the entries that stay at any boundary, `held` those that stayed so until now.
 */
export function collectLeaving(
  snapshot: Pick<
    Snapshot,
    "entries" | "summary" | "cleared" | "last" | "skipped" | "ranges" | "turn" | "turns" | "takenBack"
  >,
  to: number,
  staying: ReadonlySet<number>,
  held: readonly number[],
): LeavingEntries {
  const { entries, summary, cleared, last, skipped, ranges, takenBack } = snapshot;
  const apart = ranges === undefined ? null : listHiddenPlaces(entries, ranges, snapshot.turn);
  const summaryEnd = Math.max(summary?.to ?? 0, cleared);
  const run = Math.max(summaryEnd + 1, findRunStart(entries, last, skipped?.ranges ?? []));
  const isUntold = (seq: number) => run <= seq || (held.includes(seq) && seq > cleared);
  const all = entries.filter(({ seq }) => isUntold(seq) && seq <= to && !staying.has(seq) && apart?.has(seq) !== true);
  const going = all.slice(-mostAtOnce);
  const shown = new Set(entries.filter(({ seq }) => seq > to || staying.has(seq)).map(({ id }) => id));
  const isChange = (entry: Entry) => entry.kind === "revised" || entry.kind === "withdrawn";
  const changes = entries.filter(
    (entry) => isChange(entry) && !shown.has(resolveMessageId(entry)) && apart?.has(entry.seq) !== true,
  );
  const first = going.length < all.length ? (going[0]?.seq ?? run) : run;
  const follows = summary !== null && summary.to > cleared && first === summary.to + 1;
  const begins = Math.min(follows ? summary.from : first, going[0]?.seq ?? first);
  // If all of it left before, only entries that stayed or were edited since are new, anywhere behind the boundary.
  const from = begins <= to ? begins : Math.min(cleared + 1, to);
  const told = orderByTime(
    going.filter((entry) => !isChange(entry)),
    snapshot.turns,
  );
  return {
    from,
    to,
    entries: told,
    changes,
    ...(ranges === undefined ? {} : { gone: ranges.gone }),
    ...(takenBack === undefined ? {} : { takenBack }),
  };
}

function orderByTime(entries: readonly Entry[], turns: Turns): readonly Entry[] {
  const late = placeByTime(entries, turns);
  return orderByPlace(entries, late, late);
}

/** More than a compaction ever removes from a view. Only a large import has more, and a caller is waiting. */
const mostAtOnce = 1_000;

/** The newest entries are read without gaps, except for background turns; this is where that run begins. */
function findRunStart(entries: readonly Entry[], last: number, skipped: readonly SeqRange[]): number {
  let first = last + 1;
  for (const { seq } of entries.toReversed()) {
    if (seq !== first - 1 && countSkipped(skipped, seq) - countSkipped(skipped, first - 1) < first - 1 - seq) break;
    first = seq;
  }
  return first;
}

function collectWithdrawnIds(changes: readonly Entry[]): ReadonlySet<EntryId> {
  return new Set(changes.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
}

/** The edits among some changes, in order, without those that were withdrawn themselves. */
export function listStandingEdits(changes: readonly Entry[]): readonly RevisedEntry[] {
  const withdrawn = collectWithdrawnIds(changes);
  return changes.filter((entry): entry is RevisedEntry => entry.kind === "revised" && !withdrawn.has(entry.id));
}

/** The same without what an agent says before it calls a tool. */
export function listSpokenEntries(
  renderer: Pick<Renderer, "whole">,
  turns: Turns,
  leaving: LeavingEntries,
): readonly SpokenEntry[] {
  const { entries } = leaving;
  const working = new Set(entries.flatMap((entry) => (entry.kind === "called" ? [makeStepKey(entry)] : [])));
  const asides = new Set(entries.filter((entry) => isAside(entry, working)).map(({ id }) => id));
  return listWholeEntries(renderer, turns, leaving).filter(({ id }) => !asides.has(id));
}

/** The place of each entry; of an edit whose message left before, its own. */
export function mapSeqs({ entries, changes }: LeavingEntries): ReadonlyMap<EntryId, number> {
  const places = (list: readonly Entry[]) => list.map((entry) => [resolveMessageId(entry), entry.seq] as const);
  return new Map([...places(changes), ...places(entries)]);
}

/** The entries in their current words: edited messages with their edits, without withdrawals. */
export function listWholeEntries(
  { whole }: Pick<Renderer, "whole">,
  turns: Turns,
  { entries, changes }: LeavingEntries,
): readonly SpokenEntry[] {
  const withdrawn = collectWithdrawnIds(changes);
  const edits = new Map(listStandingEdits(changes).map((edit) => [edit.target, edit]));
  const present = new Set(entries.map(({ id }) => id));
  const handed = listHandedIds(entries);
  const orphans = [...edits.values()].filter(({ target }) => !present.has(target));
  return [...entries, ...orphans]
    .filter((entry) => entry.private === undefined && !withdrawn.has(resolveMessageId(entry)))
    .filter((entry) => entry.late === undefined)
    .filter((entry) => !isBackground(turns, entry))
    .flatMap((entry) => {
      const edit = entry.kind === "said" ? edits.get(entry.id) : undefined;
      const spoken = makeSpokenEntry(whole, entry, edit, handed);
      return spoken === null ? [] : [spoken];
    });
}

/** Words of an agent before a tool call are obsolete once the tool has run; its answer contains the result. */
function isAside(entry: Entry, working: ReadonlySet<string>): boolean {
  return entry.kind === "said" && entry.by.role === "agent" && entry.turn !== null && working.has(makeStepKey(entry));
}

/** Messages of background turns are no part of the conversation; their tool calls still count. */
function isBackground(turns: Turns, { kind, turn }: Entry): boolean {
  const record = turn === null ? undefined : turns.get(turn);
  return kind === "said" && record !== undefined && isBackgroundTurn(record);
}

function makeStepKey({ turn, step }: Entry): string {
  return `${turn} ${step}`;
}

type Turns = ReadonlyMap<TurnId, TurnRecord>;
type Whole = Renderer["whole"];

function makeSpokenEntry(
  whole: Whole,
  entry: Entry,
  edit: RevisedEntry | undefined,
  handed: ReadonlySet<EntryId>,
): SpokenEntry | null {
  const { id, at } = entry;
  const redact = (text: string) => redactEntryText(edit ?? entry, text);
  switch (entry.kind) {
    case "said": {
      // Messages from the host are for the model alone: no speaker said, decided or promised anything in them.
      if (entry.by.role === "system") return null;
      const text = redact(joinPartTexts(whole, (edit ?? entry).parts));
      const by = isHandedSummary(entry, text, handed) ? "system" : nameSpeaker(entry.by);
      return { id, at, by, kind: "said", text };
    }
    case "revised":
      // Withdrawing the message withdraws the edit.
      return { id: entry.target, at, by: "user", kind: "said", text: redact(joinPartTexts(whole, entry.parts)) };
    case "called": {
      const input = loadWholeText(whole, entry.input);
      const memory = isRemember(entry.tool) ? readMemoryText(input, redact) : null;
      const kept = memory === null ? {} : { memory };
      return { id, at, by: "agent", kind: "called", tool: entry.tool, text: redact(input), ...kept };
    }
    case "returned": {
      // Results of our own tools are in the log already, and those of `remember` say nothing new.
      if (isOwnTool(entry.tool) || isRemember(entry.tool)) return null;
      const failed = entry.output.kind === "error-text" || entry.output.kind === "error-json";
      const text = redact(readOutputText(whole, entry.output));
      return { id, at, by: "agent", kind: "returned", tool: entry.tool, failed, text };
    }
    case "noted":
    case "withdrawn":
      return null;
    default:
      return entry satisfies never;
  }
}

function joinPartTexts(whole: Whole, parts: readonly Part[]): string {
  const spoken = parts.filter((part) => part.kind !== "reasoning");
  return renderPlainText(
    spoken.map((part) => (part.kind === "text" ? { ...part, text: loadWholeText(whole, part.text) } : part)),
  );
}

function readOutputText(whole: Whole, output: CallOutput): string {
  return output.kind === "content" ? joinPartTexts(whole, output.parts) : loadWholeText(whole, output.text);
}

function loadWholeText(whole: Whole, text: Text): string {
  if (typeof text === "string") return text;
  return whole(text) ?? `${text.head}\n${text.tail}`;
}
