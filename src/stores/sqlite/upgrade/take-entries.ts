import type { Draft } from "../../../core/log/entry.js";
import type { BlobId, TurnId } from "../../../core/log/keys.js";
import { makeAddress } from "../../../core/log/pointer.js";
import { makeIndexedText } from "../../../core/log/search-words.js";
import { encodeAddressPart } from "../addresses.js";
import { readFields } from "../fields.js";
import { listNamedBlobs, readLongTexts } from "../named-blobs.js";
import { readNumberColumn, readTextColumn, tryRead } from "../rows/columns.js";
import { type EntryColumns, makeEntryColumns, readEntryRow } from "../rows/entry-row.js";
import { addScopeWords } from "../scope.js";
import { isSuperseded } from "../statements/entries.js";
import { encodeKey, encodeNullableKey } from "../stored-key.js";
import { encodeText } from "../stored-text.js";
import { resolveTurnNumber } from "../write-turns.js";
import { keepRow, keepUnguarded, readBody, refuseLoss } from "./keep-row.js";
import { type OldLane, readNullableOldText, readOldDraft } from "./old-rows.js";
import {
  makeLaneContext,
  makeLaneRow,
  prepareLookup,
  resolveLane,
  type Takeover,
  walkOldRows,
  walkOrderedRows,
} from "./upgrade-context.js";

/** No kind has this number: whoever reads such a row is told that it is damaged, as he was before. */
const unreadable = -1;

/** Every entry under its old number, with its address, its words, and the blobs that it names. */
export function takeEntries(takeover: Takeover): void {
  const { database } = takeover;
  const { addWords } = takeover.statements.search;
  const write = makeEntryWriter(takeover);
  const takeBlobs = makeBlobTaker(takeover);
  for (const row of walkOldRows(takeover, "SELECT * FROM old_entries")) {
    const convert = () => {
      const lane = resolveLane(takeover, row);
      const draft = readOldDraft(row);
      const columns = makeCheckedColumns(draft, readNumberColumn(row, "seq"));
      takeBlobs(lane, draft);
      const words = readWords(takeover, lane, draft);
      return () => {
        write(row, lane, columns);
        if (words.trim() !== "")
          addWords.run([readNumberColumn(row, "number"), addScopeWords(makeLaneRow(lane), words)]);
      };
    };
    const keep = () => {
      const [lane, columns] = [resolveLane(takeover, row), makeRawColumns(row)];
      return () => write(row, lane, columns);
    };
    keepUnguarded(takeover, { table: "entries", row }, [convert, keep]);
  }
  database.exec(`INSERT INTO superseded (number) SELECT number FROM entries WHERE ${isSuperseded}`);
  database.exec(`
    UPDATE sessions SET edited = 1
    WHERE id IN (SELECT session_id FROM entries WHERE revision <> 0 OR target IS NOT NULL)`);
  takeSent(takeover);
}

type Columns = Omit<EntryColumns, "rest"> & { readonly rest: string | Buffer | null };

function makeEntryWriter(takeover: Takeover): (row: unknown, lane: OldLane, columns: Columns) => void {
  const { database, statements, hash } = takeover;
  const insert = database.prepare(`
    INSERT INTO entries (number, session_id, lane_id, seq, id, kind, turn, step, at, arrived,
      speaker, source, revision, target, text, rest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (row, lane, columns) => {
    const [number, seq] = [readNumberColumn(row, "number"), readNumberColumn(row, "seq")];
    const address = encodeAddressPart(makeAddress(lane.ref, seq, hash));
    const turn = readNullableOldText(row, "turn");
    const numberOf = turn === null ? null : resolveTurnNumber(makeLaneContext(takeover, lane), turn as TurnId);
    const { id, kind, at, arrived, speaker, source, revision, target, text, rest } = columns;
    const place = [number, lane.sessionId, lane.id, seq, id, kind, numberOf, readFields(row).step, at, arrived];
    insert.run([...place, speaker, source, revision, target, text, rest]);
    statements.entries.insertAddress.run([address, number]);
  };
}

function makeCheckedColumns(draft: Draft, seq: number): EntryColumns {
  const columns = makeEntryColumns(draft);
  refuseLoss(draft, readEntryRow({ ...columns, seq, turn_id: encodeNullableKey(draft.turn), step: draft.step }));
  return columns;
}

function readWords({ statements }: Takeover, { ref }: OldLane, draft: Draft): string {
  // A blob that cannot be read is no reason to stop: then the ends of the texts are found.
  const contents = tryRead(() => readLongTexts(statements, ref, draft), draft) ?? new Map<BlobId, string>();
  return makeIndexedText(draft, contents);
}

/** A row that can't be made over keeps its body, for whoever repairs the file. */
function makeRawColumns(row: unknown): Columns {
  const source = readNullableOldText(row, "source_message");
  return {
    id: encodeKey(readTextColumn(row, "id")),
    kind: unreadable,
    at: readNumberColumn(row, "at"),
    arrived: readNumberColumn(row, "arrived"),
    speaker: null,
    source: encodeNullableKey(source),
    revision: source === null ? null : readNumberColumn(row, "source_revision"),
    target: encodeNullableKey(readNullableOldText(row, "target")),
    text: null,
    rest: readBody(row),
  };
}

/** Blobs were the owner's; now each session has those that its entries name. */
function makeBlobTaker({ database, statements }: Takeover): (lane: OldLane, draft: Draft) => void {
  const find = prepareLookup(database, "SELECT content FROM old_blobs WHERE owner = @owner AND id = @id");
  return ({ ref, sessionId }, draft) => {
    const { texts, files } = listNamedBlobs(draft);
    for (const blob of [...texts, ...files]) {
      const content = find({ owner: ref.owner, id: encodeText(blob) });
      if (typeof content === "string") statements.contents.putBlob.run({ sessionId, id: encodeKey(blob), content });
    }
  };
}

function takeSent(takeover: Takeover): void {
  const { statements } = takeover;
  for (const row of walkOrderedRows(takeover, "SELECT session_id, message, entry FROM old_sent")) {
    const take = () => {
      const [sessionId, entry] = [readNumberColumn(row, "session_id"), readNumberColumn(row, "entry")];
      const message = encodeKey(readTextColumn(row, "message"));
      return () => void statements.entries.insertSent.run({ sessionId, message, entry });
    };
    keepRow(takeover, { table: "sent", row }, [take]);
  }
}
