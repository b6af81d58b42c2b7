/**
 * Stands in for the `claude` command. It takes the flags that the real one documents, writes the lines that the real one
 * writes, and refuses with status 64 whatever a careful command would not want to see. Everything it was given is noted in
 * the folder that it is started from; what it answers stands there too.
 */
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Flags, and whether a value follows. */
const flags = new Map([
  ["-p", false],
  ["--verbose", false],
  ["--include-partial-messages", false],
  ["--strict-mcp-config", false],
  ["--disable-slash-commands", false],
  ["--no-session-persistence", false],
  ["--input-format", true],
  ["--output-format", true],
  ["--max-turns", true],
  ["--model", true],
  ["--system-prompt-file", true],
  ["--tools", true],
  ["--disallowedTools", true],
  ["--mcp-config", true],
  ["--setting-sources", true],
]);

const knownVariables = new Set(
  (
    "PATH HOME USER LOGNAME SHELL LANG TERM TMPDIR NODE_EXTRA_CA_CERTS HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy " +
    "CLAUDE_CONFIG_DIR CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CODE_MAX_OUTPUT_TOKENS MAX_THINKING_TOKENS " +
    "CLAUDE_CODE_DISABLE_ATTACHMENTS CLAUDE_CODE_DISABLE_CLAUDE_MDS CLAUDE_CODE_DISABLE_AUTO_MEMORY " +
    "CLAUDE_CODE_DISABLE_TERMINAL_TITLE DISABLE_COMPACT DISABLE_AUTO_COMPACT DISABLE_AUTOUPDATER " +
    "ENABLE_CLAUDEAI_MCP_SERVERS ENABLE_TOOL_SEARCH MCP_CONNECTION_NONBLOCKING"
  ).split(" "),
);

/**
 * `folder` holds script.json: the answers, one for each run; or `{ ask }`, an address that answers each by what it was given.
 * Then the servers of tools, which take longer than all the rest, are asked only if the answer says so.
 */
export async function run(folder) {
  const note = (name, value) => appendFileSync(join(folder, name), `${JSON.stringify(value)}\n`);
  const script = JSON.parse(readFileSync(join(folder, "script.json"), "utf8"));
  const answers = Array.isArray(script) ? script : [];
  const runs = existsSync(join(folder, "started.jsonl")) ? linesIn(join(folder, "started.jsonl")) : [];
  const number = runs.filter((line) => JSON.parse(line).what === "run").length;
  note("started.jsonl", { what: "run", pid: process.pid });
  const written = answers[number] ?? { kind: "stderr", code: 65, stderr: `The script has no answer ${number + 1}` };
  // Whoever stops it may have closed its output first.
  process.stdout.on("error", () => undefined);
  process.on("SIGTERM", () => {
    note("signals.jsonl", "SIGTERM");
    if (written.stubborn !== true) process.exit(143);
  });
  // It dies before it has read a word.
  if (written.kind === "early") return exit(written.code ?? 1, written.stderr ?? "");
  const args = process.argv.slice(2);
  const options = optionsIn(args);
  const input = await inputOf();
  checkEnvironment();
  checkArguments(args, options, input);
  if (readdirSync(process.cwd()).length > 0) refuse("the folder that it runs in is not empty");
  const servers = options["--mcp-config"];
  const tools = servers === undefined ? [] : script.ask === undefined ? await toolsBy(servers, note) : toolsIn(servers);
  const call = {
    args,
    options,
    env: process.env,
    folder: process.cwd(),
    system: readFileSync(options["--system-prompt-file"], "utf8"),
    input,
    tools,
  };
  note("calls.jsonl", call);
  const answer = script.ask === undefined ? written : await asked(script.ask, call);
  if (answer.asksServers) {
    const listed = servers === undefined ? [] : await toolsBy(servers, note);
    if (JSON.stringify(namesOf(listed)) !== JSON.stringify(namesOf(tools))) refuse("the servers list other tools");
  }
  if (options["--output-format"] === "json") await tellWhole(answer);
  else await tellStreamed(answer);
}

/** Without `fetch`, which takes a process longer to load than all else that it does here. */
async function asked(address, call) {
  const asking = request(address, { method: "POST" });
  asking.end(JSON.stringify({ ...call, pid: process.pid }));
  const [answer] = await once(asking, "response");
  let told = "";
  for await (const piece of answer.setEncoding("utf8")) told += piece;
  return JSON.parse(told);
}

function linesIn(file) {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}

function exit(code, stderr) {
  process.stderr.write(stderr);
  process.exitCode = code;
}

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(64);
}

function optionsIn(args) {
  const options = {};
  for (let index = 0; index < args.length; index++) {
    const [name, own] = args[index].startsWith("--") ? args[index].split(/=(.*)/s) : [args[index]];
    if (!flags.has(name)) refuse(`error: unknown option '${name}'`);
    if (!flags.get(name)) options[name] = true;
    else options[name] = own ?? args[++index];
  }
  return options;
}

async function inputOf() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function checkEnvironment() {
  // Some systems give every process a variable of their own.
  const isKnown = (name) => knownVariables.has(name) || /^(?:LC_|XDG_|SSL_CERT_|__CF_)/.test(name);
  const strangers = Object.keys(process.env).filter((name) => !isKnown(name));
  if (strangers.length > 0) refuse(`variables that nobody asked for: ${strangers.join(", ")}`);
}

/** An argument of Linux ends at 131,071 bytes; here even all of them together must stay far below. */
function checkArguments(args, options, input) {
  const bytes = args.reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
  if (bytes >= 16_384) refuse(`${bytes} bytes of arguments`);
  if (options["-p"] !== true || options["--max-turns"] !== "1") refuse("this is not one turn in print mode");
  if (options["--tools"] !== "" || options["--setting-sources"] !== "") refuse("tools or settings of its own are on");
  if (!options["--strict-mcp-config"] || !options["--no-session-persistence"]) refuse("the run is not closed off");
  if (options["--output-format"] === "json") return;
  if (!options["--verbose"] || !options["--include-partial-messages"]) refuse("stream-json needs --verbose");
  const lines = input.split("\n");
  if (lines.length !== 2 || lines[1] !== "") refuse("the input is not one line");
  const { type, message } = JSON.parse(lines[0]);
  if (type !== "user" || message.role !== "user" || !Array.isArray(message.content)) refuse("not a user's message");
  for (const block of message.content.filter((each) => each.type === "text")) {
    const words = block.text.replace(/<[^>]*>/g, "").trim();
    if (words.length > 3 && args.some((each) => each.includes(words)))
      refuse("words of the conversation are arguments");
  }
}

/** What the servers of the file list, asked with the official client. */
async function toolsBy(file, note) {
  const { Client } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const { mcpServers } = JSON.parse(readFileSync(file, "utf8"));
  const listed = [];
  for (const [name, { command, args, env }] of Object.entries(mcpServers)) {
    const client = new Client({ name: "stand-in", version: "1" });
    const transport = new StdioClientTransport({ command, args, env, stderr: "inherit" });
    await client.connect(transport);
    note("started.jsonl", { what: "server", pid: transport.pid });
    const { tools } = await client.listTools();
    listed.push(...tools.map((tool) => ({ ...tool, name: `mcp__${name}__${tool.name}` })));
    // A real command keeps its servers until it ends.
    if (tools.length > 0) clients.push(client);
  }
  return listed;
}

const clients = [];

/** The same as their files have it, without asking them. */
function toolsIn(file) {
  const { mcpServers } = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(mcpServers).flatMap(([name, { args }]) =>
    JSON.parse(readFileSync(args.at(-1), "utf8")).map((tool) => ({ ...tool, name: `mcp__${name}__${tool.name}` })),
  );
}

const namesOf = (tools) => tools.map(({ name }) => name);

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const event = (told) =>
  write({ type: "stream_event", event: told, parent_tool_use_id: null, session_id: "s", uuid: "u" });

async function tellStreamed(answer) {
  write({ type: "system", subtype: "init", session_id: "s", tools: [], model: "claude-stand-in" });
  switch (answer.kind) {
    case "text":
      message(answer, [...thoughts(answer), ...texts(answer)], "end_turn");
      result({ result: answer.text, usage: usageOf(answer) });
      return leave();
    case "cut":
      message(answer, texts(answer), "max_tokens");
      return forever();
    case "calls":
      message(answer, [...thoughts(answer), ...texts(answer), ...answer.calls.map(callBlock)], "tool_use");
      return forever();
    case "whole":
      for (const block of [...texts(answer), ...(answer.calls ?? []).map(callBlock)]) whole(answer, block);
      if (answer.calls !== undefined) result({ subtype: "error_max_turns", is_error: true });
      else result({ result: answer.text, usage: usageOf(answer) });
      return leave();
    case "error":
      if (answer.said !== undefined) begin(answer, texts({ text: answer.said }));
      write({
        type: "assistant",
        message: { id: "m0", model: "<synthetic>", content: [{ type: "text", text: answer.text }] },
        ...(answer.error === undefined ? {} : { error: answer.error }),
        parent_tool_use_id: null,
      });
      result({ is_error: true, result: answer.text, api_error_status: answer.status ?? null });
      return leave(1);
    case "hang":
      if (answer.text !== undefined) begin(answer, texts(answer));
      return forever();
    case "again":
      begin(answer, texts(answer));
      message({ ...answer, id: "m2" }, texts(answer), "end_turn");
      return forever();
    case "crash":
      begin(answer, texts(answer));
      await pause(20);
      return exit(answer.code ?? 1, answer.stderr ?? "");
    default:
      return exit(answer.code ?? 1, answer.stderr ?? "");
  }
}

async function tellWhole(answer) {
  if (answer.kind === "hang") return forever();
  if (answer.kind === "text") write({ ...resultLine({ result: answer.text, usage: usageOf(answer) }) });
  else if (answer.kind === "error") write(resultLine({ is_error: true, result: answer.text }));
  else return exit(answer.code ?? 1, answer.stderr ?? "");
  return leave(answer.kind === "error" ? 1 : 0);
}

const thoughts = ({ thinking }) => (thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "c2ln" }]);
const texts = ({ text }) => (text === undefined ? [] : [{ type: "text", text }]);
const callBlock = ({ tool, input }, index) => ({ type: "tool_use", id: `toolu_${index}`, name: tool, input });

function usageOf({ usage }) {
  return { input_tokens: 12, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 5, ...usage };
}

function message(answer, blocks, stop) {
  begin(answer, blocks, true);
  const { output_tokens } = usageOf(answer);
  event({ type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens } });
  event({ type: "message_stop" });
}

/** The blocks piece by piece; without `toEnd` the last one stays open. */
function begin(answer, blocks, toEnd = false) {
  const id = answer.id ?? "m1";
  const opening = { id, type: "message", role: "assistant", model: "claude-stand-in", content: [] };
  event({ type: "message_start", message: { ...opening, usage: { ...usageOf(answer), output_tokens: 1 } } });
  for (const [index, block] of blocks.entries()) {
    event({ type: "content_block_start", index, content_block: emptied(block) });
    for (const delta of deltasOf(block)) event({ type: "content_block_delta", index, delta });
    if (!toEnd && index === blocks.length - 1) return;
    write({ type: "assistant", message: { ...opening, content: [block] }, parent_tool_use_id: null });
    event({ type: "content_block_stop", index });
  }
}

function emptied(block) {
  if (block.type === "text") return { type: "text", text: "" };
  return block.type === "thinking" ? { type: "thinking", thinking: "", signature: "" } : { ...block, input: {} };
}

function deltasOf(block) {
  const pieces = (text) => text.match(/[\s\S]{1,7}/g) ?? [];
  if (block.type === "text") return pieces(block.text).map((text) => ({ type: "text_delta", text }));
  if (block.type === "tool_use")
    return pieces(JSON.stringify(block.input)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
  const signature = { type: "signature_delta", signature: block.signature };
  return [...pieces(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking })), signature];
}

/** As versions without events for pieces have it. */
function whole(answer, block) {
  const stop_reason = answer.calls === undefined ? null : "tool_use";
  const told = { id: "m1", model: "claude-stand-in", content: [block], stop_reason, usage: usageOf(answer) };
  write({ type: "assistant", message: told, parent_tool_use_id: null });
}

function resultLine(told) {
  return { type: "result", subtype: "success", is_error: false, num_turns: 1, session_id: "s", ...told };
}

function result(told) {
  write(resultLine(told));
}

/** As the real one: once its servers are gone. */
async function leave(code = 0) {
  for (const client of clients) await client.close();
  process.exitCode = code;
}

function forever() {
  return new Promise(() => setInterval(() => undefined, 60_000));
}
