/**
 * Whether a call may have read a file: its words are to be edited as they stand, so that no view shows them in another way. Tools are
 * known by their names and inputs alone, and in doubt every call is one.
 */
import { isObject, tryParseJson } from "@clewline/text/json.js";
import { isOwnTool, isSkill } from "../own-tools.js";

/** Words in the names of tools that show texts. */
const reading =
  /(?:^|_)(?:read|view|open|cat|file|files|show|content|contents|text|edit|write|patch|diff|notebook|cell|page|document|doc|docs|source|code|blob|snippet|grep|prompt|skill|resource|memory)(?:_|$)/;
/** Inputs that name a file. */
const naming = /path|file|uri|url|notebook|document/i;
/** Inputs that are a program. */
const programs = /^(?:command|cmd|commands|script|code|input|shell)$/i;
/** Commands that show no file. */
const plain =
  /^(?:ls|find|tree|du|df|ps|docker|kubectl|gh|aws|gcloud|az|npm|pnpm|yarn|bun|npx|pytest|cargo|go|make|mvn|gradle|vitest|jest|tsc|eslint|journalctl|systemctl|netstat|ss|lsof|pip|apt|terraform)$/;
/** Words that show one wherever they stand, and signs behind which anything may. */
const showing =
  /\b(?:cat|bat|sed|awk|less|more|nl|tac|xxd|od|strings|diff|exec|jq|yq|python3?|node|perl|ruby|sh|bash|eval|xargs|cp|contents)\b|[`$<]/;

export function mayReadFile(tool: string, input: string): boolean {
  const name = tool.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  if (name === "" || isOwnTool(tool) || isSkill(tool) || reading.test(name.replace(/[^a-z0-9]+/g, "_"))) return true;
  const value = tryParseJson(input);
  if (!isObject(value)) return true;
  return Object.entries(value).some(([key, inner]) => {
    if (programs.test(key)) return typeof inner !== "string" || !isPlainProgram(inner);
    return naming.test(key);
  });
}

/** Whether each of its commands is known to show no file; what comes behind a pipe only shows less. */
function isPlainProgram(program: string): boolean {
  if (showing.test(program)) return false;
  const commands = program.split(/&&|\|\||[;\n]/).map((each) => each.trim().split(/\s+/)[0] ?? "");
  return commands.every((command) => plain.test(command) || command === "cd");
}
