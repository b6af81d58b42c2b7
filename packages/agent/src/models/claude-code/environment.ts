import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that the command needs to find its files, its login and the network. No keys. */
const passed: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "TERM",
  "TMPDIR",
  "NODE_EXTRA_CA_CERTS",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_CODE_OAUTH_TOKEN",
]);
const passedBeginnings = ["LC_", "XDG_", "SSL_CERT_"];

/** Each of these switches off something beyond the one call of the model that a run is. */
const switches = {
  // An @ before a path in a message would put that file into the request.
  CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
  // Avoids a second request, for a title.
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: "1",
  // A view that does not fit must come back as an error, never as a summary.
  DISABLE_COMPACT: "1",
  DISABLE_AUTO_COMPACT: "1",
  DISABLE_AUTOUPDATER: "1",
  ENABLE_CLAUDEAI_MCP_SERVERS: "false",
  // The first request is the only one, so the tools must be in it.
  ENABLE_TOOL_SEARCH: "false",
  MCP_CONNECTION_NONBLOCKING: "0",
};

/** The environment of a run; `own` overrides it. */
export function buildEnvironment(env: Environment, own: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]): readonly (readonly [string, string])[] =>
    value !== undefined && isPassed(name) ? [[name, value]] : [],
  );
  return { ...Object.fromEntries(kept), ...switches, ...own };
}

function isPassed(name: string): boolean {
  return passed.has(name) || passedBeginnings.some((beginning) => name.startsWith(beginning));
}

/** The path of the `claude` command; null where there is none. */
export function findClaude(env: Environment): string | null {
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const places = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const home = env.HOME ?? "";
  // Its installers use these folders without adding them to the PATH.
  const own = home === "" ? [] : [join(home, ".local", "bin"), join(home, ".claude", "local")];
  return [...places, ...own].map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing, or not executable for this user: the next place may have it.
    return false;
  }
}
