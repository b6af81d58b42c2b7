import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const session = "telegram:chat:42";
const start = Date.UTC(2026, 0, 5, 9);
let folder = "";
let clew: Clew;

const open = (inferReplies: boolean | undefined) =>
  openClew({
    store: join(folder, "clew.db"),
    window: 8_192,
    timeZone: "UTC",
    ...(inferReplies === undefined ? {} : { inferReplies }),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-"));
  clew = await open(true);
});

afterEach(async () => {
  await clew.close();
  rmSync(folder, { recursive: true });
});

const message = (id: number, from: string, text: string, more: object = {}) => ({
  session,
  id,
  from,
  text,
  at: new Date(start + id * 30_000),
  ...more,
});

const talk = [
  message(1, "guest", "my roses have black spots on their leaves, what can I do?"),
  message(2, "visitor", "does anybody know why the engine of my boat does not start in the cold?"),
  message(3, "gardener", "guest: black spots come from wet leaves"),
  message(4, "sailor", "visitor: is the battery charged?"),
  message(5, "guest", "gardener: so I water them less?"),
  message(6, "visitor", "sailor: it is, since yesterday"),
];

async function keep(messages: readonly ReturnType<typeof message>[]): Promise<void> {
  for (const each of messages) await clew.observe(each);
}

/** The first words of each lane's messages, after who said them. */
async function lanes(of = session): Promise<Readonly<Record<string, readonly string[]>>> {
  const found = await clew.lanes(of);
  const pages = found.map(async ({ ref: { lane } }) => {
    const { lines } = await clew.log({ session: of, lane });
    return [lane, lines.map(({ text }) => text.split(" ")[1] ?? "")] as const;
  });
  return Object.fromEntries((await Promise.all(pages)).sort());
}

const two = {
  "reply:42:2": ["does", "visitor:", "sailor:"],
  "root:42": ["my", "guest:", "gardener:"],
};

test("two conversations that run through each other in a group get two lanes", async () => {
  await keep(talk);
  expect(await lanes()).toEqual(two);
});

test("a restart between any two messages changes nothing", async () => {
  for (const each of talk) {
    await keep([each]);
    await clew.close();
    clew = await open(true);
  }
  expect(await lanes()).toEqual(two);
});

test("messages that are delivered again stay where they are", async () => {
  await keep(talk);
  await keep(talk);
  for (const each of talk.toReversed()) await clew.observe(each);
  expect(await lanes()).toEqual(two);
});

test("a turn answers in the lane of the conversation, and the reply to it stays there", async () => {
  await keep(talk);
  const turn = await clew.begin(message(7, "visitor", "sailor: and the cable is new"));
  const view = await turn.view();
  expect(view.kind === "fits" && JSON.stringify(view.messages)).not.toContain("roses");
  await turn.complete({ text: "Then look at the starter motor." });
  await keep([message(9, "visitor", "where is that starter motor?")]);
  expect((await lanes())["reply:42:2"]).toEqual(["does", "visitor:", "sailor:", "sailor:", "Then", "where"]);
});

test("without the option everything without marks is in the root", async () => {
  await clew.close();
  clew = await open(undefined);
  await keep(talk);
  expect(Object.keys(await lanes())).toEqual(["root:42"]);
});

describe("A mark of the channel comes first:", () => {
  beforeEach(() => keep(talk));

  test("a topic", async () => {
    await keep([message(7, "guest", "gardener: and less at night?", { topic: "sheds" })]);
    expect(await lanes()).toEqual({ ...two, "topic:42:sheds": ["gardener:"] });
    await keep([message(8, "gardener", "guest: yes")]);
    expect((await lanes())["topic:42:sheds"]).toEqual(["gardener:"]);
  });

  test("a reply", async () => {
    await keep([message(7, "guest", "gardener: and less at night?", { replyTo: 4 })]);
    expect((await lanes())["reply:42:2"]).toEqual(["does", "visitor:", "sailor:", "gardener:"]);
  });

  test("a reply to a message that nobody kept", async () => {
    await keep([message(7, "guest", "gardener: and less at night?", { replyTo: 77 })]);
    expect((await lanes())["reply:42:77"]).toEqual(["gardener:"]);
  });

  test("a reply to the first message of an inferred lane", async () => {
    await keep([message(7, "stranger", "mine did the same", { replyTo: 2 })]);
    expect((await lanes())["reply:42:2"]).toEqual(["does", "visitor:", "sailor:", "mine"]);
  });
});

test("one person alone has one lane, however often the subject changes", async () => {
  await keep(talk.map((each) => ({ ...each, from: "guest" })));
  expect(Object.keys(await lanes())).toEqual(["root:42"]);
});

test("a message without an id, or without a sender, opens no lane", async () => {
  await keep(talk.slice(0, 1));
  const { id: _id, ...unnumbered } = message(2, "visitor", "does anybody know why the engine of my boat is so cold?");
  await clew.observe(unnumbered);
  const { from: _from, ...unsigned } = message(3, "visitor", "does anybody know why the engine of my boat is cold?");
  await clew.observe(unsigned);
  expect(Object.keys(await lanes())).toEqual(["root:42"]);
});

test("nothing is guessed from another session", async () => {
  await keep(talk);
  const other = "telegram:chat:43";
  await clew.observe({ ...message(1, "visitor", "sailor: it is, since yesterday"), session: other });
  expect(Object.keys(await lanes(other))).toEqual(["root:43"]);
});

test("a burst of messages is answered in one lane", async () => {
  await keep(talk);
  const turn = await clew.begin([
    message(7, "stranger", "does anybody know when the library is open on a Friday afternoon?"),
    message(8, "stranger", "and where can one leave books that are overdue since last year?"),
  ]);
  await turn.complete({ text: "From ten to six." });
  expect((await lanes())["reply:42:7"]).toEqual(["does", "and", "From"]);
});

test("a command is run in the lane where its sender spoke last", async () => {
  await keep(talk);
  await clew.command(message(7, "visitor", "/context clear"));
  const [boat, roses] = [
    await clew.context({ session, lane: "reply:42:2" }),
    await clew.context({ session, lane: "root:42" }),
  ];
  expect(JSON.stringify(boat)).not.toContain("engine");
  expect(JSON.stringify(roses)).toContain("roses");
});

test("the option is true or false and nothing else", async () => {
  // The type forbids it; a program without types does not know.
  const options = { store: "memory", inferReplies: "yes" } as unknown as Parameters<typeof openClew>[0];
  await expect(openClew(options)).rejects.toMatchObject({ code: "options/bad" });
});
