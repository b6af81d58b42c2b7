import { z } from "zod";
import { isZone } from "../core/log/time-formatter.js";
import { isWhole } from "../core/policy/settings.js";
import type { NumberSetting, Setting } from "../core/policy/settings-table.js";

/** Schema of a setting's values. `lifted` is the word that lifts a limit. */
export function makeSettingSchema(setting: Setting, lifted: "off") {
  if (setting.kind === "names") return z.array(z.string().min(1));
  if (setting.kind === "zone") return z.string().refine(isZone);
  if (setting.kind === "switch") return z.boolean();
  return setting.lifted ? makeRangeSchema(setting).or(z.literal(lifted)) : makeRangeSchema(setting);
}

/** Schema of the same value in a policy, where a lifted limit is infinite. JSON has no such number: "off" stands for it. */
export function makeFigureSchema(setting: NumberSetting): z.ZodType<number> {
  const infinite = z.literal([Number.POSITIVE_INFINITY, "off"]).transform(() => Number.POSITIVE_INFINITY);
  return setting.lifted ? makeRangeSchema(setting).or(infinite) : makeRangeSchema(setting);
}

function makeRangeSchema(setting: NumberSetting) {
  const number = z.number().min(setting.least).max(setting.most);
  return isWhole(setting) ? number.int() : number;
}
