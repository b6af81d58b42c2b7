/** Copies tables without row numbers: forward up to the first damage, and backward from the end to the last. */
import { type RegisterTable, registerTables } from "../damage/register-tables.js";
import { readOrMeet } from "../damage/unread-rows.js";
import { walkRegister } from "../damage/walk-register.js";
import { readFields } from "../fields.js";
import { readEpochRow } from "../rows/record-row.js";
import { encodeKey } from "../stored-key.js";
import { makeInsert } from "./copy-rows.js";
import type { Rescue } from "./rescue-report.js";

/** The table `sent` is rebuilt from the entries. */
const copied = registerTables.filter(({ name }) => name !== "sent");

export function copyRegister(rescue: Rescue): void {
  for (const table of copied) {
    const inOne = rescue.to.transaction("deferred");
    inOne(() => {
      const reason = copyFrom(rescue, table, "ASC");
      if (reason === null) return;
      rescue.lose({ table: table.name, reason });
      copyFrom(rescue, table, "DESC");
    });
  }
  dropLinesOfLostChunks(rescue);
  dropBrokenEpochs(rescue);
}

/** The reason why the copy stopped early; null if it did not. */
function copyFrom({ from, to, lose }: Rescue, table: RegisterTable, direction: "ASC" | "DESC"): string | null {
  const put = makeInsert(to, table.name);
  const pages = walkRegister(from, table, direction);
  for (let page = pages.next(); ; page = pages.next()) {
    if (page.done) return page.value;
    for (const row of page.value) {
      const isSound = readOrMeet(
        () => [table.check(row)],
        (reason) => lose({ table: table.name, reason }),
      );
      if (isSound !== null) put(row);
    }
  }
}

function dropLinesOfLostChunks({ to, lose }: Rescue): void {
  const { changes } = to
    .prepare("DELETE FROM derivations WHERE kind = 3 AND key NOT IN (SELECT number FROM chunks)")
    .run();
  if (changes > 0) lose({ table: "derivations", reason: `the pieces that ${changes} of its rows name are lost` });
}

/** If a lane's epoch or its summary is lost, the next view begins with the whole lane. */
function dropBrokenEpochs({ to, lose }: Rescue): void {
  const hasSummary = to.prepareValue("SELECT 1 FROM records WHERE lane_id = ? AND id = ? AND kind = 1");
  const drop = to.prepare("DELETE FROM epochs WHERE lane_id = ? AND key = ?");
  for (const row of to.prepare("SELECT * FROM epochs").all()) {
    const { lane_id: lane, key } = readFields(row);
    const { summary } = readEpochRow(row);
    if (summary === null || hasSummary.get([lane, encodeKey(summary.id)]) !== undefined) continue;
    drop.run([lane, key]);
    lose({ table: "epochs", reason: "the summary that it names is lost" });
  }
}
