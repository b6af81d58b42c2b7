import { z } from "zod";
import { isWhole } from "../core/policy/settings.js";
import type { NumberSetting, Setting } from "../core/policy/settings-table.js";

/** The values of a setting, with the range of the table, and what stands there for a limit that is lifted. */
export function makeSettingSchema(setting: Setting, lifted: "off") {
  if (setting.kind === "names") return z.array(z.string().min(1));
  if (setting.kind === "switch") return z.boolean();
  return setting.lifted ? makeRangeSchema(setting).or(z.literal(lifted)) : makeRangeSchema(setting);
}

/** The same in a policy, where a limit that is lifted is infinite. */
export function makeFigureSchema(setting: NumberSetting): z.ZodType<number> {
  return setting.lifted ? makeRangeSchema(setting).or(z.literal(Number.POSITIVE_INFINITY)) : makeRangeSchema(setting);
}

function makeRangeSchema(setting: NumberSetting) {
  const number = z.number().min(setting.least).max(setting.most);
  return isWhole(setting) ? number.int() : number;
}
