/** What was written last into the folder: by it, what a person did there since is told from what the log did. */

import { isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import type { EntryId } from "../../log/keys.js";
import type { Layouts } from "./layout.js";

/** A note as it was written. */
export interface WrittenNote {
  /** The lane of its scope in the log of memories. */
  readonly lane: string;
  readonly name: string;
  /** The change whose outcome it tells. A log that does not have it did not write the file. */
  readonly change: EntryId;
  /** Of the file's text. */
  readonly hash: string;
}

export interface WrittenFiles {
  /** The path of the log from the folder; null in files of older versions. */
  readonly log: string | null;
  /** By path. */
  readonly notes: ReadonlyMap<string, WrittenNote>;
  /** Of files that only tell, by path: the hashes that one of ours may have, before and after it was last written. */
  readonly told: ReadonlyMap<string, readonly string[]>;
  /** How people laid notes out, by path. */
  readonly layouts: ReadonlyMap<string, Layouts>;
  /** Notes of another log that say what was erased in this one, which are not read again: hashes of their texts by hashes of their paths. */
  readonly passed: ReadonlyMap<string, string>;
}

export const nothingWritten: WrittenFiles = {
  log: null,
  notes: new Map(),
  told: new Map(),
  layouts: new Map(),
  passed: new Map(),
};

export function renderWritten({ log, notes, told, layouts, passed }: WrittenFiles): string {
  const sort = <Value>(map: ReadonlyMap<string, Value>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  const laidOut = layouts.size === 0 ? {} : { layouts: sort(layouts) };
  const left = passed.size === 0 ? {} : { passed: sort(passed) };
  return `${JSON.stringify({ version: 1, log, notes: sort(notes), told: sort(told), ...laidOut, ...left }, null, 1)}\n`;
}

/** What can't be read is as good as nothing: then files are compared with the log alone. */
export function parseWritten(text: string): WrittenFiles {
  const data = tryParseJson(text);
  if (!isObject(data) || data.version !== 1) return nothingWritten;
  const notes = listMembers(data.notes).flatMap(([path, value]) => {
    const note = readNote(value);
    return note === null ? [] : [[path, note] as const];
  });
  const told = listMembers(data.told).map(([path, value]) => [path, listTexts(value)] as const);
  const layouts = listMembers(data.layouts).flatMap(([path, value]) => {
    if (!isObject(value) || typeof value.lane !== "string" || typeof value.name !== "string") return [];
    return [[path, { lane: value.lane, name: value.name, texts: listTexts(value.texts) }] as const];
  });
  const passed = listMembers(data.passed).map(([path, value]) => [path, String(value)] as const);
  const log = typeof data.log === "string" ? data.log : null;
  return { log, notes: new Map(notes), told: new Map(told), layouts: new Map(layouts), passed: new Map(passed) };
}

/** Merges the files that one log wrote under two identities. The first one counts where both have something. */
export function joinWritten(one: WrittenFiles, other: WrittenFiles): WrittenFiles {
  const join = <Value>(first: ReadonlyMap<string, Value>, second: ReadonlyMap<string, Value>) =>
    new Map([...second, ...first]);
  return {
    log: one.log,
    notes: join(one.notes, other.notes),
    told: join(one.told, other.told),
    layouts: join(one.layouts, other.layouts),
    passed: join(one.passed, other.passed),
  };
}

function listTexts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

function listMembers(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function readNote(value: Json): WrittenNote | null {
  if (!isObject(value)) return null;
  const { lane, name, change, hash } = value;
  const isWhole = [lane, name, change, hash].every((each) => typeof each === "string");
  return isWhole ? { lane: String(lane), name: String(name), change: change as EntryId, hash: String(hash) } : null;
}
