/** Checks a policy that the caller wrote as data. Presets need no check, so most programs never load this module. */

import { ClewError } from "@clewline/core/errors.js";
import { isZone } from "@clewline/core/log/time-formatter.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { describeRange, findSetting } from "@clewline/core/policy/settings.js";
import { type Setting, settings } from "@clewline/core/policy/settings-table.js";
import type { WeighedReductionName } from "@clewline/core/view/reduce/reductions.js";
import { findNearest } from "@clewline/text/nearest.js";
import { z } from "zod";
import { makeFigureSchema } from "./config-schema.js";

const tools = z.array(z.string().min(1));
const weight = { share: z.number().positive(), fresh: z.number().positive() };
const summary = z
  .strictObject({ tokens: findFigureSchema("past.summary.tokens"), byAnswering: z.boolean().exactOptional() })
  .nullable();
const window = {
  lookback: findFigureSchema("past.lookback"),
  recency: z
    .strictObject({ hours: findFigureSchema("past.recency.hours"), least: findFigureSchema("past.recency.least") })
    .nullable(),
};

const past = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("compacting"), prefix: z.enum(["epoch", "head"]), summary }),
  z.strictObject({
    kind: z.literal("choosing"),
    ...window,
    choice: z
      .strictObject({
        above: findFigureSchema("past.choice.above"),
        recent: findFigureSchema("past.choice.recent"),
        seconds: findFigureSchema("past.choice.seconds"),
        byWords: z.boolean(),
      })
      .nullable(),
  }),
  z.strictObject({
    kind: z.literal("tiers"),
    ...window,
    scope: z.enum(["lane", "session"]),
    fullHours: findFigureSchema("past.fullHours"),
    days: findFigureSchema("past.days"),
    summary,
  }),
]);

const replyCharacters = findFigureSchema("history.replyCharacters");
const history = z.discriminatedUnion("form", [
  z.strictObject({ form: z.literal("steps"), labels: z.literal("runs").exactOptional() }),
  z.strictObject({ form: z.literal("text"), replyCharacters }),
  z.strictObject({ form: z.literal("tagged"), replyCharacters }),
]);

/** `satisfies` makes the compiler require every weighed reduction. */
const reductionFields = {
  spill: z.strictObject(weight).exactOptional(),
  clear: z
    .strictObject({
      ...weight,
      ahead: z
        .strictObject({
          at: findFigureSchema("reductions.clear.ahead.at"),
          keep: findFigureSchema("reductions.clear.ahead.keep"),
        })
        .nullable(),
    })
    .exactOptional(),
  "clear-last": z.strictObject(weight).exactOptional(),
  "text-only": z.strictObject(weight).exactOptional(),
  "leave-out": z
    .strictObject({
      ...weight,
      maxTurns: findFigureSchema("reductions.leave-out.maxTurns"),
      messages: z
        .strictObject({
          most: findFigureSchema("reductions.leave-out.messages.most"),
          tokens: findFigureSchema("reductions.leave-out.messages.tokens"),
          hours: findFigureSchema("reductions.leave-out.messages.hours"),
          keep: findFigureSchema("reductions.leave-out.messages.keep"),
        })
        .nullable(),
    })
    .exactOptional(),
} satisfies Record<WeighedReductionName, z.ZodType>;

const layer = z.union([
  z.enum(["instructions", "persona", "recent", "quote", "now", "message"]),
  z.strictObject({ layer: z.literal("memories"), tokens: findFigureSchema("layers.memories.tokens") }),
]);

/** Ranges come from the settings' table, so that a policy and `/config` never disagree about them. */
const policySchema: z.ZodType<Policy> = z.strictObject({
  name: z.string().min(1),
  layers: z.array(layer),
  past,
  withHistory: z.boolean(),
  history,
  backgroundTurns: findFigureSchema("backgroundTurns"),
  threadMinutes: findFigureSchema("threadMinutes"),
  reductions: z.strictObject(reductionFields),
  makeRoom: z.enum(["by weight", "by halves"]),
  runningTurn: z.enum(["reduce", "keep"]),
  actsAhead: z.enum(["once a turn", "any call"]),
  restore: z.enum(["same", "brief"]),
  maxSteps: findFigureSchema("maxSteps"),
  maxTokens: findFigureSchema("maxTokens"),
  summariseAt: findFigureSchema("summariseAt"),
  compactTo: findFigureSchema("compactTo"),
  capOver: findFigureSchema("capOver"),
  streamBytes: findFigureSchema("streamBytes"),
  valueCharacters: findFigureSchema("valueCharacters"),
  spillOver: findFigureSchema("spillOver"),
  neverSpill: tools,
  preview: findFigureSchema("preview"),
  neverClear: tools,
  missCost: findFigureSchema("missCost"),
  outlineOver: findFigureSchema("outlineOver"),
  timeZone: z.string().refine(isZone).exactOptional(),
  retention: z.strictObject({ days: findFigureSchema("retention.days"), erases: z.boolean() }).exactOptional(),
});

function findFigureSchema(path: string): z.ZodType<number> {
  const setting = findSettingByPath(path);
  if (setting === undefined || !("least" in setting)) throw new RangeError(`No setting has a number at ${path}`);
  return makeFigureSchema(setting);
}

function findSettingByPath(path: string): Setting | undefined {
  return settings.find(({ place }) => place.path === path);
}

export function checkPolicy(given: Policy): Policy {
  const read = policySchema.safeParse(given);
  if (read.success) return Object.freeze(read.data);
  const [issue] = read.error.issues;
  const { what, hint } = issue === undefined ? { what: "shape is wrong", hint: "" } : explainFault(issue, given);
  throw new ClewError("policy/bad", `The policy's ${what}`, {
    hint: `${hint}Start from a preset, as in { ...balanced, maxTokens: 20_000 }`,
    cause: read.error,
  });
}

interface Fault {
  readonly what: string;
  /** The next step, with a space at its end; empty if there is none. */
  readonly hint: string;
}

function explainFault(issue: z.core.$ZodIssue, given: Policy): Fault {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") return explainUnknownField(issue.keys[0] ?? "", issue.path, given);
  const setting = findSettingByPath(path);
  if (setting !== undefined) return { what: `${path} is wrong`, hint: `Give ${describeRange(setting)}. ` };
  return { what: `${path || "shape"} is wrong: ${issue.message}`, hint: "" };
}

/** Refuses a field that has no effect there, and names the place where it would have one. */
function explainUnknownField(key: string, section: readonly PropertyKey[], given: Policy): Fault {
  const table = section.reduce<unknown>(readField, given);
  const kind = String(readField(table, "kind") ?? readField(table, "form") ?? "");
  const where = section.length === 0 ? "" : ` in ${section.join(".")}${kind === "" ? "" : ` of kind ${kind}`}`;
  const path = [...section, key].join(".");
  const setting = findSetting(key) ?? settings.find((each) => each.place.path.endsWith(`.${key}`));
  if (setting === undefined) {
    const others = Object.keys(typeof table === "object" && table !== null ? table : {}).filter((each) => each !== key);
    const near = findNearest(key, others);
    return { what: `${path} is no field of a policy`, hint: near === null ? "" : `Did you mean ${near}? ` };
  }
  const place = `${setting.place.path} is for ${setting.place.needs}. `;
  return { what: `${path} has no effect${where}`, hint: `Leave it out; ${place}` };
}

function readField(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
