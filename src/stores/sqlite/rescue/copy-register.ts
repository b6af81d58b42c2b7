/** Tables without numbers of their own: read forward up to the first damage, and backward from the end to the last. */
import { readDamage, readOrMeet } from "../damage/unread-rows.js";
import { readFields } from "../fields.js";
import { readEpochRow } from "../rows/record-row.js";
import { encodeKey } from "../stored-key.js";
import { makeInsert } from "./copy-rows.js";
import type { Rescue } from "./rescue-report.js";

const tables = [
  { name: "epochs", order: ["lane_id", "key"], needs: "lane_id IN (SELECT id FROM lanes)" },
  { name: "answers", order: ["session_id", "entry", "turn"], needs: "turn IN (SELECT number FROM turns)" },
  {
    name: "derivations",
    order: ["session_id", "source", "kind", "key"],
    needs: "kind <> 3 OR key IN (SELECT number FROM chunks)",
  },
] as const;

type Table = (typeof tables)[number];

export function copyRegister(rescue: Rescue): void {
  for (const table of tables) {
    const put = makeInsert(rescue.to, table.name);
    const inOne = rescue.to.transaction("deferred");
    inOne(() => {
      const forward = copyEnd(rescue, table, "ASC", put);
      if (forward !== null) {
        rescue.lose({ table: table.name, reason: forward });
        copyEnd(rescue, table, "DESC", put);
      }
    });
    rescue.to.exec(`DELETE FROM ${table.name} WHERE NOT coalesce(${table.needs}, 0)`);
  }
  dropBrokenEpochs(rescue);
}

const pageSize = 200;

/** Why it ended before the other end; null if it did not. */
function copyEnd(
  { from }: Rescue,
  { name, order }: Table,
  direction: "ASC" | "DESC",
  put: ReturnType<typeof makeInsert>,
): string | null {
  const columns = order.join(", ");
  const sign = direction === "ASC" ? ">" : "<";
  const sorted = order.map((column) => `${column} ${direction}`).join(", ");
  const marks = order.map(() => "?").join(", ");
  const first = from.prepare(`SELECT * FROM ${name} ORDER BY ${sorted} LIMIT ?`);
  const next = from.prepare(`SELECT * FROM ${name} WHERE (${columns}) ${sign} (${marks}) ORDER BY ${sorted} LIMIT ?`);
  let [limit, last] = [pageSize, null as readonly unknown[] | null];
  for (;;) {
    try {
      const rows = last === null ? first.all([limit]) : next.all([...last, limit]);
      for (const row of rows) put(readFields(row));
      if (rows.length === 0) return null;
      const end = readFields(rows.at(-1));
      last = order.map((column) => end[column]);
    } catch (error) {
      const reason = readDamage(error);
      if (limit === 1) return reason;
      limit = Math.floor(limit / 4) || 1;
    }
  }
}

/** Where a lane's epoch or its summary is lost, the next view begins with the whole lane. */
function dropBrokenEpochs({ to, lose }: Rescue): void {
  const hasSummary = to.prepareValue("SELECT 1 FROM records WHERE lane_id = ? AND id = ? AND kind = 1");
  const drop = to.prepare("DELETE FROM epochs WHERE lane_id = ? AND key = ?");
  for (const row of to.prepare("SELECT * FROM epochs").all()) {
    const { lane_id: lane, key } = readFields(row);
    let reason = "the summary that it names is lost";
    const epoch = readOrMeet(
      () => readEpochRow(row),
      (why) => {
        reason = why;
      },
    );
    const isWhole =
      epoch !== null && (epoch.summary === null || hasSummary.get([lane, encodeKey(epoch.summary.id)]) !== undefined);
    if (isWhole) continue;
    drop.run([lane, key]);
    lose({ table: "epochs", reason });
  }
}
