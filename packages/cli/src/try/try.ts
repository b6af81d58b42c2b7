import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { findPolicy, isPolicy, suggestPolicies } from "@clewline/clewline/config/find-policy.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { Trial, TryOptions } from "@clewline/try/try.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { makeMissingLogError } from "../program/missing-log.js";
import { findLocation, loadInputConfig, readWindow } from "../program/open-log.js";
import { fitLine, formatCount } from "../terminal/text.js";
import { makeTryData } from "./data.js";
import { printTried } from "./lines.js";

/** The policies to compare by default: the default one, and one with a fixed limit. */
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
      line: `${Object.keys(presets).join(", ")}; may be given several times; ${usual.join(" and ")} by default`,
    },
    { name: "format", value: "NAME", line: "the transcript's format, if the content does not tell it" },
  ],
  run: async (input) => {
    const [name = ""] = input.arguments;
    const policies = await listPolicies(input);
    const tried = await tryTranscript(input, name, {
      policies,
      window: readWindow(input),
      format: input.text("format"),
      onProgress: makeProgressDrawer(input, name),
    });
    if (input.json) input.screen.data(makeTryData(name, tried));
    else printTried(input.screen, basename(name), tried);
    if (tried.bad > 0 && !input.json) {
      input.screen.aside(`clew: ${formatCount(tried.bad, "record", "records")} could not be read: left out`);
    }
    return 0;
  },
};

async function listPolicies(input: Input): Promise<readonly Policy[]> {
  const names = [...new Set(input.texts("policy"))];
  const config = await loadInputConfig(input);
  const wrong = names.find((name) => !isPolicy(name, config));
  if (wrong !== undefined) {
    const hint = suggestPolicies(wrong, [...config.policies.keys()]);
    throw makeUsageError(`There is no policy ${JSON.stringify(wrong)}`, hint);
  }
  return (names.length === 0 ? usual : names).map((name) => findPolicy(name, config));
}

async function tryTranscript(input: Input, name: string, options: TryOptions): Promise<Trial> {
  const isThere = existsSync(name);
  if (isThere && statSync(name).isDirectory()) {
    throw makeUsageError(`${name} is a folder`, "Name one transcript in it, e.g. clew try FOLDER/0a1b.jsonl");
  }
  // Loaded here, because no other command needs it.
  const { tryFile, trySession } = await import("@clewline/try/try.js");
  try {
    if (isThere) return await tryFile(name, options);
    const location = await findLocation(input);
    if (isPathLike(name)) throw makeUsageError(`There is no file ${name}`, "Check the path after clew try");
    if (!existsSync(location.path)) throw makeMissingLogError(location);
    return await trySession(location.path, name, options);
  } finally {
    input.screen.live?.clear();
  }
}

/** A session is channel:name; a file has a folder or an ending. */
function isPathLike(name: string): boolean {
  return !name.includes(":") && /[\\/]|\.\w+$/.test(name);
}

function makeProgressDrawer({ screen }: Input, name: string): (what: string) => void {
  return (what) => screen.live?.draw(fitLine(`${basename(name)}: ${what} …`, screen.live.columns));
}
