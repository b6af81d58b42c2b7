/** The candidates as the ranking reads them. */
import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import { type Entry, renderPlainText } from "@clewline/core/log/entry.js";
import { makeLaneAddress } from "@clewline/core/log/keys.js";
import { redactEntryText } from "@clewline/core/log/redact-entry.js";
import type { SaidMessage } from "@clewline/core/retrieval/said-message.js";
import type { Rarity } from "@clewline/core/retrieval/score-words.js";
import { listContentWords, readSoughtStem } from "@clewline/text/content-words.js";
import { rememberByObject } from "@clewline/text/remember.js";
import type { Engine } from "../../engine.js";
import { type CurrentEntry, isSpoken } from "../../intake/current-entries.js";
import type { Candidates } from "./candidates.js";

export interface CandidateMessage extends SaidMessage {
  readonly standing: CurrentEntry;
}

/** `words` are those that were looked for. */
export function makeMessages(
  candidates: Candidates,
  words: readonly string[],
  likenessOf: (standing: CurrentEntry) => number | null,
): readonly CandidateMessage[] {
  const stems = words.map(listStems);
  return candidates.standing.map((standing) => ({
    ...makeMessage(standing, candidates, stems),
    likeness: likenessOf(standing),
  }));
}

function makeMessage(
  standing: CurrentEntry,
  { heldBy }: Candidates,
  stems: readonly (readonly string[])[],
): CandidateMessage {
  const { ref, entry } = standing;
  const held = heldBy(standing).flatMap((index) => stems[index] ?? []);
  return {
    standing,
    lane: makeLaneAddress(ref),
    seq: entry.seq,
    turn: entry.turn,
    speaker: entry.kind === "said" ? (entry.by.address ?? entry.by.role) : "tool",
    at: entry.at,
    text: readText(standing.version),
    held,
    ...(isSpoken(standing) ? {} : { isOfTool: true }),
  };
}

function listStems(word: string): readonly string[] {
  const stems = listContentWords(word).map(({ stem }) => stem);
  return stems.length > 0 ? stems : [readSoughtStem(word)];
}

/** Leaves out the contents of blobs, except for their ends, and secrets. A store hands out the same entries again. */
const readText = rememberByObject((version: Entry) =>
  redactEntryText(version, renderEntryText(version).slice(0, mostRead)),
);

/** Only the beginning of a long text is ranked. */
const mostRead = 4_000;

function renderEntryText(entry: Entry): string {
  switch (entry.kind) {
    case "said":
    case "revised":
      return renderPlainText(entry.parts);
    case "called":
      return `${entry.tool} ${renderPlainText([{ kind: "text", text: entry.input }])}`;
    case "returned":
      return `${entry.tool} ${renderPlainText(
        entry.output.kind === "content" ? entry.output.parts : [{ kind: "text", text: entry.output.text }],
      )}`;
    case "noted":
    case "withdrawn":
      return "";
    default:
      return entry satisfies never;
  }
}

export function nameSpeakers({ people }: Engine, { standing }: Candidates): ReadonlyMap<string, string> {
  const nameOf = makeNamer(people);
  const speakers = new Map<string, string>();
  for (const { entry } of standing) {
    const address = entry.kind === "said" ? entry.by.address : undefined;
    if (address !== undefined && !speakers.has(address)) speakers.set(address, nameOf(address));
  }
  return speakers;
}

/** Where only one person speaks, "I" means that person. */
export function findOnlyPerson(speakers: ReadonlyMap<string, string>): string {
  const [only] = speakers.keys();
  return speakers.size === 1 && only !== undefined ? only : "user";
}

/** The index counts whole words, the ranking stems: a stem has at least the holders of each of its words. */
export function readRarity({ holders, entries }: Candidates, words: readonly string[]): Rarity {
  const counts = new Map<string, number>();
  for (const [index, word] of words.entries()) {
    for (const stem of listStems(word)) counts.set(stem, Math.max(counts.get(stem) ?? 0, holders[index] ?? 0));
  }
  return { messages: entries, holders: counts };
}
