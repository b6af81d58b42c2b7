/** One case of one client: an empty home, a provider, a gateway, and a log of its own. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client, ClientRoom, Going } from "./client.js";
import { type Gateway, startGateway } from "./gateway.js";
import type { Installed } from "./install.js";
import { nameFile, type Task, writeAnswer, writeFileText, writePrompt } from "./plan.js";
import { type Ended, run } from "./process.js";
import { describeLooked, listBroken, startStrict } from "./strict.js";
import { startTap, type Tapped } from "./tap.js";
import { startUpstream, type Upstream } from "./upstream.js";

export interface Stage {
  readonly client: Client;
  readonly upstream: Upstream;
  readonly store: string;
  /** What the client sent. */
  readonly sent: readonly Tapped[];
  /** What the gateway sent on. */
  readonly passed: readonly Tapped[];
  /** Writes the files of a task, each of so many bytes. */
  prepare(task: Task, bytes?: number): void;
  /** Runs the client with a task, and fails unless it ends well and says the answer. */
  ask(task: Task, going?: Going): Promise<Asked>;
  /** The same, however it ends. */
  tryAsk(task: Task, going?: Going): Promise<Ended>;
  /** Runs it with a task under `clew run`; null where that does not know it. */
  askUnderRun(task: Task): Promise<Ended | null>;
  isAnswered(ended: Ended, task: Task): boolean;
  /** Fails where a rule of the provider was broken; returns how many requests and blocks of reasoning the strict check looked at. */
  expectLegal(isScarce: boolean): string;
  /** Ends the gateway as a crash does, and starts it again on the same port and log. */
  restart(window?: number): Promise<void>;
  kill(): Promise<void>;
  /** What gateways said, one line for each trouble. */
  lines(): readonly string[];
  close(): Promise<void>;
}

interface Asked {
  /** The client's id of the conversation. */
  readonly id: string | null;
}

export interface StageOptions {
  readonly root: string;
  readonly folder: string;
  readonly client: Client;
  readonly installed: Installed;
  /** Whether our stand-ins are the provider. */
  readonly strict: boolean;
  /** Whether the client asks the provider itself, with no gateway between. */
  readonly direct?: boolean;
}

/** The client gave up, or said something else than its model. */
export class ClientFailedError extends Error {}

/** The client goes on with a conversation only for a person at a terminal. */
export class CannotGoOnError extends Error {}

/** The slowest takes half a minute for an answer on a machine with nothing else to do. */
const askMs = 240_000;

export async function openStage(options: StageOptions): Promise<Stage> {
  const { root, folder, client, installed } = options;
  const [home, work, store] = ["home", "work", "clew.db"].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [home, work]) mkdirSync(path, { recursive: true });
  const plan = {
    folder: installed.upstream,
    tool: (file: string) => client.readFile(join(work, file)),
    hasWholeCalls: client.wire === "Gemini",
  };
  const strict = options.strict ? await startStrict(client.wire, plan) : null;
  const upstream = strict ?? (await startUpstream(plan));
  const back = await startTap(() => upstream.url);
  const gateways: Gateway[] = [];
  const open = async (window: number | null) => {
    if (options.direct) return;
    const port = gateways[0]?.port ?? 0;
    gateways.push(await startGateway({ root, folder, store, upstream: back.url, port, window }));
  };
  await open(null);
  const front = await startTap(() => (options.direct ? back.url : (gateways[0]?.url ?? "")));
  const room: ClientRoom = { home, folder: work, url: front.url };
  for (const [path, text] of Object.entries(client.files?.(room) ?? {})) write(path, text);
  const tryAsk = (task: Task, going: Going = "new") => runClient(options, room, writePrompt(task), going);
  const kill = async () => (options.direct ? front.cut() : gateways.at(-1)?.kill());
  return {
    ...{ client, upstream, store, tryAsk, kill, sent: front.requests, passed: back.requests },
    prepare(task, bytes = 300) {
      for (let step = 1; step <= task.steps; step++)
        write(join(work, nameFile(task, step)), writeFileText(task, step, bytes));
    },
    async ask(task, going) {
      const ended = await tryAsk(task, going);
      expectAnswer(ended, task);
      return { id: client.readId(ended.output) };
    },
    askUnderRun: (task) => runUnderClew(options, { room, store, upstream: back.url }, writePrompt(task)),
    expectLegal(isScarce) {
      if (strict === null) return "";
      const broken = listBroken(strict, { sent: front.requests, passed: back.requests }, isScarce);
      assert.deepEqual(broken, [], "the provider's rules");
      return describeLooked(strict);
    },
    isAnswered: ({ output }, task) => output.includes(writeAnswer(task)),
    async restart(window) {
      await kill();
      await open(window ?? null);
    },
    lines: () => gateways.flatMap(({ lines }) => lines),
    async close() {
      await kill();
      await Promise.all([front.close(), back.close(), upstream.close()]);
      const seen = JSON.stringify({ sent: front.requests, passed: back.requests });
      write(join(folder, "requests.json"), seen);
    },
  };
}

export function expectAnswer({ status, output, errors }: Ended, task: Task): void {
  const end = `${output.slice(-600)}\n${errors.slice(-600)}`;
  if (status !== 0) throw new ClientFailedError(`the client ended with ${status}: ${end}`);
  if (!output.includes(writeAnswer(task)))
    throw new ClientFailedError(`the client did not print the answer to ${task.name}: ${end}`);
}

function runClient({ client, installed }: StageOptions, room: ClientRoom, prompt: string, going: Going) {
  const environment = { ...makeBareEnvironment(installed, room), ...client.environment(room) };
  const words = client.words(prompt, going, room);
  if (words === null) throw new CannotGoOnError(`${client.name} can't go on without a terminal`);
  return run({ command: [installed.program, ...words], folder: room.folder, environment }, askMs);
}

interface RunPlace {
  readonly room: ClientRoom;
  readonly store: string;
  readonly upstream: string;
}

async function runUnderClew(
  { root, client: { underRun, wire }, installed, strict }: StageOptions,
  { room, store, upstream }: RunPlace,
  prompt: string,
): Promise<Ended | null> {
  if (underRun === undefined || (strict && (underRun.wire ?? wire) !== wire)) return null;
  const upstreams = ["anthropic", "openai", "google"].flatMap((name) => ["--upstream", `${name}=${upstream}`]);
  const clew = [process.execPath, join(root, "dist/cli/main.js"), "run", "--store", store, ...upstreams] as const;
  const command = [...clew, "--", installed.program, ...underRun.words(prompt, "new")] as const;
  const environment = { ...makeBareEnvironment(installed, room), ...underRun.environment(room) };
  return run({ command, folder: room.folder, environment }, askMs);
}

function makeBareEnvironment({ path }: Installed, { home }: ClientRoom): Readonly<Record<string, string>> {
  const paths = [path, "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  return { PATH: paths, HOME: home, TMPDIR: dirname(home), LANG: "C.UTF-8", TERM: "dumb" };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
