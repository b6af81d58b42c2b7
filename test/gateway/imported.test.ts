/** A conversation of which the log has the client's own file, and that goes on through the gateway: it stands there once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { Clew } from "clewline";
import { expect, onTestFinished, test } from "vitest";
import { agent, jsonl, says, user } from "../importers/claude-code-lines.js";
import { ask, openRoom, type Room } from "./room.js";

const session = "claude-code:plot-7";
const headers = { "x-claude-code-session-id": "plot-7" };
const wire = (role: "user" | "assistant", content: string): Anthropic.MessageParam => ({ role, content });

async function importFile(room: Room, lines: Parameters<typeof jsonl>[0]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "clew-imported-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "plot-7.jsonl");
  writeFileSync(file, jsonl(lines));
  await (await room.log()).import(file);
}

/** What stands in every lane of the session. */
async function readStanding(room: Room): Promise<readonly string[]> {
  const clew = await room.log();
  const lanes = await clew.lanes(session);
  const messages = await Promise.all(lanes.map(({ ref }) => clew.messages(session, { lane: ref.lane })));
  return messages.flat().flatMap(({ role, parts }) => {
    return parts.flatMap((part) => (part.type === "text" ? [`${role}: ${part.text}`] : []));
  });
}

const file = [user("u1", null, "Where do the roses go?"), agent("a1", "u1", "m1", says("Along the south wall."))];
const lives = "I live in Lisbon";
const begun = [wire("user", "Where do the roses go?"), wire("assistant", "Along the south wall.")];

test("what was imported leaves its place to the list that the client sends", async () => {
  const room = await openRoom([{ text: "Gladly." }]);
  await importFile(room, [...file, user("u2", "a1", "A word that the list does not have.")]);
  await room.client(headers).messages.create(ask(...begun, wire("user", "Thanks!")));
  expect([...(await readStanding(room))].sort()).toEqual([
    "assistant: Along the south wall.",
    "assistant: Gladly.",
    "user: A word that the list does not have.",
    "user: Thanks!",
    "user: Where do the roses go?",
  ]);
  const found = await (await room.log()).search("roses", { session });
  expect(found).toHaveLength(1);
});

test("so does what was imported of a run in between", async () => {
  const room = await openRoom([{ text: "Along the south wall." }, { text: "Gladly." }]);
  await room.client(headers).messages.create(ask(wire("user", "Where do the roses go?")));
  await importFile(room, [user("u2", null, "And the tulips?"), agent("a2", "u2", "m2", says("In front."))]);
  const between = [wire("user", "And the tulips?"), wire("assistant", "In front.")];
  await room.client(headers).messages.create(ask(...begun, ...between, wire("user", "Thanks!")));
  expect(await readStanding(room)).toEqual([
    "user: Where do the roses go?",
    "assistant: Along the south wall.",
    "user: And the tulips?",
    "assistant: In front.",
    "user: Thanks!",
    "assistant: Gladly.",
  ]);
});

test.each<[string, (clew: Clew, name: string) => Promise<unknown>, readonly string[]]>([
  ["forgotten", (clew, name) => clew.memory.forget(name), []],
  ["worded anew", (clew, name) => clew.memory.edit(name, { text: "I live by the sea." }), ["I live by the sea."]],
  ["told more of", (clew, name) => clew.memory.edit(name, { text: `${lives}, in Alfama` }), [`${lives}, in Alfama`]],
])("what was %s since is not learned from the history of a list, and from new words it is", async (_, take, left) => {
  const room = await openRoom([{ text: "Gladly." }, { text: "I know." }]);
  await importFile(room, [user("u1", null, `${lives}.`), agent("a1", "u1", "m1", says("Noted."))]);
  const clew = await room.log("me", true);
  const list = async () => {
    await clew.index({ finish: true });
    return (await clew.memory.list()).map(({ text }) => text);
  };
  expect(await list()).toEqual([`${lives}.`]);
  for (const { name } of await clew.memory.list()) await take(clew, name);
  const history = [wire("user", `${lives}.`), wire("assistant", "Noted."), wire("user", "Thanks!")];
  await room.client(headers).messages.create(ask(...history));
  expect(await list()).toEqual(left);
  await room.client(headers).messages.create(ask(...history, wire("assistant", "Gladly."), wire("user", `${lives}.`)));
  expect(await list()).toContain(`${lives}.`);
});

test("what a bot of the same chat has heard stays as it is", async () => {
  const room = await openRoom([{ text: "Gladly." }]);
  const clew = await room.log();
  await clew.observe({ session: "bot:7", text: "Where do the roses go?" });
  await room.client({ "x-clew-session": "bot:7" }).messages.create(ask(...begun, wire("user", "Thanks!")));
  expect(await clew.search("roses", { session: "bot:7" })).toHaveLength(2);
});
