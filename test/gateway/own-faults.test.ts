/** Whatever happens to the log, or to the gateway itself, the client hears what it would have heard without. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { openClew } from "clewline";
import { afterEach, describe, expect, test } from "vitest";
import { program } from "../cli-program.js";
import { openDatabase } from "../open-database.js";
import { type Asking, hear, wires } from "./raw-asking.js";
import type { WireName } from "./refusals.js";

const names = Object.keys(wires) as WireName[];
const nobody = 65_534;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Provider {
  readonly origin: string;
  /** Bodies as they came. */
  readonly bodies: string[];
  /** Called before each answer. */
  before: () => unknown;
  /** Milliseconds between the pieces of an answer. */
  everyMs: number;
}

/** Answers in each wire's own form, with white space that no writer of ours would write. */
async function startProvider(): Promise<Provider> {
  const provider: Provider = { origin: "", bodies: [], before: () => undefined, everyMs: 0 };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    provider.bodies.push(Buffer.concat(pieces).toString());
    await provider.before();
    response.writeHead(200, { "content-type": "application/json", "x-fine": "yes" });
    for (const piece of writeAnswer(request.url ?? "")) {
      response.write(piece);
      if (provider.everyMs > 0) await pause(provider.everyMs);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return Object.assign(provider, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function writeAnswer(path: string): readonly string[] {
  const text = "It was the first.";
  const answer = path.includes("generateContent")
    ? { candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }] }
    : path.includes("chat")
      ? { id: "c", choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }] }
      : path.includes("responses")
        ? {
            id: "r",
            status: "completed",
            output: [{ type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text }] }],
          }
        : { id: "m", type: "message", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn" };
  const written = JSON.stringify(answer, null, 3);
  return [written.slice(0, 20), written.slice(20), "\n "];
}

interface Served {
  readonly url: string;
  readonly file: string;
  readonly provider: Provider;
  /** What it said. */
  readonly lines: readonly string[];
  readonly kill: () => Promise<void>;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-own-faults-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const upstreamsOf = ({ origin }: Provider) => ["anthropic", "openai", "google"].map((name) => `${name}=${origin}`);

interface Started {
  readonly folder: string;
  readonly provider: Provider;
  readonly port?: number;
  /** The most that a file may grow to. */
  readonly mostBytes?: number;
  /** As a user without rights, where these tests have all of them. */
  readonly asNobody?: boolean;
}

/** `clew serve`, which can be killed, and whose system can refuse it what it refuses others. */
async function startProcess({ folder, provider, port = 0, mostBytes, asNobody = false }: Started): Promise<Served> {
  const file = join(folder, "clew.db");
  const words = ["serve", "--json", "--port", String(port), "--store", file, "--window", "200000"];
  const upstreams = upstreamsOf(provider).flatMap((each) => ["--upstream", each]);
  const limit = mostBytes === undefined ? "" : `ulimit -f ${Math.ceil(mostBytes / 512)}; `;
  const isRoot = process.getuid?.() === 0;
  if (asNobody && isRoot) {
    chownSync(folder, nobody, nobody);
    chmodSync(tmpdir(), 0o711);
  }
  const child: ChildProcess = spawn(
    "/bin/sh",
    ["-c", `${limit}exec "$0" "$@"`, process.execPath, ...program, ...words, ...upstreams],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, HOME: folder },
      ...(asNobody && isRoot ? { uid: nobody, gid: nobody } : {}),
    },
  );
  const lines: string[] = [];
  if (child.stdout === null || child.stderr === null) throw new Error("no output");
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => Promise.reject(new Error(lines.join("\n")))),
  ])) as [string];
  const ended = once(child, "exit");
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  };
  closing.push(kill);
  return { url: (JSON.parse(line) as { url: string }).url, file, provider, lines, kill };
}

/** A gateway of this process over a store that something of ours fails in. */
async function startInside(wrap: (store: LogStore) => LogStore, viewMs?: number): Promise<Served> {
  const [folder, provider] = [makeFolder(), await startProvider()];
  const [file, lines] = [join(folder, "clew.db"), [] as string[]];
  const store = wrap(openSqliteStore({ path: file, hash: sha256 }));
  const gateway = await openGateway({ store, window: 200_000 }, noConfig, {
    ...{ host: "127.0.0.1", port: 0, keys: [], upstreams: upstreamsOf(provider) },
    say: (line: string) => lines.push(line),
    ...(viewMs === undefined ? {} : { viewMs }),
  });
  const kill = () => gateway.close();
  closing.push(kill);
  return { url: gateway.url, file, provider, lines, kill };
}

const asProcess = async (options: Partial<Started> = {}) =>
  startProcess({ folder: makeFolder(), provider: await startProvider(), ...options });

/** How a request went on: the client heard the same, and what did not go as its view went as it wrote it. */
async function askOne({ url, provider }: Served, name: WireName, change: Change): Promise<string> {
  const asking = change(wires[name]);
  const direct = await hear(provider.origin, asking, "");
  const countWritten = () => provider.bodies.filter((body) => body === asking.body).length;
  const before = countWritten();
  let went = "";
  const heard = await hear(url, asking, `test:${name}`, (did) => {
    went = did;
  });
  expect(heard).toEqual(direct);
  expect(went === "viewed" || countWritten() > before).toBe(true);
  return went;
}

type Change = (asking: Asking) => Asking;

async function askAll(served: Served, change: Change = (asking) => asking): Promise<readonly string[]> {
  const went: string[] = [];
  for (const name of names) went.push(await askOne(served, name, change));
  return went;
}

/** Where each of them waits. */
const askAtOnce = (served: Served, change: Change) => Promise.all(names.map((name) => askOne(served, name, change)));

const all = (did: unknown) => names.map(() => did);
const viewed = all("viewed");
const passed = all(expect.stringMatching(/^passed; /));
/** What a gateway does of which it may not have noticed that something is wrong. */
const either = all(expect.stringMatching(/^(?:viewed$|passed; )/));

/** Another question, which opens another turn. */
const saying = (words: string) => (asking: Asking) => ({
  ...asking,
  body: asking.body.replace("What was the first note?", words),
});

describe("the client hears what it would have heard", () => {
  test("of a log that another process keeps locked", async () => {
    const served = await asProcess();
    expect(await askAll(served)).toEqual(viewed);
    const other = openDatabase(served.file);
    other.exec("BEGIN EXCLUSIVE");
    expect(await askAtOnce(served, saying("What was the second?"))).toEqual(passed);
    other.exec("ROLLBACK");
    other.close();
    expect(await askAll(served, saying("And the third?"))).toEqual(viewed);
  });

  test("of a disk that is full", async () => {
    const [folder, provider] = [makeFolder(), await startProvider()];
    const before = await startProcess({ folder, provider });
    expect(await askAll(before)).toEqual(viewed);
    await before.kill();
    openDatabase(before.file).close();
    const served = await startProcess({ folder, provider, mostBytes: statSync(before.file).size + 32_768 });
    const long = Array.from({ length: 40_000 }, (_, place) => `w${place}`).join(" ");
    expect(await askAll(served, saying(`What was the second? ${long}`))).toEqual(passed);
    expect(served.lines.length).toBeGreaterThan(0);
  });

  test("of rows that were damaged", async () => {
    const served = await asProcess();
    expect(await askAll(served)).toEqual(viewed);
    const other = openDatabase(served.file);
    other.exec("UPDATE entries SET text = x'00ff', rest = '{' WHERE seq = 3");
    other.close();
    expect(await askAll(served, saying("What was the second?"))).toEqual(viewed);
  });

  test("of a file whose pages were overwritten", async () => {
    const served = await asProcess();
    expect(await askAll(served)).toEqual(viewed);
    const other = openDatabase(served.file);
    other.pragma("wal_checkpoint(TRUNCATE)");
    other.close();
    const file = openSync(served.file, "r+");
    const { size } = statSync(served.file);
    for (let place = 4_096; place < size; place += 4_096) writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, place);
    expect(await askAll(served, saying("What was the second?"))).toEqual(all("passed; store/damaged"));
  });

  test("of a journal that is gone in the middle", async () => {
    const served = await asProcess();
    expect(await askAll(served)).toEqual(viewed);
    truncateSync(`${served.file}-wal`, 0);
    expect(await askAll(served, saying("What was the second?"))).toEqual(either);
  });

  test("of a log that it may not read any more", async () => {
    const served = await asProcess({ asNobody: true });
    expect(await askAll(served)).toEqual(viewed);
    const folder = join(served.file, "..");
    chmodSync(folder, 0);
    expect(await askAll(served, saying("What was the second?"))).toEqual(passed);
    chmodSync(folder, 0o700);
    expect(await askAll(served, saying("And the third?"))).toEqual(viewed);
  });

  test("of a log that was moved away", async () => {
    const served = await asProcess();
    expect(await askAll(served)).toEqual(viewed);
    renameSync(served.file, `${served.file}.away`);
    expect(await askAll(served, saying("What was the second?"))).toEqual(passed);
    renameSync(`${served.file}.away`, served.file);
    expect(await askAll(served, saying("And the third?"))).toEqual(viewed);
  });

  test("of a turn that another process ended while it was answered", async () => {
    const [folder, provider] = [makeFolder(), await startProvider()];
    const served = await startProcess({ folder, provider });
    const beside = await startProcess({ folder, provider });
    for (const name of names) {
      const direct = await hear(provider.origin, wires[name], "");
      let other: Promise<unknown> | null = null;
      provider.before = async () => {
        if (other !== null) return;
        other = hear(beside.url, saying("And the last?")(wires[name]), `test:${name}`);
        await other;
      };
      expect(await hear(served.url, wires[name], `test:${name}`)).toEqual(direct);
      expect(await other).toEqual(direct);
    }
    provider.before = () => undefined;
    expect(await askAll(served)).toEqual(viewed);
  });

  test("of a gateway that is killed in the middle of an answer, as soon as it runs again", async () => {
    const [folder, provider] = [makeFolder(), await startProvider()];
    let served = await startProcess({ folder, provider });
    const port = Number(new URL(served.url).port);
    for (const name of names) {
      const direct = await hear(provider.origin, wires[name], "");
      provider.everyMs = 300;
      const asking = hear(served.url, wires[name], `test:${name}`).catch((error: Error) => error);
      while (provider.bodies.length % 3 !== 2) await pause(10);
      await pause(150);
      await served.kill();
      provider.everyMs = 0;
      expect(await asking).not.toMatchObject({ isBroken: false });
      served = await startProcess({ folder, provider, port });
      expect(await hear(served.url, wires[name], `test:${name}`)).toEqual(direct);
    }
    await served.kill();
    const clew = await openClew({ store: served.file, config: false });
    closing.push(() => clew.close());
    expect(await clew.doctor({ thorough: true })).toEqual([]);
    for (const name of names) {
      const { lines } = await clew.log({ session: `test:${name}`, limit: 100 });
      const said = lines.map(({ text }) => text);
      expect(said.filter((text) => text.includes("What was the first note?"))).toHaveLength(1);
      expect(said.filter((text) => text.includes("It was the first."))).toHaveLength(1);
    }
  });

  test("of a store that was closed beneath it", async () => {
    let own: LogStore | null = null;
    const served = await startInside((store) => {
      own = store;
      return store;
    });
    expect(await askAll(served)).toEqual(viewed);
    await (own as LogStore | null)?.close();
    expect(await askAll(served, saying("What was the second?"))).toEqual(passed);
  });

  test.each(["read", "write", "receiptsOf"] as const)("of an allocation that fails in the log's %s", async (verb) => {
    let fails = false;
    const served = await startInside((store) => {
      const failing = (...given: never[]) => {
        if (fails) throw new RangeError("Array buffer allocation failed");
        return (store[verb] as (...all: never[]) => unknown)(...given);
      };
      return Object.assign(Object.create(store) as LogStore, { [verb]: failing });
    });
    expect(await askAll(served)).toEqual(viewed);
    fails = true;
    expect(await askAll(served, saying("What was the second?"))).toEqual(all("passed; fault"));
  });

  test("of a log that is slower than a client waits", async () => {
    let ms = 0;
    const served = await startInside((store) => {
      const slow = async (...given: Parameters<LogStore["read"]>) => {
        if (ms > 0) await pause(ms);
        return store.read(...given);
      };
      return Object.assign(Object.create(store) as LogStore, { read: slow });
    }, 400);
    await askAll(served);
    ms = 700;
    expect(await askAtOnce(served, saying("What was the second?"))).toEqual(all("passed; late"));
  });
});
