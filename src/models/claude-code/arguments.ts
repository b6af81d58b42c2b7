/** The command line of a run. Nothing in it grows with the conversation: a Linux argument ends at 131,071 bytes. */

export interface Flags {
  readonly model: string | undefined;
  readonly systemFile: string;
  /** Names the server that lists the tools; null where there are none. */
  readonly toolsFile: string | null;
}

/** One answer of the model, streamed. The conversation comes through standard input. */
export function buildAnswerArguments(flags: Flags): readonly string[] {
  const streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  return ["-p", ...streams, "--include-partial-messages", ...buildCommonArguments(flags)];
}

/** A short text in one piece. */
export function buildCompletionArguments(flags: Flags): readonly string[] {
  return ["-p", "--output-format", "json", ...buildCommonArguments(flags)];
}

/** What no flag of older versions leaves to the model. */
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
