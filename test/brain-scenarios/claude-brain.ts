/** The claude command: an executable that stands in for it is the first on the path, and asks here what to answer. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describeRequest, type SeenPart, type StandInReply, type StandInRequest } from "clewline/testing";
import { countTokens, splitWords } from "../stand-ins/words.js";
import type { Brain, Script, Started } from "./brain.js";

const standIn = new URL("../stand-ins/claude.mjs", import.meta.url).href;
const prefix = "mcp__clew-tools__";

export const claudeBrain: Brain = {
  name: "claude-code",
  start: startClaude,
  namesLimit: true,
};

/** One run, as the stand-in tells of it. */
interface Run {
  readonly pid: number;
  readonly options: Readonly<Record<string, string | true>>;
  readonly system: string;
  readonly input: string;
  readonly tools: readonly { readonly name: string }[];
}

async function startClaude(script: Script): Promise<Started> {
  const requests: StandInRequest[] = [];
  const started = { requests, window: null as number | null };
  const server = createServer(async (request, response) => {
    const run = JSON.parse(await bodyOf(request)) as Run;
    response.end(JSON.stringify(answerTo(run, script, started.window, requests)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = commandAsking(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return Object.assign(started, {
    model: "claude-code",
    servers: {},
    env: { PATH: [folder, process.env.PATH].join(delimiter), HOME: folder },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

function commandAsking(ask: string): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-scenario-"));
  const command = join(folder, "claude");
  const program = `import(${JSON.stringify(standIn)}).then(({ run }) => run(__dirname));`;
  writeFileSync(command, `#!/usr/bin/env node\n${program}\n`);
  chmodSync(command, 0o755);
  writeFileSync(join(folder, "script.json"), JSON.stringify({ ask }));
  return folder;
}

function answerTo(run: Run, script: Script, window: number | null, requests: StandInRequest[]): object {
  const seen = seenOf(run, requests.filter(({ outcome }) => outcome !== "refused").length);
  const tokens = countTokens(describeRequest(seen).join("\n"));
  const request: Seen = { ...seen, tokens };
  requests.push(request);
  if (window !== null && tokens > window) {
    request.outcome = "refused";
    return tooLong(tokens, window);
  }
  const reply = script(request);
  if (reply.hangAfter !== undefined) {
    // Nobody but the process itself knows that it was ended.
    Object.defineProperty(request, "outcome", { get: () => (isAlive(run.pid) ? null : "gone") });
  } else request.outcome = reply.fails === undefined ? "answered" : "failed";
  return toldBy(reply, tokens, window);
}

type Seen = { -readonly [Key in keyof StandInRequest]: StandInRequest[Key] };

function seenOf({ options, system, input, tools }: Run, number: number): StandInRequest {
  const { message } = JSON.parse(input) as { message: { content: { type: string; text?: string }[] } };
  return {
    ...{ number, model: String(options["--model"] ?? "default"), stream: true, system },
    tools: tools.map(({ name }) => name.replace(prefix, "")),
    parts: message.content.flatMap(({ text = "" }) => partOf(text)),
    ...{
      tokens: 0,
      path: "claude",
      headers: {},
      body: input,
      asks: "answer",
      dropped: [],
      usage: null,
      refusal: null,
      outcome: null,
    },
  };
}

/** Each block of the transcript is one tag. */
const block = /^<clew-(user|assistant|tool)((?: [a-z]+="[^"]*")*)>\n([\s\S]*)\n<\/clew-\1>\n$/;

function partOf(written: string): readonly SeenPart[] {
  const [, tag, about = "", text = ""] = block.exec(written) ?? [];
  const told = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(about)?.[1] ?? "";
  if (tag === "user") return [{ kind: "said", by: "user", text }];
  if (tag === "assistant") return [{ kind: "said", by: "agent", text }];
  if (tag === undefined) throw new Error(`A block that is no tag: ${written.slice(0, 100)}`);
  const id = told("call");
  return [
    told("what") === "call" ? { kind: "called", id, tool: told("name"), input: text } : { kind: "returned", id, text },
  ];
}

function tooLong(tokens: number, window: number, said?: string): object {
  const text = `Prompt is too long: prompt is too long: ${tokens} tokens > ${window} maximum`;
  return { kind: "error", text, status: 400, error: "invalid_request", ...(said === undefined ? {} : { said }) };
}

/** Once is enough for a suite: the executable lists the same tools without them. */
let serversAsked = false;

/** The reply as the executable takes it. */
function toldBy(reply: StandInReply, tokens: number, window: number | null): object {
  const { text, reasoning, calls, fails, hangAfter } = reply;
  const words = (count: number) =>
    splitWords(text ?? "")
      .slice(0, count)
      .join("");
  const usage = { input_tokens: tokens, output_tokens: countTokens(text ?? "") };
  if (hangAfter !== undefined) return { kind: "hang", text: words(hangAfter), usage };
  if (fails?.as === "overflow") {
    return tooLong(tokens, fails.window ?? window ?? tokens - 1, fails.after ? words(fails.after) : undefined);
  }
  if (fails?.as === "rate-limit")
    return { kind: "error", text: "API Error: 429 rate_limit_error", status: 429, error: "rate_limit" };
  const said = { ...(text === undefined ? {} : { text }), ...(reasoning === undefined ? {} : { thinking: reasoning }) };
  if (calls === undefined) return { kind: "text", ...said, usage };
  const asksServers = !serversAsked;
  serversAsked = true;
  const named = calls.map(({ tool, input }) => ({ tool: prefix + tool, input }));
  return { kind: "calls", ...said, usage, calls: named, asksServers };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
