import type { Draft } from "../../../core/log/entry.js";
import type { BlobId, TurnId } from "../../../core/log/keys.js";
import { addressOf } from "../../../core/log/pointer.js";
import { searchableText } from "../../../core/log/search-words.js";
import { addressPart } from "../addresses.js";
import { fieldsOf } from "../fields.js";
import { namedBlobs, storedTexts } from "../named-blobs.js";
import { numberIn, readable } from "../rows/columns.js";
import { type EntryColumns, entryColumns, entryOf } from "../rows/entry-row.js";
import { wordsOf } from "../scope.js";
import { isSuperseded } from "../statements/entries.js";
import { toKey, toKeyOrNull } from "../stored-key.js";
import { toStored } from "../stored-text.js";
import { numberOfTurn } from "../write-turns.js";
import { keepRow, keepUnguarded, keptBody, refuseLoss } from "./keep-row.js";
import { type OldLane, oldDraft, oldText, oldTextOrNull } from "./old-rows.js";
import { inOrder, laneOf, look, metIn, oldRows, rowOf, type Takeover } from "./upgrade-context.js";

/** No kind has this number: whoever reads such a row is told that it is damaged, as he was before. */
const unreadable = -1;

/** Every entry under its old number, with its address, its words, and the blobs that it names. */
export function takeEntries(takeover: Takeover): void {
  const { database } = takeover;
  const { addWords } = takeover.statements.search;
  const write = entryWriter(takeover);
  const takeBlobs = blobTaker(takeover);
  for (const row of oldRows(takeover, "SELECT * FROM old_entries")) {
    const convert = () => {
      const lane = laneOf(takeover, row);
      const draft = oldDraft(row);
      const columns = checkedColumns(draft, numberIn(row, "seq"));
      takeBlobs(lane, draft);
      const words = wordsIn(takeover, lane, draft);
      return () => {
        write(row, lane, columns);
        if (words.trim() !== "") addWords.run([numberIn(row, "number"), wordsOf(rowOf(lane), words)]);
      };
    };
    const keep = () => {
      const [lane, columns] = [laneOf(takeover, row), rawColumns(row)];
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

function entryWriter(takeover: Takeover): (row: unknown, lane: OldLane, columns: Columns) => void {
  const { database, statements, hash } = takeover;
  const insert = database.prepare(`
    INSERT INTO entries (number, session_id, lane_id, seq, id, kind, turn, step, at, arrived,
      speaker, source, revision, target, text, rest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (row, lane, columns) => {
    const [number, seq] = [numberIn(row, "number"), numberIn(row, "seq")];
    const address = addressPart(addressOf(lane.ref, seq, hash));
    const turn = oldTextOrNull(row, "turn");
    const numberOf = turn === null ? null : numberOfTurn(metIn(takeover, lane), turn as TurnId);
    const { id, kind, at, arrived, speaker, source, revision, target, text, rest } = columns;
    const place = [number, lane.sessionId, lane.id, seq, id, kind, numberOf, fieldsOf(row).step, at, arrived];
    insert.run(...place, speaker, source, revision, target, text, rest);
    statements.entries.insertAddress.run([address, number]);
  };
}

function checkedColumns(draft: Draft, seq: number): EntryColumns {
  const columns = entryColumns(draft);
  refuseLoss(draft, entryOf({ ...columns, seq, turn_id: toKeyOrNull(draft.turn), step: draft.step }));
  return columns;
}

function wordsIn({ statements }: Takeover, { ref }: OldLane, draft: Draft): string {
  // A blob that cannot be read is no reason to stop: then the ends of the texts are found.
  const contents = readable(() => storedTexts(statements, ref, draft), draft) ?? new Map<BlobId, string>();
  return searchableText(draft, contents);
}

/** A row that can't be made over keeps its body, for whoever repairs the file. */
function rawColumns(row: unknown): Columns {
  const source = oldTextOrNull(row, "source_message");
  return {
    id: toKey(oldText(row, "id")),
    kind: unreadable,
    at: numberIn(row, "at"),
    arrived: numberIn(row, "arrived"),
    speaker: null,
    source: toKeyOrNull(source),
    revision: source === null ? null : numberIn(row, "source_revision"),
    target: toKeyOrNull(oldTextOrNull(row, "target")),
    text: null,
    rest: keptBody(row),
  };
}

/** Blobs were the owner's; now each session has those that its entries name. */
function blobTaker({ database, statements }: Takeover): (lane: OldLane, draft: Draft) => void {
  const find = look(database, "SELECT content FROM old_blobs WHERE owner = @owner AND id = @id");
  return ({ ref, sessionId }, draft) => {
    const { texts, files } = namedBlobs(draft);
    for (const blob of [...texts, ...files]) {
      const content = find({ owner: ref.owner, id: toStored(blob) });
      if (typeof content === "string") statements.contents.putBlob.run({ sessionId, id: toKey(blob), content });
    }
  };
}

function takeSent(takeover: Takeover): void {
  const { statements } = takeover;
  for (const row of inOrder(takeover, "SELECT session_id, message, entry FROM old_sent")) {
    const take = () => {
      const [sessionId, entry] = [numberIn(row, "session_id"), numberIn(row, "entry")];
      const message = toKey(oldText(row, "message"));
      return () => void statements.entries.insertSent.run({ sessionId, message, entry });
    };
    keepRow(takeover, { table: "sent", row }, [take]);
  }
}
