import { columns, withTurn } from "./entries.js";
import { filterSuperseded } from "./search.js";

/** The numbers of the kinds of entries that wait for vectors: what people and agents said, and its edits. */
const spoken = "(0, 1, 5)";
/** A note may be given one, but not the one that stands for what was erased while its vector was made. */
const isNote = `entries.kind = 4 AND json_valid(entries.rest) AND json_extract(entries.rest, '$.note.kind') <> 'erased'`;

const hasNone = `NOT EXISTS (SELECT 1 FROM vectors WHERE vectors.lane_index = @index AND vectors.seq = entries.seq)
      AND ${filterSuperseded("entries.number")}`;
const isWaiting = `entries.kind IN ${spoken} AND ${hasNone}`;

/** Vectors of entries, by lane and by what made them. */
export const vectorStatements = {
  findIndex: `
    SELECT number, through FROM vector_lanes WHERE lane_id = @laneId AND embedder = @embedder`,
  addIndex: `
    INSERT INTO vector_lanes (lane_id, embedder) VALUES (@laneId, @embedder) ON CONFLICT DO NOTHING`,
  moveMark: `
    UPDATE vector_lanes SET through = max(through, @through) WHERE number = @index`,
  put: `
    INSERT INTO vectors (lane_index, seq, bytes)
    SELECT @index, entries.seq, @bytes FROM entries
    WHERE entries.lane_id = @laneId AND entries.seq = @seq AND (entries.kind IN ${spoken} OR (${isNote})) AND ${hasNone}`,
  after: `
    SELECT number, seq, bytes FROM vectors WHERE lane_index = @index AND number > @after ORDER BY number LIMIT @limit`,
  waiting: `
    SELECT ${columns} FROM entries ${withTurn}
    WHERE entries.lane_id = @laneId AND entries.seq BETWEEN @from AND @to AND ${isWaiting}
    ORDER BY entries.seq DESC LIMIT @limit`,
  countWaiting: `
    SELECT count(*) AS count FROM entries
    WHERE entries.lane_id = @laneId AND entries.seq BETWEEN @from AND @to AND ${isWaiting}`,
  /** The names under which an entry of the session has a vector. */
  namesOf: `
    SELECT vector_lanes.embedder FROM entries
    CROSS JOIN vector_lanes ON vector_lanes.lane_id = entries.lane_id
    CROSS JOIN vectors ON vectors.lane_index = vector_lanes.number AND vectors.seq = entries.seq
    WHERE entries.id = @source AND entries.session_id = @sessionId AND vectors.bytes IS NOT NULL`,
} as const;
