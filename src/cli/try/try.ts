import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { isPolicy, policyNamed, whichPolicies } from "../../config/policy-named.js";
import type { Policy } from "../../core/policy/policy.js";
import { presets } from "../../core/policy/presets/presets.js";
import type { Tried, TryOptions } from "../../try/try.js";
import { usageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { missingLog } from "../program/missing-log.js";
import { configOf, locationOf, windowOf } from "../program/open-log.js";
import { counted, oneLine } from "../terminal/text.js";
import { tryData } from "./data.js";
import { printTried } from "./lines.js";

/** What is compared unless policies are named: the default, and one with a fixed limit. */
const usual = ["balanced", "rolling"];

export const tryPolicies: CommandDetails = {
  example: "clew try ~/.claude/projects/garden/0a1b.jsonl --policy tiered",
  most: 1,
  least: 1,
  missing: "Name a transcript, e.g. clew try ~/.claude/projects/garden/0a1b.jsonl",
  heeds: ["window"],
  options: [
    {
      name: "policy",
      value: "NAME",
      many: true,
      line: `${Object.keys(presets).join(", ")}; may be given several times; ${usual.join(" and ")} unless told`,
    },
  ],
  run: async (input) => {
    const [name = ""] = input.arguments;
    const policies = await policiesOf(input);
    const tried = await resultOf(input, name, { policies, window: windowOf(input), onProgress: drawing(input, name) });
    if (input.json) input.screen.data(tryData(name, tried));
    else printTried(input.screen, basename(name), tried);
    if (tried.bad > 0 && !input.json) {
      input.screen.aside(`clew: ${counted(tried.bad, "record", "records")} could not be read and were left out`);
    }
    return 0;
  },
};

async function policiesOf(input: Input): Promise<readonly Policy[]> {
  const names = [...new Set(input.texts("policy"))];
  const config = await configOf(input);
  const wrong = names.find((name) => !isPolicy(name, config));
  if (wrong !== undefined) {
    const hint = whichPolicies(wrong, [...config.policies.keys()]);
    throw usageError(`There is no policy ${JSON.stringify(wrong)}`, hint);
  }
  return (names.length === 0 ? usual : names).map((name) => policyNamed(name, config));
}

async function resultOf(input: Input, name: string, options: TryOptions): Promise<Tried> {
  const isThere = existsSync(name);
  if (isThere && statSync(name).isDirectory()) {
    throw usageError(`${name} is a folder`, "Name one transcript in it, e.g. clew try FOLDER/0a1b.jsonl");
  }
  // Nothing of it is needed for anything else.
  const { tryFile, trySession } = await import("../../try/try.js");
  try {
    if (isThere) return await tryFile(name, options);
    const location = await locationOf(input);
    if (looksLikePath(name)) throw usageError(`There is no file ${name}`, "Check the path after clew try");
    if (!existsSync(location.path)) throw missingLog(location);
    return await trySession(location.path, name, options);
  } finally {
    input.screen.live?.clear();
  }
}

/** A session is channel:name; a file has a folder or an ending. */
function looksLikePath(name: string): boolean {
  return !name.includes(":") && /[\\/]|\.\w+$/.test(name);
}

function drawing({ screen }: Input, name: string): (what: string) => void {
  return (what) => screen.live?.draw(oneLine(`${basename(name)}: ${what} …`, screen.live.columns));
}
