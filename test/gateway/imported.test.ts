/** A conversation of which the log has the client's own file, and that goes on through the gateway: it stands there once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { keepTranscript } from "@clewline/cli/plugin/keep-session.js";
import type { Clew } from "clewline";
import { expect, onTestFinished, test } from "vitest";
import { agent, jsonl, says, user } from "../importers/claude-code-lines.js";
import { ask, openRoom, type Room } from "./room.js";

const session = "claude-code:plot-7";
const headers = { "x-claude-code-session-id": "plot-7" };
const wire = (role: "user" | "assistant", content: Anthropic.MessageParam["content"]): Anthropic.MessageParam => ({
  role,
  content,
});

async function importFile(room: Room, lines: Parameters<typeof jsonl>[0]): Promise<void> {
  await (await room.log()).import(writeTranscript(lines));
}

function writeTranscript(lines: Parameters<typeof jsonl>[0]): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-imported-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "plot-7.jsonl");
  writeFileSync(path, jsonl(lines));
  return path;
}

/** What stands in every lane of the session. */
async function readStanding(room: Room): Promise<readonly string[]> {
  const clew = await room.log();
  const lanes = await clew.lanes(session);
  const messages = await Promise.all(lanes.map(({ ref }) => clew.messages(session, { lane: ref.lane })));
  return messages.flat().flatMap(({ role, parts }) => {
    return parts.flatMap((part) => {
      if (part.type === "file") return [`${role}: ${part.url.slice(-12)}`];
      return part.type === "text" ? [`${role}: ${part.text}`] : [];
    });
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

const image = (data: string): Anthropic.ImageBlockParam => {
  return { type: "image", source: { type: "base64", media_type: "image/png", data } };
};

test("of messages that are alike at both ends, and of pictures, those that the list tells leave their place alone", async () => {
  const review = (of: string) =>
    `${"Review this file by our rules. ".repeat(9)}${of}${" One finding on each line.".repeat(9)}`;
  const room = await openRoom([{ text: "Gladly." }]);
  await importFile(room, [
    user("u1", null, review("login.ts")),
    agent("a1", "u1", "m1", says("One.")),
    user("u2", "a1", [image("iVBORw0KAAAA")]),
    agent("a2", "u2", "m2", says("Two.")),
    user("u3", "a2", review("router.ts")),
    agent("a3", "u3", "m3", says("Three.")),
    user("u4", "a3", [image("iVBORw0KBBBB")]),
    agent("a4", "u4", "m4", says("Four.")),
  ]);
  const rest = [wire("user", review("router.ts")), wire("assistant", "Three."), wire("user", [image("iVBORw0KBBBB")])];
  const summary = [wire("user", "What came before: a review."), wire("assistant", "Ok.")];
  const list = [...summary, ...rest, wire("assistant", "Four."), wire("user", "Thanks!")];
  await room.client(headers).messages.create(ask(...list));
  const standing = await readStanding(room);
  expect([...standing].sort()).toEqual([
    "assistant: Four.",
    "assistant: Gladly.",
    "assistant: Ok.",
    "assistant: One.",
    "assistant: Three.",
    "assistant: Two.",
    `user: ${review("login.ts")}`,
    `user: ${review("router.ts")}`,
    "user: Thanks!",
    "user: What came before: a review.",
    "user: iVBORw0KAAAA",
    "user: iVBORw0KBBBB",
  ]);
});

test("of words that were said twice, those leave their place that the client still has, and a question alone takes none", async () => {
  const room = await openRoom([{ text: "Gladly." }, { text: "Yes." }]);
  await importFile(room, [
    user("u1", null, "Go on."),
    agent("a1", "u1", "m1", says("The roses are planted.")),
    user("u2", "a1", "Go on."),
    agent("a2", "u2", "m2", says("The tulips are planted.")),
    user("u3", "a2", "And now?"),
  ]);
  const summary = [wire("user", "What came before: planting."), wire("assistant", "Ok.")];
  await room.client(headers).messages.create(ask(...summary, wire("user", "And now?")));
  const imported = async () => {
    const messages = await (await room.log()).messages(session, { lane: "root:plot-7" });
    return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));
  };
  expect(await imported()).toHaveLength(5);
  const kept = [wire("user", "Go on."), wire("assistant", "The tulips are planted.")];
  await room.client(headers).messages.create(ask(...kept, wire("user", "Is that all?")));
  expect(await imported()).toEqual(["Go on.", "The roses are planted.", "And now?"]);
});

test("an import of what went through the gateway adds only what did not", async () => {
  const room = await openRoom([{ text: "Planted." }]);
  await room.client(headers).messages.create(ask(wire("user", "Plant them.")));
  const lines = [user("u1", null, "Plant them."), agent("a1", "u1", "m1", says("Planted."))];
  const clew = await room.log();
  const whole = await clew.import(writeTranscript(lines));
  expect(whole).toMatchObject({ added: 0, known: 3, sessions: [session], read: { user: 1, agent: 1 } });
  expect(await clew.lanes(session)).toHaveLength(1);
  const more = [user("u2", "a1", "Plant them."), agent("a2", "u2", "m2", says("Said without the gateway."))];
  expect(await clew.import(writeTranscript([...lines, ...more]))).toMatchObject({ added: 3, known: 3 });
  expect(await clew.import(writeTranscript([...lines, ...more]))).toMatchObject({ added: 0, known: 6 });
});

test("what was said since in a chat of the imported session stays there", async () => {
  const room = await openRoom([{ text: "Gladly." }]);
  await importFile(room, file);
  const clew = await room.log();
  const turn = await clew.begin({ session, text: "Go on." });
  await turn.view();
  await turn.complete({ text: "The tulips stand in front." });
  await room.client(headers).messages.create(ask(...begun, wire("user", "Go on.")));
  const said = await clew.messages(session, { lane: "root:plot-7" });
  const texts = said.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));
  expect(texts).toEqual(["Go on.", "The tulips stand in front."]);
});

test("what a list that began anew repeats counts once, when the rest of the session is imported", async () => {
  const room = await openRoom([{ text: "Planted." }, { text: "Watered." }, { text: "Welcome." }]);
  const client = room.client(headers);
  const kept = [wire("user", "Go on."), wire("assistant", "Watered.")];
  await client.messages.create(ask(wire("user", "Plant them.")));
  await client.messages.create(ask(wire("user", "Plant them."), wire("assistant", "Planted."), wire("user", "Go on.")));
  await client.messages.create(ask(wire("user", "What came before: planting."), ...kept, wire("user", "Thanks.")));
  const transcript = writeTranscript([
    user("u1", null, "Plant them."),
    agent("a1", "u1", "m1", says("Planted.")),
    user("u2", "a1", "Go on."),
    agent("a2", "u2", "m2", says("Watered.")),
    user("u3", "a2", "Thanks."),
    agent("a3", "u3", "m3", says("Welcome.")),
    user("u4", "a3", "Go on."),
    agent("a4", "u4", "m4", says("Said without the gateway.")),
  ]);
  const clew = await room.log();
  await keepTranscript(clew, { name: "SessionEnd", session: "plot-7", transcript });
  const rest = await clew.messages(session, { lane: "root:plot-7" });
  const texts = rest.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));
  expect(texts).toEqual(["Go on.", "Said without the gateway."]);
});

test("the same words before and after a client compacted were said twice, and the client's own summary is nobody's word", async () => {
  const room = await openRoom([{ text: "Done." }, { text: "Done." }]);
  const client = room.client(headers);
  await client.messages.create(ask(wire("user", "Plant them.")));
  await client.messages.create(ask(wire("user", "What came before: planting."), wire("user", "Water them.")));
  const transcript = writeTranscript([
    user("u1", null, "Plant them."),
    agent("a1", "u1", "m1", says("Done.")),
    user("s1", "a1", "What came before: planting.", { isCompactSummary: true }),
    user("u2", "s1", "Water them."),
    agent("a2", "u2", "m2", says("Done.")),
    user("s2", "a2", "What came before: planting and watering.", { isCompactSummary: true }),
  ]);
  const clew = await room.log();
  await keepTranscript(clew, { name: "SessionEnd", session: "plot-7", transcript });
  expect((await clew.lanes(session)).filter(({ ref }) => ref.lane.startsWith("root:"))).toEqual([]);
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
