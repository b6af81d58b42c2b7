import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isOwnLog, markLog } from "@clewline/clewline/compose/stores/own-log.js";
import { type ActingKey, describeKeys, listActingKeys } from "@clewline/clewline/config/acting-keys.js";
import { readConfigData } from "@clewline/clewline/config/config-file.js";
import { hideUser } from "@clewline/clewline/config/find-server.js";
import { findConfigFolder, findNearestFolder } from "@clewline/clewline/config/location.js";
import {
  checkTrust,
  forgetFolder,
  readTrusted,
  type TrustRecord,
  trustFolder,
} from "@clewline/clewline/config/trust.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatRows, makePrintable } from "../terminal/text.js";

export const trust: CommandDetails = {
  example: "clew trust ./my-bot",
  most: 1,
  options: [
    { name: "dry-run", line: "tells what would be trusted, and trusts nothing" },
    { name: "list", line: "the folders that are trusted" },
    { name: "revoke", line: "takes the trust in FOLDER back" },
  ],
  run: async (input) => {
    const [folder] = input.arguments;
    if (input.has("list") && input.has("revoke")) {
      throw makeUsageError("--list and --revoke are two things", "Write one of them");
    }
    if (input.has("list") && folder !== undefined) {
      throw makeUsageError("--list names all folders", "Write clew trust --list");
    }
    if (input.has("list")) await printList(input);
    else if (input.has("revoke")) revokeTrust(input, folder);
    else await addTrust(input, folder);
    return 0;
  },
};

const folderFiles = ["clew.toml", "clew.db"] as const;

const logOpens = "Its clew.db is opened from now on, and its memories reach your model.";
const logWouldOpen = "Its clew.db would be opened, and its memories would reach your model.";

async function addTrust(input: Input, typed: string | undefined): Promise<void> {
  const { screen, json } = input;
  const folder = findFolder(typed);
  const keys = await readKeys(folder);
  const log = join(folder, "clew.db");
  const named = describeKeys(keys).get("store");
  const isUsed = named === undefined || resolve(folder, named) === log;
  const isStrange = isUsed && existsSync(log) && !(await isOwnLog(log, process.env));
  const isOwn = existsSync(findConfigFolder(process.env)) && realpathSync(findConfigFolder(process.env)) === folder;
  const isNew = (keys.length > 0 && !isOwn) || isStrange;
  const isDry = input.has("dry-run");
  if (isNew && !isDry)
    trustFolder({ folder, keys, mark: isStrange ? markLog(log) : null, since: new Date() }, process.env);
  const said = [...describeKeys(keys)].map(([key, value]) => [key, hideUser(value)] as const);
  const effects = new Map(keys.map(({ name, effect }) => [name, effect]));
  if (json) {
    screen.data({
      folder,
      trusted: isNew && !isDry,
      keys: Object.fromEntries(said),
      effects: Object.fromEntries(effects),
      log: isStrange ? log : null,
    });
    return;
  }
  if (!isNew) {
    const why = isOwn ? "is your own, and counts without being trusted" : "has nothing to trust: all of it counts";
    return printSentence(screen, makePrintable(`${folder} ${why}.`));
  }
  const is = isDry ? "is not trusted yet. It would be" : "is trusted";
  printSentence(screen, makePrintable(`${folder} ${is}${said.length === 0 ? "." : " with:"}`));
  const rows = said.map(([key, value]) => [`  ${effects.get(key) ?? ""}`, makePrintable(key), makePrintable(value)]);
  for (const row of formatRows(rows)) screen.line(row);
  if (keys.some(({ effect }) => effect === "deletes"))
    printSentence(
      screen,
      screen.paint("red", "It may erase chats or put them away: see the lines that begin with deletes."),
    );
  if (isStrange) printSentence(screen, isDry ? logWouldOpen : logOpens);
  if (isDry) return printSentenceAndCommand(screen, "To trust it:", `clew trust ${quoteShellWord(folder)}`);
  const until = keys.length === 0 ? "To take it back:" : "Until one of these keys changes. To take it back:";
  printSentenceAndCommand(screen, until, `clew trust --revoke ${quoteShellWord(folder)}`);
}

async function readKeys(folder: string): Promise<readonly ActingKey[]> {
  const path = join(folder, "clew.toml");
  return existsSync(path) ? listActingKeys(await readConfigData({ path, because: "clew.toml in this folder" })) : [];
}

/** The folder that was named, else the nearest one here or above that has something to trust. */
function findFolder(typed: string | undefined): string {
  const folder = typed === undefined ? findNearestFolder(process.cwd(), folderFiles) : resolveFolder(typed);
  const has = folder !== null && folderFiles.some((name) => existsSync(join(folder, name)));
  if (has) return realpathSync(folder);
  const where = folder === null ? "in this folder or above" : `in ${folder}`;
  throw makeUsageError(
    `There is no clew.toml and no clew.db ${where}`,
    "Name the folder that has one: clew trust FOLDER",
  );
}

/** A file stands for its folder. */
function resolveFolder(typed: string): string {
  const path = resolve(typed);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? /^clew\.(?:toml|db)$/.test(typed);
  const folder = isFile ? dirname(path) : path;
  return existsSync(folder) ? realpathSync(folder) : folder;
}

function revokeTrust({ screen, json }: Input, typed: string | undefined): void {
  // A trusted folder may have lost its files, or be gone.
  const path = typed === undefined ? findFolder(undefined) : resolveFolder(typed);
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

async function describeState({ folder, log }: TrustRecord): Promise<"in force" | "changed" | "gone"> {
  const path = join(folder, "clew.toml");
  const isThere = existsSync(path) || (log !== undefined && existsSync(join(folder, "clew.db")));
  if (!isThere) return "gone";
  try {
    return checkTrust(path, await readKeys(folder), process.env) === "trusted" ? "in force" : "changed";
  } catch {
    // A file that can't be read as a configuration is not the one that was trusted.
    return "changed";
  }
}
