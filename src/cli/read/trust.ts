import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readConfigData } from "../../config/config-file.js";
import { listDestinations } from "../../config/destinations.js";
import { hideUser } from "../../config/find-server.js";
import { findConfig, findFolderConfig } from "../../config/location.js";
import { checkTrust, forgetFolder, readTrusted, type TrustRecord, trustFolder } from "../../config/trust.js";
import { quoteShellWord } from "../../core/text/shell-word.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatRows, makePrintable } from "../terminal/text.js";

export const trust: CommandDetails = {
  example: "clew trust ./my-bot",
  most: 1,
  options: [
    { name: "list", line: "the folders that are trusted" },
    { name: "remove", line: "takes the trust in FOLDER back" },
  ],
  run: async (input) => {
    const [folder] = input.arguments;
    if (input.has("list") && input.has("remove")) {
      throw makeUsageError("--list and --remove are two things", "Write one of them");
    }
    if (input.has("list") && folder !== undefined) {
      throw makeUsageError("--list names all folders", "Write clew trust --list");
    }
    if (input.has("list")) await printList(input);
    else if (input.has("remove")) removeTrust(input, folder);
    else await addTrust(input, folder);
    return 0;
  },
};

async function addTrust(input: Input, folder: string | undefined): Promise<void> {
  const { screen, json } = input;
  const path = findFile(folder);
  const { because } = findConfig(undefined, { ...process.env, CLEW_CONFIG: undefined }, dirname(path)) ?? {};
  const keys = listDestinations(await readConfigData({ path, because: "clew.toml in this folder" }));
  const isOwn = because === "the user's config folder";
  const isNew = keys.size > 0 && !isOwn;
  if (isNew) trustFolder(path, keys, new Date(), process.env);
  const said = Object.fromEntries([...keys].map(([key, value]) => [key, hideUser(value)]));
  if (json) return screen.data({ file: path, trusted: isNew, keys: said });
  if (isOwn) return printSentence(screen, makePrintable(`${path} is your own, and counts without being trusted.`));
  if (!isNew) {
    const text = `${path} names no store, model or server: there is nothing to trust, and all of it counts.`;
    return printSentence(screen, makePrintable(text));
  }
  printSentence(screen, makePrintable(`${path} is trusted. It says where data and keys go:`));
  const rows = Object.entries(said).map(([key, value]) => [`  ${makePrintable(key)}`, makePrintable(value)]);
  for (const row of formatRows(rows)) screen.line(row);
  printSentenceAndCommand(
    screen,
    "Until one of these changes. To take it back:",
    `clew trust --remove ${quoteShellWord(dirname(path))}`,
  );
}

/** The clew.toml that is meant: of the folder that was named, else the nearest one in this folder or above. */
function findFile(folder: string | undefined): string {
  if (folder === undefined) {
    const found = findFolderConfig(process.cwd());
    if (found !== null) return found;
    throw makeUsageError("There is no clew.toml in this folder or above", "Name the folder: clew trust FOLDER");
  }
  const path = resolveFolder(folder);
  if (existsSync(join(path, "clew.toml"))) return join(path, "clew.toml");
  throw makeUsageError(`There is no clew.toml in ${path}`, "Name the folder that has it: clew trust FOLDER");
}

/** Whoever names the file means its folder. */
function resolveFolder(folder: string): string {
  const path = resolve(folder);
  const named = basename(path) === "clew.toml" ? dirname(path) : path;
  return existsSync(named) ? realpathSync(named) : named;
}

function removeTrust({ screen, json }: Input, folder: string | undefined): void {
  const path = resolveFolder(folder ?? dirname(findFile(undefined)));
  if (!forgetFolder(path, process.env)) {
    throw makeUsageError(`${path} was not trusted`, "clew trust --list names those that are");
  }
  if (json) screen.data({ folder: path, trusted: false });
  else printSentence(screen, makePrintable(`${path} is no longer trusted.`));
}

async function printList({ screen, json }: Input): Promise<void> {
  const records = readTrusted(process.env);
  const states = await Promise.all(records.map(async (record) => ({ ...record, state: await describeState(record) })));
  if (json) {
    for (const { folder, since, state } of states) screen.data({ folder, since, state });
    return;
  }
  if (states.length === 0) return printSentence(screen, "No folder is trusted.");
  const rows = states.map(({ folder, since, state }) => [since.slice(0, 10), state, makePrintable(folder)]);
  for (const line of formatRows([["since", "state", "folder"], ...rows])) screen.line(line);
}

async function describeState({ folder }: TrustRecord): Promise<"in force" | "changed" | "gone"> {
  const path = join(folder, "clew.toml");
  if (!existsSync(path)) return "gone";
  try {
    const keys = listDestinations(await readConfigData({ path, because: "clew.toml in this folder" }));
    return checkTrust(path, keys, process.env) === "trusted" ? "in force" : "changed";
  } catch {
    // A file that can't be read as a configuration is not the one that was trusted.
    return "changed";
  }
}
