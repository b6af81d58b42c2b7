/** The types of importers. An importer reads foreign histories; the engine places every record in the log. */
import type { Note } from "../log/entry.js";
import type { HostItem } from "../log/host-message.js";
import type { Instant, LaneKey, SessionKey } from "../log/keys.js";

/** A line or document that could not be read. It is reported and skipped. */
export interface BadRecord {
  /** Distinguishes it from a readable record. */
  readonly kind: "bad";
  /** Line of the file, from 1; the number of the record if a format has no lines. */
  readonly line: number;
  /** The fault, as part of a sentence. */
  readonly reason: string;
}

/** A channel's id of a message, so that an imported history and a running bot share one log. */
export interface ImportedSource {
  /** The channel's id of the message. */
  readonly id: string;
  /** Time of its last edit; 0 if it was never edited. */
  readonly revision: number;
  /** The message that it replies to; null for none. */
  readonly replyTo: string | null;
}

/** Where a record belongs. @public */
export interface ImportedPlace {
  /** The chat. */
  readonly session: SessionKey;
  /** The thread inside it. */
  readonly lane: LaneKey;
  /** Identifies the record within its session, however often and from whatever file it is imported. */
  readonly key: string;
  /** The time from the file; null if it has none. */
  readonly at: Instant | null;
  /** Whether the chat is a group; not given where the file does not say. */
  readonly group?: boolean | undefined;
}

/** One record of a foreign history. Importers yield the records of a lane in order of time. */
export type ImportedRecord = ImportedPlace &
  (
    | {
        readonly kind: "item";
        readonly item: HostItem;
        /** For messages of people on a channel. */
        readonly source?: ImportedSource;
        /** The channel's id of the person. */
        readonly from?: string;
        /** The model call that produced it: items of one call are one step. Absent for people's messages. */
        readonly call?: string;
        /** Set for a summary that the program wrote in place of messages that it left out. */
        readonly isSummary?: true;
      }
    | { readonly kind: "note"; readonly note: Note }
    /** The record with this key in the same lane was withdrawn, e.g. by going back and asking again. */
    | { readonly kind: "withdrawn"; readonly target: string }
  );

/** The beginning of a file, or the list of a folder's files: enough to recognise the format. */
export interface ImportSample {
  /** The file's name without its folder. */
  readonly name: string;
  /** The first 64 KiB as text; empty for a folder. */
  readonly head: string;
  /** Paths inside a folder or archive; empty for a plain file. */
  readonly members: readonly string[];
}

/** A file, folder or archive to import. Reading it advances the progress bar. */
export interface ImportSource {
  /** The sample by which the format was recognised. */
  readonly sample: ImportSample;
  /** Lines without their ends, numbered from 1. */
  lines(): AsyncIterable<{ readonly number: number; readonly text: string }>;
  /** The whole file as text. */
  text(): Promise<string>;
  /** The whole of one member of a folder or archive. */
  member(name: string): Promise<string>;
}

/** Settings of an import besides the file. */
export interface ImportSettings {
  /** Ids or addresses on the channel under which the agent itself spoke. */
  readonly agents: readonly string[];
  /** Whether nothing will be added to the file. Otherwise its last message may still be growing. */
  readonly isEnded: boolean;
}

/** An importer of one format. */
export interface Importer {
  /** Short and stable, for --format and reports, e.g. claude-code. */
  readonly format: string;
  /** For people, e.g. "Claude Code session (JSONL)". */
  readonly title: string;
  /** Whether its chats are groups if no record says so; absent if the format does not decide it. */
  readonly group?: boolean;
  /** Whether a file has this format, by its content. */
  recognises(sample: ImportSample): boolean;
  /** Yields every record of the file, and every record that could not be read, in the order of each lane. */
  read(source: ImportSource, settings: ImportSettings): AsyncIterable<ImportedRecord | BadRecord>;
  /**
   * For programs that may use the gateway: whether the program wrote this item for itself and sends it to no provider.
   * The log already has the other items of a session that went through the gateway, so an import skips those.
   */
  isOfClient?(item: HostItem): boolean;
}
