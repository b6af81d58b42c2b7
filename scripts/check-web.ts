/**
 * The chat's example in a real browser: 100 turns, tools and approvals, a reload, a regeneration, an edit of an old message,
 * two tabs at once, and a server that is killed while it answers. Nothing may be lost and nothing doubled: what the page
 * shows is what the log has. It takes minutes, so it is no part of the check.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { UIMessage } from "ai";
import { ChatPage, installChromium, openBrowser, type ShownMessage } from "./web/browser.js";
import { type ChatServer, startServer } from "./web/server.js";

const turns = 100;
const longestMs = 480_000;
const session = "web:garden";
const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "clew-web-"));
const pictures = join(process.env.CLEW_SCRATCH ?? tmpdir(), "clew-web-pictures");
const store = join(folder, "chat.db");

setTimeout(() => fail(new Error(`It took longer than ${longestMs / 1_000} s`)), longestMs).unref();
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
try {
  prepare();
  await check();
  console.log(`pass: pictures are in ${pictures}`);
  process.exit(0);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

function prepare(): void {
  mkdirSync(pictures, { recursive: true });
  installChromium();
  run("npm", ["run", "build"]);
  run("npx", ["--no-install", "tsc", "-p", "examples/web-chat/page"]);
}

function run(command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: "utf8", timeout: 180_000 });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")}\n${stdout}${stderr}`);
}

async function check(): Promise<void> {
  const serve = (delayMs: number, port: number) => startServer({ root, store, delayMs, port });
  const server = await serve(0, 0);
  const browser = await openBrowser(folder);
  const page = new ChatPage(await browser.newPage());
  await page.open(server.address);
  await page.picture(join(pictures, "1-empty.png"));
  await talk(page, server);
  await tryTools(page, server);
  await changeMinds(page, server);
  const other = new ChatPage(await browser.newPage());
  await openTwoTabs([page, other], server);
  await server.kill();
  const slow = await serve(60, server.port);
  const last = await killWhileAnswering(page, slow, () => serve(60, server.port));
  await page.picture(join(pictures, "7-end.png"));
  await browser.close();
  await last.kill();
  await compareWithLog();
}

async function talk(page: ChatPage, server: ChatServer): Promise<void> {
  for (let turn = 1; turn <= turns; turn++) await page.ask(`Note ${turn}: bed ${turn} has ${turn * 3} tomatoes`);
  await expectShown(page, server, turns * 2);
  await page.picture(join(pictures, "2-talk.png"));
  const before = await page.shown();
  await page.reload();
  assert.deepEqual(await page.shown(), before, "a reload shows the same");
  console.log(`${turns} turns and a reload: ${before.length} messages`);
}

async function tryTools(page: ChatPage, server: ChatServer): Promise<void> {
  await page.ask("How is the weather?");
  await page.ask("Water bed 3");
  await page.picture(join(pictures, "3-approval.png"));
  await page.reload();
  await page.press("Allow");
  await page.waitForAnswer("Bed 3 got");
  await page.settle();
  await page.ask("Water bed 4");
  await page.pressAndSettle("Deny");
  const shown = await expectShown(page, server, turns * 2 + 6);
  const calls = shown.slice(-6).flatMap((message) => message.calls);
  assert.deepEqual(calls, ["output-available", "output-available", "output-denied"]);
  await page.picture(join(pictures, "4-tools.png"));
  console.log(`tools: ${calls.join(", ")}, the approval after a reload`);
}

async function changeMinds(page: ChatPage, server: ChatServer): Promise<void> {
  const before = await page.shown();
  await page.pressAndSettle("Regenerate");
  const regenerated = await expectShown(page, server, before.length);
  assert.notEqual(regenerated.at(-1)?.id, before.at(-1)?.id, "the answer is another");
  assert.deepEqual(regenerated.slice(0, -1), before.slice(0, -1));
  const old = before[99];
  await page.edit(before[98]?.id ?? "", "Note 50, corrected: bed 50 is empty");
  const edited = await expectShown(page, server, 100);
  assert.deepEqual(edited.slice(0, 98), before.slice(0, 98));
  assert.notEqual(edited[99]?.id, old?.id);
  await page.picture(join(pictures, "5-edited.png"));
  console.log("an answer regenerated, message 50 edited: 100 messages are left");
}

async function openTwoTabs(tabs: readonly ChatPage[], server: ChatServer): Promise<void> {
  const [first, second] = tabs;
  assert(first !== undefined && second !== undefined);
  await second.open(server.address);
  assert.deepEqual(await second.shown(), await first.shown());
  for (let turn = 1; turn <= 5; turn++) {
    await Promise.all(tabs.map((tab, index) => tab.ask(`Tab ${index + 1} says ${turn}`)));
  }
  for (const tab of tabs) {
    await tab.focus();
    await tab.settle();
  }
  const shown = await expectShown(first, server, 120);
  await expectShown(second, server, 120);
  const said = shown.slice(100).flatMap(({ role, text }) => (role === "user" ? [text] : []));
  const expected = [1, 2].flatMap((tab) => [1, 2, 3, 4, 5].map((turn) => `Tab ${tab} says ${turn}`));
  assert.deepEqual(said.toSorted(), expected);
  console.log("two tabs at once: ten messages, ten answers, the same in both");
}

/** Kills in the middle of an answer, sends once while nobody is there, and tries again. */
async function killWhileAnswering(
  page: ChatPage,
  server: ChatServer,
  restart: () => Promise<ChatServer>,
): Promise<ChatServer> {
  await page.send("Cut off in the middle");
  await page.waitForAnswer("You said “Cut");
  await server.kill();
  await page.settle();
  await page.picture(join(pictures, "6-killed.png"));
  const back = await restart();
  await page.focus();
  await page.pressAndSettle("Try again");
  await expectShown(page, back, 122);
  await back.kill();
  await page.send("Said to nobody");
  await page.settle();
  const last = await restart();
  await page.focus();
  await page.pressAndSettle("Try again");
  const shown = await expectShown(page, last, 124);
  assert.equal(shown.at(-2)?.text, "Said to nobody");
  console.log("killed while it answered, and sent to while it was down: both messages are answered once");
  return last;
}

/** What the page shows is what the log has, and each message is answered by the one after it. */
async function expectShown(page: ChatPage, server: ChatServer, count: number): Promise<readonly ShownMessage[]> {
  const { messages } = (await (await fetch(`${server.address}api/chat/garden`)).json()) as { messages: UIMessage[] };
  const shown = await page.shown();
  assert.deepEqual(shown, messages.map(summarise));
  assert.equal(shown.length, count);
  assert.equal(new Set(shown.map(({ id }) => id)).size, count, "every message once");
  const roles = shown.map(({ role }) => role);
  assert(roles.every((role, index) => role === (index % 2 === 0 ? "user" : "assistant")));
  return shown;
}

function summarise({ id, role, parts }: UIMessage): ShownMessage {
  return {
    id,
    role,
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    calls: parts.flatMap((part) => ("toolCallId" in part ? [part.state] : [])),
  };
}

/** Through the API, in a process that had no part in it. */
async function compareWithLog(): Promise<void> {
  const { openClew } = await import("clewline");
  const clew = await openClew({ store });
  const messages = (await clew.messages(session)).map(summarise);
  const { lines, turns: known } = await clew.log({ session, limit: 1_000 });
  const faults = await clew.doctor({ thorough: true });
  await clew.close();
  assert.equal(messages.length, 124);
  assert.deepEqual(faults, []);
  // Everything that was ever said is still in the log, once: what was edited or regenerated away as well.
  const said = lines.filter(({ kind, who }) => kind === "said" && who === "user").map(({ text }) => text);
  assert.equal(said.length, turns + 3 + 1 + 10 + 2);
  assert.equal(new Set(said).size, said.length, "every message of a person once");
  const states = known.map(({ state }) => state);
  assert(!states.includes("running"), "no turn is left open");
  console.log(
    `the log: ${lines.length} entries, ${known.length} turns, ${said.length} messages of a person, each once`,
  );
}
