import { chatgpt } from "@clewline/importers/chatgpt/chatgpt.js";
import { describe, expect, it } from "vitest";
import { brief, readAll, textOf } from "./brief.js";
import { sourceOf } from "./source.js";

type Fields = Record<string, unknown>;

describe("a ChatGPT export", () => {
  it("gives one session a conversation, with times and the ids of its messages", async () => {
    const records = await read([node("q", null, user("Which soil?")), node("a", "q", assistant("Loam."))], "a");
    expect(records).toEqual([
      {
        kind: "item",
        session: "chatgpt:talk-1",
        lane: "root:talk-1",
        key: "q",
        at: 1_700_000_000_500,
        item: { kind: "said", role: "user", parts: [{ kind: "text", text: "Which soil?" }] },
        source: { id: "q", revision: 0, replyTo: null },
      },
      {
        kind: "item",
        session: "chatgpt:talk-1",
        lane: "root:talk-1",
        key: "a",
        at: 1_700_000_000_500,
        item: { kind: "said", role: "agent", parts: [{ kind: "text", text: "Loam." }] },
        call: "a",
      },
    ]);
  });

  it("takes a branch that was left back before the record that follows the fork", async () => {
    const nodes = [
      node("root", null, null),
      node("q", "root", user("Which soil?")),
      node("old", "q", assistant("Sand.", 1)),
      node("more", "old", user("Why sand?", 2)),
      node("new", "q", assistant("Loam.", 3)),
      node("next", "new", user("Thanks", 4)),
    ];
    expect((await read(nodes, "next")).map(brief)).toEqual([
      "root:talk-1 q user: Which soil?",
      "root:talk-1 old agent: Sand.",
      "root:talk-1 more user: Why sand?",
      "root:talk-1 old#withdrawn withdraws old",
      "root:talk-1 more#withdrawn withdraws more",
      "root:talk-1 new agent: Loam.",
      "root:talk-1 next user: Thanks",
    ]);
    const withdrawn = (await read(nodes, "next")).find((record) => record.kind === "withdrawn");
    expect(withdrawn).toMatchObject({ at: 3_000 });
  });

  it("takes back what hangs below the current message, at the end", async () => {
    const nodes = [node("q", null, user("Which soil?")), node("a", "q", assistant("Sand."))];
    expect((await read(nodes, "q")).map(brief).at(-1)).toBe("root:talk-1 a#withdrawn withdraws a");
  });

  it("follows the newest answers where no message is current", async () => {
    const nodes = [
      node("q", null, user("Which soil?")),
      node("new", "q", assistant("Loam.", 3)),
      node("old", "q", assistant("Sand.", 1)),
    ];
    expect((await read(nodes, null)).map(brief)).toEqual([
      "root:talk-1 q user: Which soil?",
      "root:talk-1 old agent: Sand.",
      "root:talk-1 old#withdrawn withdraws old",
      "root:talk-1 new agent: Loam.",
    ]);
  });

  it("ends where a mapping runs in a circle", async () => {
    const records = await read([node("a", "b", user("one")), node("b", "a", user("two"))], "a");
    expect(records.map(brief)).toEqual(["root:talk-1 b user: two", "root:talk-1 a user: one"]);
  });

  it("makes a message to a tool a call, and the tool's message its result, in one step", async () => {
    const records = await read(
      [
        node("q", null, user("Add up")),
        node("t", "q", assistant({ content_type: "thoughts", thoughts: [{ summary: "Plan", content: "Add them." }] })),
        node("c", "t", {
          ...assistant({ content_type: "code", language: "python", text: "1+1" }),
          recipient: "python",
        }),
        node("d", "c", { ...assistant({ content_type: "code", text: '{"b":1,"a":2}' }), recipient: "browser.search" }),
        node("r", "d", tool("python", { content_type: "execution_output", text: "2" })),
        node("s", "r", tool("browser", { content_type: "tether_browsing_display", result: "found", summary: "" })),
        node("a", "s", assistant("Two.")),
      ],
      "a",
    );
    expect(records.map(brief)).toEqual([
      "root:talk-1 q user: Add up",
      "root:talk-1 t agent: Plan\nAdd them.",
      'root:talk-1 c calls python {"text":"1+1"}',
      'root:talk-1 d calls browser.search {"a":2,"b":1}',
      "root:talk-1 r returns c: 2",
      "root:talk-1 s returns d: found",
      "root:talk-1 a agent: Two.",
    ]);
    expect(records.map((record) => record.kind === "item" && record.call)).toEqual([
      undefined,
      "t",
      "t",
      "t",
      "t",
      "t",
      "a",
    ]);
    expect(records[1]).toMatchObject({ item: { parts: [{ kind: "reasoning" }] } });
  });

  it("gives a result without a call one of its own, and an error its kind", async () => {
    const error = { content_type: "system_error", name: "Timeout", text: "took too long" };
    const records = await read([node("q", null, user("Look")), node("r", "q", tool("file_search", error))], "r");
    expect(records.slice(1).map(brief)).toEqual([
      "root:talk-1 r:call calls file_search {}",
      "root:talk-1 r returns r: Timeout\ntook too long",
    ]);
    expect(records[2]).toMatchObject({ call: "r", item: { output: { kind: "error-text" } } });
  });

  it("keeps instructions as a note and skips hidden and empty messages", async () => {
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } };
    const records = await read(
      [
        node("s1", null, { author: { role: "system" }, content: textContent("") }),
        node("s2", "s1", { author: { role: "system" }, content: textContent("secret"), ...hidden }),
        node("s3", "s2", { author: { role: "system" }, content: textContent("Be brief.") }),
        node("u", "s3", {
          author: { role: "user" },
          content: { content_type: "user_editable_context", user_profile: "A gardener", user_instructions: "Be kind" },
          ...hidden,
        }),
        node("h", "u", { ...user("unseen"), ...hidden }),
        node("e", "h", assistant("")),
      ],
      "e",
    );
    expect(records.map(brief)).toEqual(["root:talk-1 s3 notes instructions", "root:talk-1 u notes instructions"]);
    expect(records[1]).toMatchObject({ note: { text: "A gardener\nBe kind" } });
  });

  it("names pictures and files by their address, and keeps unknown content as JSON", async () => {
    const pictures = {
      author: { role: "user" },
      content: {
        content_type: "multimodal_text",
        parts: [
          { content_type: "image_asset_pointer", asset_pointer: "file-service://file-1" },
          "What is it?",
          { content_type: "audio_transcription", text: "and this" },
          { content_type: "smell", strength: 3 },
        ],
      },
      metadata: {
        attachments: [
          { id: "file-1", name: "leaf.png" },
          { id: "file-2", name: "plan.pdf" },
        ],
      },
    };
    const quote = { content_type: "tether_quote", title: "Soil", url: "https://example.org", text: "Loam is best." };
    const records = await read(
      [
        node("q", null, pictures),
        node("o", "q", assistant({ content_type: "hologram", beam: 1 })),
        node("k", "o", assistant({ content_type: "reasoning_recap", content: "Thought for 3 s" })),
        node("t", "k", tool("browser", quote)),
      ],
      "t",
    );
    expect(records.map(brief)).toEqual([
      'root:talk-1 q user: [image file-service://file-1]\nWhat is it?\nand this\n{"content_type":"smell","strength":3}|[file plan.pdf]',
      'root:talk-1 o agent: {"beam":1,"content_type":"hologram"}',
      "root:talk-1 k agent: Thought for 3 s",
      "root:talk-1 t:call calls browser {}",
      "root:talk-1 t returns t: Soil\nhttps://example.org\nLoam is best.",
    ]);
  });

  it("reports a bad conversation or message and goes on", async () => {
    const good = conversation([node("q", null, user("hi"))], "q");
    const odd = conversation([node("x", null, { author: { role: "ghost" } }), node("y", "x", user("hi"))], "y");
    const text = JSON.stringify([7, { id: "b" }, { ...odd, conversation_id: undefined, id: "talk 2" }, good]);
    expect((await readAll(chatgpt, sourceOf("conversations.json", text))).map(brief)).toEqual([
      "bad 1: the conversation has no id",
      "bad 2: conversation b has no mapping",
      "bad 3: message x of conversation talk 2 has no role that is known",
      "root:talk-2 y user: hi",
      "root:talk-1 q user: hi",
    ]);
    expect((await readAll(chatgpt, sourceOf("conversations.json", "[{"))).map(brief)).toEqual([
      "bad 1: conversations.json is not a list of conversations",
    ]);
  });

  it("is found in a folder, also in parts", async () => {
    const members = {
      "export/user.json": "{}",
      "export/shared_conversations.json": "[]",
      "export/conversations-001.json": JSON.stringify([conversation([node("b", null, user("two"))], "b")]),
      "export/conversations-000.json": JSON.stringify([conversation([node("a", null, user("one"))], "a")]),
    };
    const source = sourceOf("export.zip", "", members);
    expect(chatgpt.recognises(source.sample)).toBe(true);
    expect((await readAll(chatgpt, source)).map(textOf)).toEqual(["one", "two"]);
    const other = sourceOf("export.zip", "", { "conversations.json": "[]", "projects.json": "[]" });
    expect(chatgpt.recognises(other.sample)).toBe(false);
  });
});

async function read(nodes: readonly Fields[], current: string | null) {
  const text = JSON.stringify([conversation(nodes, current)]);
  expect(chatgpt.recognises(sourceOf("any.json", text).sample)).toBe(true);
  return readAll(chatgpt, sourceOf("any.json", text));
}

function conversation(nodes: readonly Fields[], current: string | null) {
  const mapping = Object.fromEntries(nodes.map((each) => [each.id, each]));
  return { title: "Soil", create_time: 1_700_000_000, mapping, current_node: current, conversation_id: "talk-1" };
}

function node(id: string, parent: string | null, message: Fields | null): Fields {
  return { id, parent, children: [], message: message === null ? null : { id, ...message } };
}

function user(text: string, time = 1_700_000_000.5): Fields {
  return { author: { role: "user" }, create_time: time, content: textContent(text), recipient: "all" };
}

function assistant(content: string | Fields, time = 1_700_000_000.5): Fields {
  const own = typeof content === "string" ? textContent(content) : content;
  return { author: { role: "assistant" }, create_time: time, content: own, recipient: "all" };
}

function tool(name: string, content: Fields): Fields {
  return { author: { role: "tool", name }, content, recipient: "assistant" };
}

function textContent(text: string): Fields {
  return { content_type: "text", parts: [text] };
}
