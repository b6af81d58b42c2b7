/**
 * The file with the whole words of summarised turns, for the agent's own file tool. Each entry has a section under its pointer, so that
 * an erasure finds its words again.
 */
import type { LaneRef, SessionKey } from "../log/keys.js";
import type { Hash } from "../log/pointer.js";
import type { Summary } from "../log/summary.js";
import type { Renderer } from "../view/renderer.js";
import type { PureFns, Snapshot } from "../view/snapshot.js";
import type { SpokenEntry } from "./extract.js";
import { makeOneLine } from "./item-text.js";
import { type LeavingEntries, listWholeEntries, mapSeqs } from "./leaving-entries.js";

/** The path that the log keeps for the history file of a summary, by the summary's id. */
export type HistoryNamer = (id: string) => string;

/** Undefined without a spill folder. */
export function makeHistoryNamer({ session }: LaneRef, { keptPath, hash }: PureFns): HistoryNamer | undefined {
  return keptPath === undefined ? undefined : (id) => keptPath(`${nameHistories(session, hash)}${id}`);
}

/** The beginning of the names of a session's history files: no other session's erasure touches them. */
export function nameHistories(session: SessionKey, hash: Hash): string {
  return `history-${hash(session).slice(0, 16)}-`;
}

/** A summary that nothing new leaves into, or that has no file of its own, names the newest file before it. */
export function pickHistory(
  history: HistoryNamer | undefined,
  id: string,
  before: Summary | null,
  { entries }: Pick<LeavingEntries, "entries">,
): Pick<Summary, "file"> {
  const file = (entries.length === 0 ? undefined : history?.(id)) ?? before?.file;
  return file === undefined ? {} : { file };
}

/** `renderer` reads every long text whole. */
export function writeHistory(
  renderer: Renderer,
  { ref, turns, summary, cleared }: Snapshot,
  leaving: LeavingEntries,
): string {
  const seqs = mapSeqs(leaving);
  const files = new Map(leaving.entries.map((entry) => [entry.id, entry.kind === "returned" ? entry.file : undefined]));
  const earlier = summary !== null && summary.to > cleared ? summary.file : undefined;
  const head = [
    `${ref.session} ${ref.lane}`,
    ...(earlier === undefined ? [] : [`Before: ${renderer.locate(earlier)}`]),
  ];
  const sections = listWholeEntries(renderer, turns, leaving).map((spoken) => {
    const file = files.get(spoken.id);
    const text = file === undefined ? spoken.text : `Written to ${renderer.locate(file)}`;
    const title = [
      renderer.pointer("e", seqs.get(spoken.id) ?? 0),
      renderer.time(spoken.at),
      describeAct(renderer, spoken),
    ];
    return `${sectionMark}${title.join(" ")}\n${text.replaceAll(markedLine, " ")}\n`;
  });
  return [`${head.join("\n")}\n`, ...sections].join("\n");
}

const sectionMark = "## ";
/** A line of a text that looks like the title of a section is indented. */
const markedLine = /^(?=## )/gmu;

function describeAct({ name }: Renderer, { kind, by, tool = "", failed }: SpokenEntry): string {
  const who = makeOneLine(name(by));
  if (kind === "said") return who;
  return kind === "called"
    ? `${who} called ${makeOneLine(tool)}`
    : `${makeOneLine(tool)} ${failed ? "failed" : "returned"}`;
}

/** The text without the sections of these pointers. */
export function dropFromHistory(text: string, pointers: ReadonlySet<string>): string {
  const sections = text.split(/\n(?=## )/u);
  const kept = sections.filter(
    (section) => !section.startsWith(sectionMark) || !pointers.has(section.split(" ", 2)[1] ?? ""),
  );
  return kept.length === sections.length ? text : kept.join("\n");
}
