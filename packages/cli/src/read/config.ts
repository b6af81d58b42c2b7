import { existsSync } from "node:fs";
import type { Config } from "@clewline/clewline/config/config.js";
import { hideUser } from "@clewline/clewline/config/find-server.js";
import { resolveSettingName } from "@clewline/core/policy/settings.js";
import type { SettingState } from "@clewline/engine/commands/settings.js";
import { findLastCall } from "../explain/last-call.js";
import type { CommandDetails, Input } from "../program/command.js";
import {
  findLocation,
  isInMemory,
  loadInputConfig,
  type Opening,
  readLaneChoice,
  runWithLog,
} from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { formatNumber, formatRows, makePrintable } from "../terminal/text.js";

export const config: CommandDetails = {
  example: "clew config summarise_at 0.8    (VALUE default puts it back)",
  most: 2,
  options: [{ name: "session", value: "KEY", line: "the chat; the newest by default" }],
  run: async (input) => {
    const [name, value] = input.arguments;
    const setting = name === undefined ? null : resolveSettingName(name);
    const { session } = readLaneChoice(input);
    const opening = await findOpening(input, session, value !== undefined);
    const set = setting === null || value === undefined ? {} : { set: { [setting]: value } };
    const states = await runWithLog(input, (clew) => clew.settings({ session, ...set }), opening);
    const wanted = states.filter((state) => setting === null || state.name === setting);
    if (input.json) for (const state of wanted) input.screen.data(state);
    else if (setting === null) printAll(input, states, await loadInputConfig(input));
    else for (const state of wanted) printOne(input, state);
    return 0;
  },
};

/** Settings can be listed without a log; changing one needs a log. */
async function findOpening(input: Input, session: string | undefined, isChange: boolean): Promise<Opening> {
  const { path } = await findLocation(input);
  const isThere = isInMemory(input.text("store")) || existsSync(path);
  if (!isThere && !isChange && session === undefined) return { store: "memory", window: undefined };
  return (await findLastCall(input, { session })).opening;
}

function printAll(input: Input, states: readonly SettingState[], inForce: Config): void {
  const { screen } = input;
  const hasChanged = states.some(({ changed }) => changed);
  const rows = states.map((state) => [
    state.name,
    formatSettingValue(state.value),
    ...(hasChanged ? [state.changed ? formatSettingValue(state.default) : ""] : []),
    state.noEffect === null ? "" : "none here",
  ]);
  const [head = "", ...lines] = formatRows([
    ["setting", "value", ...(hasChanged ? ["default"] : []), "effect"],
    ...rows,
  ]);
  screen.line(screen.paint("bold", head));
  for (const [index, line] of lines.entries()) {
    screen.line(states[index]?.changed ? screen.paint("yellow", line.trimEnd()) : line.trimEnd());
  }
  printConfigFiles(screen, inForce);
  const session = input.text("session");
  const where = session === undefined ? [] : ["--session", session];
  printSentenceAndCommand(screen, "About one of them:", buildCommand(input, "config", "NAME", ...where));
}

/** Prints the file in force, and every server that a file names. */
function printConfigFiles(screen: Screen, { file, servers, serverFiles, ignored }: Config): void {
  const note = ignored === null ? "" : `, without ${ignored.keys.join(", ")}`;
  if (file !== null) printSentence(screen, makePrintable(`In force: ${file.path} (${file.because})${note}.`));
  for (const [name, address] of Object.entries(servers)) {
    const by = serverFiles[name as keyof typeof serverFiles] ?? "";
    printSentence(screen, makePrintable(`Server of ${name}: ${hideUser(address)} (${by}).`));
  }
}

function printOne(input: Input, state: SettingState): void {
  const { screen } = input;
  const { name, about, range, value, changed } = state;
  screen.line(
    `${screen.paint("bold", name)}  ${screen.paint(changed ? "yellow" : "green", formatSettingValue(value))}`,
  );
  printSentence(screen, `${about}.`);
  printSentence(screen, `Allowed: ${range}. Default: ${formatSettingValue(state.default)}.`);
  if (state.noEffect !== null) printSentence(screen, `${state.noEffect}. The value is kept for when it has.`);
  if (changed) printSentence(screen, `Changed for this session, from its next message on; "default" puts it back.`);
}

function formatSettingValue(value: SettingState["value"]): string {
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return value.length === 0 ? "none" : value.join(", ");
}
