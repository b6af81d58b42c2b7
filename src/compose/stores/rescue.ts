import { sha256 } from "../../platform/crypto.js";
import { rescueFile } from "../../stores/sqlite/rescue/rescue.js";
import type { RescueReport } from "../../stores/sqlite/rescue/rescue-report.js";

export type { LostRow, RescueReport } from "../../stores/sqlite/rescue/rescue-report.js";

/** Saves what can be read of a damaged log into a new file. */
export function rescueLog(path: string, into: string): Promise<RescueReport> {
  return rescueFile({ path, into, hash: sha256 });
}
