/** Builds the command line of a run. No argument grows with the conversation: Linux allows 131,071 bytes each. */

export interface Flags {
  readonly model: string | undefined;
  readonly systemFile: string;
  /** The configuration of the server that lists the tools; null without tools. */
  readonly toolsFile: string | null;
}

/** For one streamed answer. The conversation comes through standard input. */
export function buildAnswerArguments(flags: Flags): readonly string[] {
  const streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  return ["-p", ...streams, "--include-partial-messages", ...buildCommonArguments(flags)];
}

export function buildCompletionArguments(flags: Flags): readonly string[] {
  return ["-p", "--output-format", "json", ...buildCommonArguments(flags)];
}

/** Tools to deny by name, for versions that ignore an empty --tools. */
const ownTools = [
  "Agent",
  "AskUserQuestion",
  "Bash",
  "BashOutput",
  "Edit",
  "ExitPlanMode",
  "Glob",
  "Grep",
  "KillShell",
  "LS",
  "MultiEdit",
  "NotebookEdit",
  "NotebookRead",
  "Read",
  "Skill",
  "SlashCommand",
  "Task",
  "TodoRead",
  "TodoWrite",
  "ToolSearch",
  "WebFetch",
  "WebSearch",
  "Write",
].join(",");

function buildCommonArguments({ model, systemFile, toolsFile }: Flags): readonly string[] {
  return [
    ...["--max-turns", "1"],
    ...(model === undefined ? [] : ["--model", model]),
    ...["--system-prompt-file", systemFile],
    ...["--tools", ""],
    ...["--disallowedTools", ownTools],
    ...(toolsFile === null ? [] : ["--mcp-config", toolsFile]),
    "--strict-mcp-config",
    "--setting-sources=",
    "--disable-slash-commands",
    "--no-session-persistence",
  ];
}
