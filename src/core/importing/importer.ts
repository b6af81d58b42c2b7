/** What importers make of foreign histories. An importer reads; the engine gives every record its place in the log. */
import type { Note } from "../log/entry.js";
import type { HostItem } from "../log/host-message.js";
import type { Instant, LaneKey, SessionKey } from "../log/keys.js";

/** One line or document that could not be read. It is reported and skipped. */
export interface BadRecord {
  /** Tells it from a record that could be read. */
  readonly kind: "bad";
  /** Line of the file, from 1; the number of the record where a format has no lines. */
  readonly line: number;
  /** What is wrong with it, as part of a sentence. */
  readonly reason: string;
}

/** How a channel names a message, so that the history and a running bot meet in one log. */
export interface ImportedSource {
  /** The channel's id of the message. */
  readonly id: string;
  /** Time of the edit that this is the result of; 0 if it was never edited. */
  readonly revision: number;
  /** The message that it replies to; null for none. */
  readonly replyTo: string | null;
}

/** Where a record belongs. */
export interface ImportedPlace {
  /** The chat. */
  readonly session: SessionKey;
  /** The thread inside it. */
  readonly lane: LaneKey;
  /** Names the record inside its session for good, whatever else the file holds: importing it again changes nothing. */
  readonly key: string;
  /** The format's own time; null where it has none. */
  readonly at: Instant | null;
}

/** One record of a foreign history. Importers yield those of a lane in order of time. */
export type ImportedRecord = ImportedPlace &
  (
    | {
        readonly kind: "item";
        readonly item: HostItem;
        /** For what people said on a channel. */
        readonly source?: ImportedSource;
        /** The channel's id of the person. */
        readonly from?: string;
        /** The model call that this came from: items of one call are one step. Absent for what people said. */
        readonly call?: string;
      }
    | { readonly kind: "note"; readonly note: Note }
    /** What stands under another key of the same lane was taken back, e.g. by going back and asking anew. */
    | { readonly kind: "withdrawn"; readonly target: string }
  );

/** The beginning of a file, or the list of a folder's files: enough to tell its format. */
export interface ImportSample {
  /** The file's name without its folder. */
  readonly name: string;
  /** The first 64 KiB as text; empty for a folder. */
  readonly head: string;
  /** Names inside a folder or archive, with their folders; empty for a plain file. */
  readonly members: readonly string[];
}

/** A file, folder or archive that is being imported. Reading counts towards the progress bar. */
export interface ImportSource {
  /** What its format was recognised by. */
  readonly sample: ImportSample;
  /** Lines with their numbers from 1, without their ends. */
  lines(): AsyncIterable<{ readonly number: number; readonly text: string }>;
  /** The whole file as text. */
  text(): Promise<string>;
  /** The whole of one member of a folder or archive. */
  member(name: string): Promise<string>;
}

/** What an importer is told besides the file. */
export interface ImportSettings {
  /** Ids or addresses on the channel under which the agent itself spoke. */
  readonly agents: readonly string[];
}

/** One format. */
export interface Importer {
  /** Short and stable, for --format and reports, e.g. claude-code. */
  readonly format: string;
  /** For people, e.g. "Claude Code session (JSONL)". */
  readonly title: string;
  /** Whether a file is of this format, by its content. */
  recognises(sample: ImportSample): boolean;
  /** Yields every record of the file, and what could not be read, in the order of each lane. */
  read(source: ImportSource, settings: ImportSettings): AsyncIterable<ImportedRecord | BadRecord>;
}
