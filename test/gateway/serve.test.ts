import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openGateway } from "@clewline/clewline/compose/open.js";
import { loadConfig, noConfig } from "@clewline/clewline/config/config.js";
import { afterAll, expect, test } from "vitest";
import { program } from "../cli-program.js";
import { typed } from "../cli-run.js";
import { some } from "../some.js";
import { startRecorder } from "./recorder.js";
import { ask, openRoom } from "./room.js";

const folder = mkdtempSync(join(tmpdir(), "clew-serve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("clew serve says where it listens, answers there, and ends when it is told to", async () => {
  const words = ["serve", "--port", "0", "--json", "--store", join(folder, "clew.db")];
  const child = spawn(process.execPath, [...program, ...words], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(`${url}/clew/health`)).json()).toEqual({ ok: true });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test.each([
  ["", ""],
  [", with its key where it needs one", "ANTHROPIC_CUSTOM_HEADERS='x-clew-key: KEY' "],
])(
  "clew serve tells people its upstreams, and how a client is pointed at it%s",
  async (_what, headers) => {
    const words = ["serve", "--port", "0", "--store", join(folder, "people.db")];
    const env = { ...process.env, CLEW_KEYS: headers === "" ? "" : "ann=0123456789abcdef" };
    const stdio = ["ignore", "pipe", "inherit"] as ["ignore", "pipe", "inherit"];
    const child = spawn(process.execPath, [...program, ...words], { cwd: folder, stdio, env });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith("To use it")) child.kill("SIGTERM");
    }
    const [first = ""] = lines;
    const url = first.replace("The gateway listens at ", "");
    expect(lines).toContain("  openai: https://api.openai.com");
    const end = lines.slice(lines.findIndex((line) => line.startsWith("To use it")));
    expect(end.map((line) => line.trim()).join(" ")).toBe(
      `To use it, e.g.: ${headers}ANTHROPIC_BASE_URL=${url} claude`,
    );
  },
  60_000,
);

test("clew serve names its log once, wherever that is", async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "clew-serve-home-")));
  const own = join(home, ".local", "share", "clew", "clew.db");
  for (const [words, log] of some([
    [[], own],
    [["--store", join(home, "named.db")], join(home, "named.db")],
  ] as const)) {
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: undefined, CLEW_STORE: undefined };
    const child = spawn(process.execPath, [...program, "serve", "--port", "0", ...words], { cwd: home, env });
    const said: string[] = [];
    child.stderr.on("data", (chunk) => said.push(String(chunk)));
    const ended = once(child, "close");
    for await (const line of createInterface(child.stdout)) {
      said.push(line);
      if (line.startsWith("To use it")) child.kill("SIGTERM");
    }
    await ended;
    expect(said.filter((line) => line.includes(log))).toHaveLength(1);
  }
});

test("nothing is erased while a gateway runs that has it in memory, and all of it once that has ended", async () => {
  const room = await openRoom([{ text: "Noted." }]);
  const headers = { "x-clew-session": "test:one" };
  await room.client(headers).messages.create(ask({ role: "user", content: "The door code is 4711." }));
  const erase = ["erase", "--session", "test:one", "--yes", "--store", room.file];
  const refused = await typed(erase);
  expect(refused.code).not.toBe(0);
  expect(refused.error).toContain("another process has");
  await room.close();
  expect((await typed(erase)).code).toBe(0);
  expect(readFileSync(room.file).includes("door code")).toBe(false);
});

test.each([
  ["an address that others reach, without keys", ["--host", "0.0.0.0"], "CLEW_KEYS"],
  ["an upstream without an address", ["--upstream", "anthropic"], "--upstream anthropic="],
])("clew serve refuses %s, and makes no log", async (_what, words, hint) => {
  const { code, error } = await typed(["serve", "--port", "0", "--store", join(folder, "none.db"), ...words]);
  expect(code).toBe(2);
  expect(error).toContain(hint);
  expect(existsSync(join(folder, "none.db"))).toBe(false);
});

test("a path that nobody knows is sent to nobody where only a key came with it", async () => {
  const upstream = await startRecorder();
  const serving = {
    host: "127.0.0.1",
    port: 0,
    keys: [],
    upstreams: [`openai=${upstream.origin}`],
    say: () => undefined,
  };
  const gateway = await openGateway({ store: "memory" }, noConfig, serving);
  try {
    const ask = (path: string) =>
      fetch(`${gateway.url}${path}`, { headers: { authorization: "Bearer a-key-of-somebody" } });
    const refused = await ask("/internal/status");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("sent to nobody")]);
    expect(upstream.paths).toEqual([]);
    expect((await ask("/openai/internal/status")).status).toBe(200);
    expect((await ask("/v1/models")).status).toBe(200);
    expect(upstream.paths).toEqual(["/internal/status", "/v1/models"]);
    expect(Object.fromEntries(gateway.upstreams)).toMatchObject({ anthropic: "https://api.anthropic.com" });
  } finally {
    await gateway.close();
    await upstream.close();
  }
});

test("requests go where clew.toml says that a provider is, unless the command says otherwise", async () => {
  const servers = { anthropic: "http://127.0.0.1:4711/v1" };
  const serving = { host: "127.0.0.1", port: 0, keys: [], upstreams: [], say: () => undefined };
  const open = (upstreams: readonly string[]) =>
    openGateway({ store: "memory" }, { ...noConfig, servers }, { ...serving, upstreams });
  for (const [typed, expected] of [
    [[], "http://127.0.0.1:4711/"],
    [["anthropic=http://127.0.0.1:4712"], "http://127.0.0.1:4712/"],
  ] as const) {
    const gateway = await open(typed);
    expect(new Map(gateway.upstreams).get("anthropic")).toBe(expected);
    await gateway.close();
  }
});

test("upstreams have the names that clew.toml gives them, and GET / tells them without asking any", async () => {
  const upstream = await startRecorder();
  const file = join(folder, "clew.toml");
  writeFileSync(file, `[upstreams]\nlab = "${upstream.origin}"\n`);
  const config = await loadConfig(file, {}, folder);
  const serving = { host: "127.0.0.1", port: 0, keys: [], upstreams: [], say: () => undefined };
  const gateway = await openGateway({ store: "memory" }, config, serving);
  try {
    const told = await (await fetch(gateway.url)).json();
    expect(told).toMatchObject({ name: "Clew's gateway", upstreams: expect.arrayContaining(["anthropic", "lab"]) });
    expect(upstream.paths).toEqual([]);
    await fetch(`${gateway.url}/lab/v1/models`);
    expect(upstream.paths).toEqual(["/v1/models"]);
  } finally {
    await gateway.close();
    await upstream.close();
  }
});

test.each(["mcp", "Lab", "v1"])("clew.toml can't call an upstream %s, which begins another path", async (name) => {
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, `[upstreams]\n${name} = "http://127.0.0.1:1"\n`);
  await expect(loadConfig(file, {}, folder)).rejects.toMatchObject({ code: "config/bad" });
});
