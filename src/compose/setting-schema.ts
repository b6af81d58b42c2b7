import { z } from "zod";
import { isWhole } from "../core/settings.js";
import type { Setting } from "../core/settings-table.js";

/** The values of a setting, with the range of the table, and what stands there for a limit that is lifted. */
export function settingSchema(setting: Setting, lifted: "off" | number) {
  if (setting.kind === "names") return z.array(z.string().min(1));
  if (setting.kind === "switch") return z.boolean();
  const number = z.number().min(setting.least).max(setting.most);
  const figure = isWhole(setting) ? number.int() : number;
  return setting.lifted ? figure.or(z.literal(lifted)) : figure;
}
