import { sha256 } from "../../platform/crypto.js";
import { type RescueReport, rescueFile } from "../../stores/sqlite/rescue/rescue.js";

/** Saves what can be read of a damaged log into a new file. */
export function rescueLog(path: string, into: string): Promise<RescueReport> {
  return rescueFile({ path, into, hash: sha256 });
}

export type { LostRow, RescueReport } from "../../stores/sqlite/rescue/rescue.js";
