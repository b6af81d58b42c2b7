/** The text of a clew.toml as checked data. What is wrong is refused by file, table and key, with what may stand there. */
import { parse, TomlError } from "smol-toml";
import type { z } from "zod";
import { ClewError } from "../core/errors.js";
import { nearest } from "../core/nearest.js";
import { rangeOf } from "../core/settings.js";
import { type Setting, settings } from "../core/settings-table.js";
import { type ConfigData, configSchema, keysIn } from "./config-schema.js";

export function checkedConfig(text: string, path: string): ConfigData {
  const raw = parsed(text.replace(/^\uFEFF/, ""), path);
  const read = configSchema.safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw issue === undefined ? read.error : refusal(issue, raw, path);
}

/** `section` is the table of the file, e.g. policies.mine. */
export function configError(what: string, path: string, section: readonly PropertyKey[], hint: string): ClewError {
  const place = section.length === 0 ? path : `[${section.join(".")}] in ${path}`;
  return new ClewError("config/bad", `${what} (${place})`, { hint });
}

function parsed(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    const place = `line ${error.line}, column ${error.column}`;
    throw new ClewError("config/bad", `${path} is not valid TOML: ${place}: ${first}`, {
      hint: "Mend that line; docs/configuration.md shows the whole file",
      cause: error,
    });
  }
}

function refusal(issue: z.core.$ZodIssue, raw: unknown, path: string): ClewError {
  if (issue.code === "unrecognized_keys") return unknownKey(issue.keys[0] ?? "", issue.path, path);
  const key = String(issue.path.at(-1) ?? "");
  const section = issue.path.slice(0, -1);
  const value = JSON.stringify(issue.path.reduce<unknown>(valueAt, raw))?.slice(0, 60);
  const what =
    issue.code === "invalid_key" ? `A policy can't be named ${JSON.stringify(key)}` : `${key} can't be ${value}`;
  return configError(what, path, section, `Give ${allowed(key, issue)}`);
}

function unknownKey(key: string, section: readonly PropertyKey[], path: string): ClewError {
  const known = keysIn(section);
  const isSetting = section.length === 0 && settings.some(({ name }) => name === key);
  const near = nearest(key, known);
  const list = section.length === 0 ? `There are ${known.join(", ")}` : "clew config lists them";
  const hint = isSetting ? `Write it below [conversation]` : near === null ? list : `Did you mean ${near}?`;
  return configError(`There is no setting ${JSON.stringify(key)} here`, path, section, hint);
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

const others: Readonly<Record<string, string>> = {
  policy: 'the name of a policy, e.g. "balanced"',
  extends: 'the name of a preset or of another policy here, e.g. "balanced"',
  store: 'the path of a file, e.g. "./bot.db"',
  window: "a whole number of at least 256, or { tokens = 32768, reply = 4096 } with the reply smaller",
  time_zone: 'an IANA name, e.g. "Europe/Berlin"',
  conversation: "a table of settings, below [conversation]",
  policies: "a table for each policy, as in [policies.mine]",
  selection_model: '"fast"',
};

function allowed(key: string, issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_key") return "a name of letters, digits, - and _ that begins with a letter";
  const [top, , third] = issue.path;
  const setting = settings.find(({ name }) => name === (top === "policies" ? third : issue.path[1]));
  if (setting !== undefined) return inToml(setting);
  return others[top === "window" ? "window" : key] ?? "a table of settings";
}

function inToml(setting: Setting): string {
  if (setting.kind === "names") return `a list of names of tools, e.g. ${setting.name} = ["read_plan"]`;
  return rangeOf(setting).replace(/, or off$/, ', or "off"');
}
