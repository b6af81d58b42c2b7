/** A policy that somebody wrote as data, checked. Presets need no check, so most programs never load this. */
import { z } from "zod";
import { ClewError } from "../core/errors.js";
import type { Policy } from "../core/policy.js";
import { rangeOf } from "../core/settings.js";
import { settings } from "../core/settings-table.js";
import { weighedNames } from "../core/view/reduce/reductions.js";
import { settingSchema } from "./setting-schema.js";

/** The numbers are those of the settings, so that a policy and `/config` never disagree about a range. */
const policySchema = z.strictObject({
  name: z.string().min(1),
  prefix: z.enum(["epoch", "head"]),
  scope: z.enum(["lane", "session"]),
  layers: z.array(z.enum(["instructions", "persona", "summary", "memories", "recent", "quote", "now", "message"])),
  reductions: z.array(
    z.strictObject({ reduction: z.enum(weighedNames), share: z.number().positive(), fresh: z.number().positive() }),
  ),
  makeRoom: z.enum(["by weight", "by halves"]),
  runningTurn: z.enum(["reduce", "keep"]),
  history: z.enum(["steps", "text", "tagged"]),
  ...Object.fromEntries(settings.map((setting) => [setting.field, settingSchema(setting, Number.POSITIVE_INFINITY)])),
});

export function checkPolicy(given: Policy): Policy {
  const read = policySchema.safeParse(given);
  // The schema has every field of a policy, but the compiler can't see those that come from the table.
  if (read.success) return Object.freeze(read.data as unknown as Policy);
  const [issue] = read.error.issues;
  const setting = settings.find(({ field }) => field === issue?.path[0]);
  const what = `The policy's ${issue?.path.join(".") || "shape"} is wrong`;
  throw new ClewError("policy/bad", setting === undefined ? `${what}: ${issue?.message}` : what, {
    hint: `${setting === undefined ? "" : `Give ${rangeOf(setting)}. `}Start from a preset, as in { ...balanced, maxTurns: 30 }`,
    cause: read.error,
  });
}
