/**
 * The plugin in the real Claude Code, straight to the provider and through the gateway: its hooks fire, and the log has everything
 * once. The model's part is a few fixed answers; one of them reports so many tokens that the client compacts by itself.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { key } from "./client.js";
import { startGateway } from "./gateway.js";
import type { Installed } from "./install.js";
import type { ChatMessage } from "./plan.js";
import { run } from "./process.js";

export interface PluginStage {
  readonly root: string;
  readonly folder: string;
  readonly installed: Installed;
}

/** What is checked, and how. */
export const pluginCases: readonly {
  readonly name: string;
  readonly run: (stage: PluginStage) => Promise<void>;
}[] = [
  { name: "validate", run: validate },
  { name: "hooks", run: (stage) => tryHooks(stage, false) },
  { name: "hooks behind the gateway", run: (stage) => tryHooks(stage, true) },
];

async function validate(stage: PluginStage): Promise<void> {
  const { status, output } = await runClaude(stage, ["plugin", "validate", findPlugin(stage)], {});
  assert.equal(status, 0, output);
}

function findPlugin({ root }: PluginStage): string {
  return join(root, "integrations/claude-code");
}

/** Characters of a page that the plugin keeps out. */
const hugePage = 60_000;
const questions = ["Please read the long page.", "What was on it?", "Use very many tokens now.", "And what is next?"];

async function tryHooks(stage: PluginStage, isThrough: boolean): Promise<void> {
  mkdirSync(join(stage.folder, "work"), { recursive: true });
  writeFileSync(join(stage.folder, "work/page.txt"), writePage());
  const upstream = await startProvider(stage);
  const store = join(stage.folder, "clew.db");
  const gateway = isThrough
    ? await startGateway({ ...stage, store, upstream: upstream.url, port: 0, window: null })
    : null;
  try {
    const environment = { ANTHROPIC_BASE_URL: gateway?.url ?? upstream.url, CLEW_STORE: store };
    const ask = async (words: readonly string[]) => {
      const given = ["-p", ...words, "--output-format", "json", "--plugin-dir", findPlugin(stage)];
      const { status, output, errors } = await runClaude(stage, given, environment);
      assert.equal(status, 0, `${output}\n${errors}`);
      assert.doesNotMatch(errors, /hook .*failed/i);
      return /"session_id":"([^"]+)"/.exec(output)?.[1] ?? "";
    };
    const id = await ask([questions[0] ?? ""]);
    for (const question of questions.slice(1)) await ask([question, "--resume", id]);
    await ask(["/compact keep the names", "--resume", id]);
    expectHooks(readTranscript(stage, id));
    await expectOnce(store, id, isThrough);
  } finally {
    await gateway?.kill();
    await upstream.close();
  }
}

function writePage(): string {
  const lines: string[] = [];
  for (let line = 1, size = 0; size < hugePage; line++) {
    lines.push(`On line ${line} of the page stands the number ${(line * 7_919) % 99_991}.`);
    size += lines.at(-1)?.length ?? 0;
  }
  return `${lines.join("\n")}\n`;
}

interface Asked {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
}

/** Reads the page once, and then has an answer for everything. */
async function startProvider({ folder, installed }: PluginStage) {
  const file = join(installed.upstream, "node_modules/@copilotkit/aimock/dist/index.js");
  const { LLMock } = (await import(pathToFileURL(file).href)) as {
    LLMock: new (
      options: object,
    ) => {
      readonly url: string;
      on(match: object, response: (request: Asked) => object): unknown;
      start(): Promise<string>;
      stop(): Promise<void>;
    };
  };
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  mock.on({ predicate: () => true }, ({ messages, tools = [] }) => {
    const isUnread = tools.length > 0 && !messages.some(({ role }) => role === "tool");
    const newest = JSON.stringify(messages.findLast(({ role }) => role === "user")?.content ?? "");
    if (isUnread && newest.includes(questions[0] ?? "")) {
      const input = { file_path: join(folder, "work/page.txt") };
      return { toolCalls: [{ name: "Read", arguments: JSON.stringify(input) }] };
    }
    const content = `<summary>They talked about a long page.</summary> Answered after ${messages.length} messages.`;
    const isMany = tools.length > 0 && newest.includes(questions[2] ?? "");
    return isMany ? { content, usage: { input_tokens: 990_000, output_tokens: 10 } } : { content };
  });
  await mock.start();
  return { url: mock.url, close: () => mock.stop() };
}

interface TranscriptLine {
  readonly type?: string;
  readonly subtype?: string;
  readonly attachment?: { readonly type?: string; readonly hookName?: string; readonly content?: unknown };
}

function readTranscript({ folder }: PluginStage, id: string): readonly TranscriptLine[] {
  const projects = join(folder, "home/.claude/projects");
  const [project = ""] = readdirSync(projects);
  const text = readFileSync(join(projects, project, `${id}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as TranscriptLine);
}

/** A start, a spilled result, and two compactions: one by the client itself, one that was asked for. */
function expectHooks(lines: readonly TranscriptLine[]): void {
  const told = lines.flatMap(({ attachment }) =>
    attachment?.type === "hook_additional_context" ? [JSON.stringify(attachment.content)] : [],
  );
  assert.match(told[0] ?? "", /This session is claude-code:/);
  assert.doesNotMatch(told[0] ?? "", /compacted/);
  const compactions = lines.filter(({ type, subtype }) => type === "system" && subtype === "compact_boundary").length;
  assert.equal(compactions, 2, "how often the client compacted");
  const lost = told.filter((text) => text.includes("The context was compacted, and nothing is lost"));
  assert.equal(lost.length, 2, "how often it was told what had left the context");
  for (const text of lost) assert.match(text, /clew:e\w{10} \S+ \S+ user: Please read the long page\./);
}

/** What the session's end keeps comes after the client has ended. */
const [keptWithinMs, settledMs] = [60_000, 5_000];

async function expectOnce(store: string, id: string, isThrough: boolean): Promise<void> {
  const { openClew } = await import("clewline");
  const clew = await openClew({ store, config: false, memory: false });
  try {
    const session = `claude-code:${id}`;
    // What a gateway heard is there at once; what must not come would come later.
    if (isThrough) await pause(settledMs);
    for (const end = Date.now() + keptWithinMs; ; await pause(500)) {
      const texts: string[] = [];
      for (const { ref } of await clew.lanes(session)) {
        const { lines } = await clew.log({ session, lane: ref.lane, limit: 1_000 });
        texts.push(...lines.map(({ text }) => text));
      }
      const asked = questions.map((question) => texts.filter((text) => text === `user: ${question}`).length);
      const isThere = asked.every((times) => times > 0);
      if (!isThere && Date.now() < end) continue;
      assert.deepEqual(asked, [1, 1, 1, 1], `how often each question is in the log\n${texts.join("\n")}`);
      break;
    }
    const lanes = (await clew.lanes(session)).map(({ ref }) => String(ref.lane));
    assert.equal(lanes.includes(`root:${id}`), !isThrough, "a transcript is taken in where no gateway heard it");
    assert.equal(
      lanes.some((lane) => lane.startsWith("child:spilled-")),
      !isThrough,
      "a huge result is kept whole where no gateway does",
    );
    const hits = await clew.search("line 700 of the page stands the number", { session });
    assert(hits.length > 0, "the middle of the long page is found");
    assert.deepEqual(await clew.doctor({ thorough: true }), [], "clew doctor");
  } finally {
    await clew.close();
  }
}

const clientMs = 240_000;

function runClaude(
  { folder, installed }: PluginStage,
  words: readonly string[],
  more: Readonly<Record<string, string>>,
) {
  const [home, work] = [join(folder, "home"), join(folder, "work")];
  for (const path of [home, work]) mkdirSync(path, { recursive: true });
  const environment = {
    PATH: [installed.path, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    ...{ HOME: home, TMPDIR: folder, LANG: "C.UTF-8", TERM: "dumb", ANTHROPIC_API_KEY: key },
    ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
    ...more,
  };
  return run({ command: [installed.program, ...words], folder: work, environment }, clientMs);
}
