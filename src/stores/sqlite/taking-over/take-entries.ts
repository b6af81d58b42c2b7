import type { Draft } from "../../../core/entry.js";
import type { BlobId, TurnId } from "../../../core/keys.js";
import { addressOf } from "../../../core/pointer.js";
import { searchableText } from "../../../core/words.js";
import { addressPart } from "../addresses.js";
import { fieldsOf } from "../fields.js";
import { namedBlobs, storedTexts } from "../named-blobs.js";
import { numberIn, readable } from "../rows/columns.js";
import { entryColumns } from "../rows/entry-row.js";
import { wordsOf } from "../scope.js";
import { isSuperseded } from "../statements/entries.js";
import { toKey, toKeyOrNull } from "../stored-key.js";
import { toStored } from "../stored-text.js";
import { numberOfTurn } from "../write-turns.js";
import { type OldLane, oldDraft, oldText, oldTextOrNull } from "./old-rows.js";
import { laneOf, look, metIn, oldRows, rowOf, type Takeover } from "./takeover.js";

/** No kind has this number: whoever reads such a row is told that it is damaged, as he was before. */
const unreadable = -1;

/** Every entry under its old number, with its address, its words, and the blobs that it names. */
export function takeEntries(takeover: Takeover): void {
  const { database, statements, hash } = takeover;
  const insert = database.prepare(`
    INSERT INTO entries (number, session_id, lane_id, seq, id, kind, turn, step, at, arrived,
      speaker, source, revision, target, text, rest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const takeBlobs = blobTaker(takeover);
  for (const row of oldRows(takeover, "SELECT * FROM old_entries")) {
    const [number, seq] = [numberIn(row, "number"), numberIn(row, "seq")];
    const lane = laneOf(takeover, row);
    const draft = readable(oldDraft, row);
    const columns = draft === null ? rawColumns(row) : entryColumns(draft);
    const turn = oldTextOrNull(row, "turn");
    const numberOf = turn === null ? null : numberOfTurn(metIn(takeover, lane), turn as TurnId);
    const { id, kind, at, arrived, speaker, source, revision, target, text, rest } = columns;
    const place = [number, lane.sessionId, lane.id, seq, id, kind, numberOf, fieldsOf(row).step, at, arrived];
    insert.run(...place, speaker, source, revision, target, text, rest);
    statements.entries.insertAddress.run([addressPart(addressOf(lane.ref, seq, hash)), number]);
    if (draft === null) continue;
    takeBlobs(lane, draft);
    // A blob that cannot be read is no reason to stop: then the ends of the texts are found.
    const contents = readable(() => storedTexts(statements, lane.ref, draft), draft) ?? new Map<BlobId, string>();
    const words = searchableText(draft, contents);
    if (words.trim() !== "") statements.search.addWords.run([number, wordsOf(rowOf(lane), words)]);
  }
  database.exec(`INSERT INTO superseded (number) SELECT number FROM entries WHERE ${isSuperseded}`);
  database.exec(`
    UPDATE sessions SET edited = 1
    WHERE id IN (SELECT session_id FROM entries WHERE revision <> 0 OR target IS NOT NULL)`);
  takeSent(takeover);
}

/** A row whose body is broken keeps it, for whoever repairs the file. */
function rawColumns(row: unknown): ReturnType<typeof entryColumns> {
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
    rest: String(fieldsOf(row).body),
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
  const { database, statements } = takeover;
  const rows = database.prepare("SELECT session_id, message, entry FROM old_sent").all();
  for (const row of rows) {
    const [sessionId, entry] = [numberIn(row, "session_id"), numberIn(row, "entry")];
    statements.entries.insertSent.run({ sessionId, message: toKey(oldText(row, "message")), entry });
  }
}
