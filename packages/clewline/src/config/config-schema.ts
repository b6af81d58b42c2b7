/** The schema of clew.toml, for the check at start-up and for editors. */

import { isZone } from "@clewline/core/log/time-formatter.js";
import { isWhole } from "@clewline/core/policy/settings.js";
import { type NumberSetting, type Setting, settings } from "@clewline/core/policy/settings-table.js";
import { z } from "zod";
import { modelKeys, modelName, modelSchema, serverNames, serversSchema, upstreamsSchema } from "./model-schema.js";

const figures = {
  ...Object.fromEntries(
    settings.flatMap((setting) => {
      const { name, alias, about } = setting;
      const values = makeSettingSchema(setting, "off").optional();
      const other = alias === undefined ? [] : [[alias, values.describe(`The same as ${name}`)] as const];
      return [[name, values.describe(about)] as const, ...other];
    }),
  ),
  selection_model: z
    .literal("fast")
    .optional()
    .describe("The model that chooses among past turns; only the fast model is allowed"),
};

const windowTokens = z.number().int().min(256);

const policyNamePattern = /^[A-Za-z][\w-]{0,63}$/;

export const configSchema = z.strictObject({
  policy: z.string().optional().describe("The policy in use: a preset, or one of the policies below"),
  store: z
    .string()
    .min(1)
    .refine((path) => path !== "memory" && path !== ":memory:")
    .optional()
    .describe("The file of the log, relative to the folder of this file"),
  window: windowTokens
    .or(
      z
        .strictObject({ tokens: windowTokens, reply: z.number().int().min(0) })
        .refine(({ tokens, reply }) => reply < tokens),
    )
    .optional()
    .describe("The model's window in tokens, or that with the part kept free for the reply"),
  model: modelName.optional().describe("The model that answers, as provider:model"),
  fast_model: modelName.optional().describe("The model for short tasks; a smaller one of the same provider by default"),
  embedder: z
    .string()
    .regex(/^(?:none|minilm|ollama:\S+)$/)
    .optional()
    .describe('What compares by meaning: "minilm", "ollama:NAME" or "none"; minilm by default, if it is installed'),
  agent_folder: z
    .string()
    .min(1)
    .optional()
    .describe(
      "The folder with the agent's files: identity, persona, hints, skills; relative to the folder of this file",
    ),
  memory_folder: z
    .string()
    .min(1)
    .optional()
    .describe("The folder where memories and the journal are files too; relative to the folder of this file"),
  gateway_recall: z
    .boolean()
    .optional()
    .describe("Whether clew serve and clew run give models a tool that opens what was left out; true by default"),
  servers: serversSchema.optional().describe("Addresses of providers that differ from the usual ones"),
  upstreams: upstreamsSchema.optional().describe("Where a gateway sends requests, by names of your own"),
  models: z
    .record(z.string(), modelSchema)
    .optional()
    .describe("Facts about models, by name or by the beginning of names; they override Clew's own table"),
  time_zone: z.string().refine(isZone).optional().describe("IANA name of the zone in which times are shown"),
  conversation: z.strictObject(figures).optional().describe("Settings that apply to any policy"),
  policies: z
    .record(
      z.string().regex(policyNamePattern),
      z.strictObject({
        extends: z.string().optional().describe("A preset, or another policy of this file; balanced by default"),
        ...figures,
      }),
    )
    .optional()
    .describe("Policies of your own, by name"),
});

export type ConfigData = z.output<typeof configSchema>;

/** Lists the keys of a table in the file, to suggest one for a misspelt key. */
export function listSectionKeys(section: readonly PropertyKey[]): readonly string[] {
  if (section.length === 0) return Object.keys(configSchema.shape);
  if (section[0] === "conversation") return Object.keys(figures);
  if (section[0] === "servers") return serverNames;
  if (section[0] === "models") return modelKeys;
  return section[0] === "policies" ? ["extends", ...Object.keys(figures)] : ["tokens", "reply"];
}

/** The JSON Schema of clew.toml, for editors. */
export function makeConfigJsonSchema(): object {
  return { title: "clew.toml", ...z.toJSONSchema(configSchema, { io: "input" }) };
}

/** Schema of a setting's values. `lifted` is the word that lifts a limit. */
function makeSettingSchema(setting: Setting, lifted: "off") {
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
