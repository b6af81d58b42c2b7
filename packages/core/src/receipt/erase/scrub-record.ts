import type { ThreadState } from "../../log/open-questions.js";
import type { LaneRecord } from "../../log/record.js";
import type { Summary, SummaryItem } from "../../log/summary.js";
import { dropErasedSources, type Erased, isMadeOfErased } from "./erased.js";
import { listStrings } from "./erased-words.js";
import { isAnchorGone, isMeaningGone } from "./scrub-turn.js";

/** A record's origin, according to the register and the lane. */
export interface RecordOrigin {
  /** Whether it was made of an erased entry. */
  readonly isDerived: boolean;
  /** The places of the erased entries in its lane. */
  readonly seqs: readonly number[];
}

/** The record without erased words: the same value, a changed one, or null. A journal is rewritten from its summary. */
export function scrubRecord(record: LaneRecord, origin: RecordOrigin, erased: Erased): LaneRecord | null {
  const isHeld = (value: unknown) => listStrings(value).some(erased.words.holds);
  switch (record.kind) {
    case "summary": {
      const summary = scrubSummary(record.summary, origin, erased);
      return summary === record.summary ? record : { ...record, summary };
    }
    case "candidate":
      // It is prepared again when it is needed.
      return scrubSummary(record.candidate.summary, origin, erased) === record.candidate.summary ? record : null;
    case "journal":
      return origin.isDerived || isHeld(record.text) ? null : record;
    case "state": {
      const state = scrubState(record.state, erased);
      return state === record.state ? record : { ...record, state };
    }
    case "digest":
      return origin.isDerived || isHeld(record.digest) ? null : record;
    case "memory": {
      const memory = scrubItem(record.memory, erased);
      return memory === record.memory ? record : memory && { ...record, memory };
    }
    case "basis":
      return erased.person === null || !(erased.person in record.basis.people)
        ? record
        : { ...record, basis: { ...record.basis, people: dropMember(record.basis.people, erased.person) } };
    case "secrets":
    case "ranges":
    case "body":
      // Prints and the pieces of bodies are checked elsewhere one by one. Ranges name places, which stay.
      return record;
    case "event":
      return isHeld(record.event) ? null : record;
    default:
      return record satisfies never;
  }
}

/** Items found by rule stay if remaining entries said them too. A model's prose can't be divided, so all of it goes. */
function scrubSummary(summary: Summary, { isDerived, seqs }: RecordOrigin, erased: Erased): Summary {
  const { items, prose, from, to } = summary;
  const isCovering = isDerived || seqs.some((seq) => from <= seq && seq <= to);
  const kept = items.flatMap((item) => scrubItem(item, erased) ?? []);
  const isSame = kept.length === items.length && kept.every((item, place) => item === items[place]);
  const isProseGone = prose !== null && (isCovering || listStrings(prose).some(erased.words.holds));
  if (isSame && !isProseGone) return summary;
  return {
    ...summary,
    items: kept,
    shown: Math.min(isProseGone ? kept.length : summary.shown, kept.length),
    prose: isProseGone ? null : prose,
  };
}

/** Null to remove the item. If others said it too, its count is at most the number of remaining sources. */
function scrubItem(item: SummaryItem, erased: Erased): SummaryItem | null {
  if (isMadeOfErased(item.sources, erased) || erased.words.holds(item.text)) return null;
  const sources = dropErasedSources(item.sources, erased);
  if (sources === item.sources) return item;
  const { times = 1, ...rest } = item;
  const left = Math.min(times, sources.length);
  return { ...rest, sources, ...(left > 1 ? { times: left } : {}) };
}

function scrubState(state: ThreadState, erased: Erased): ThreadState {
  const { ids, words } = erased;
  const stands = ({ entry, about, options }: ThreadState["open"][number]) =>
    !(entry !== null && ids.has(entry)) && ![about, ...options].some(words.holds);
  const open = state.open.filter(stands);
  const refused = state.refused.filter(stands);
  const isAsking = state.which !== null && !state.which.options.some((each) => isMeaningGone(each, erased));
  const heard = state.heard.filter(
    ({ message, anchor }) => !ids.has(message) && (anchor === null || !isAnchorGone(anchor, erased)),
  );
  const isSame =
    open.length === state.open.length &&
    refused.length === state.refused.length &&
    heard.length === state.heard.length &&
    isAsking === (state.which !== null);
  return isSame ? state : { ...state, open, refused, which: isAsking ? state.which : null, heard };
}

function dropMember<Value>(table: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  const { [name]: _gone, ...rest } = table;
  return rest;
}
