import { sha256 } from "@clewline/platform/crypto.js";
import { addMark } from "@clewline/sqlite/file/log-marks.js";
import { rescueFile } from "@clewline/sqlite/rescue/rescue.js";
import type { RescueReport } from "@clewline/sqlite/rescue/rescue-report.js";
import { makeOwnMark } from "./own-log.js";

export type { LostRow, RescueReport } from "@clewline/sqlite/rescue/rescue-report.js";

/** Saves what can be read of a damaged log into a new file. */
export async function rescueLog(path: string, into: string): Promise<RescueReport> {
  const report = await rescueFile({ path, into, hash: sha256 });
  const mark = makeOwnMark();
  if (mark !== null) addMark(report.path, mark);
  return report;
}
