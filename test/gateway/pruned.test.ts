/** Clients that clear old results out of their own lists: the log and the views keep what they were. */
import { describe, expect, test } from "vitest";
import { answerJson, openRawRoom, type RawRoom } from "./raw-upstream.js";

/** Lines of other lengths, with too few words in common to be shown in fewer. */
const long = Array.from(
  { length: 60 },
  (_, line) => `pier ${line}: ${"a ".repeat(line % 2)}crate ${line * 7919} of tangerines`,
).join("\n");
/** Lines that a view shows once, with a row of values for each. */
const alike = long.replaceAll(": a crate", ": crate");
const cleared = "[Old tool result content cleared]";
const session = "test:pruned";

interface Form {
  readonly path: string;
  readonly upstream: string;
  /** A tool of the client's own that opens pointers. */
  readonly tool: object;
  /** The list up to the result, and so many rounds more behind it. */
  write(result: string, rounds: number): object;
}

/** A question, the first step with this result, and so many steps more. */
const list = (question: object, step: (number: number, result: string) => readonly object[]) => {
  return (result: string, rounds: number): readonly object[] => {
    const later = Array.from({ length: rounds }, (_, place) => step(place + 2, "none"));
    return [question, ...step(1, result), ...later.flat()];
  };
};

const question = { role: "user", content: "Count the crates." };

const blocks = list(question, (number, content) => [
  { role: "assistant", content: [{ type: "tool_use", id: `c${number}`, name: "look", input: { number } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `c${number}`, content }] },
]);

const look = { name: "look", arguments: "{}" };

const messages = list(question, (number, content) => [
  { role: "assistant", content: null, tool_calls: [{ id: `c${number}`, type: "function", function: look }] },
  { role: "tool", tool_call_id: `c${number}`, content },
]);

const items = list(question, (number, output) => [
  { type: "function_call", call_id: `c${number}`, ...look },
  { type: "function_call_output", call_id: `c${number}`, output },
]);

const contents = list({ role: "user", parts: [{ text: "Count the crates." }] }, (number, output) => [
  { role: "model", parts: [{ functionCall: { name: "look", args: { number } } }] },
  { role: "user", parts: [{ functionResponse: { name: "look", response: { output } } }] },
]);

const opener = "mcp__clew__recall";
const anything = { type: "object", properties: {} };

const forms: Readonly<Record<string, Form>> = {
  anthropic: {
    path: "/v1/messages",
    upstream: "anthropic",
    tool: { name: opener, input_schema: anything },
    write: (...given) => ({ model: "m", max_tokens: 9, messages: blocks(...given) }),
  },
  chat: {
    path: "/v1/chat/completions",
    upstream: "openai",
    tool: { type: "function", function: { name: opener, parameters: anything } },
    write: (...given) => ({ model: "m", messages: messages(...given) }),
  },
  responses: {
    path: "/v1/responses",
    upstream: "openai",
    tool: { type: "function", name: opener, parameters: anything },
    write: (...given) => ({ model: "m", input: items(...given) }),
  },
  gemini: {
    path: "/v1beta/models/gemini-3-pro:generateContent",
    upstream: "google",
    tool: { functionDeclarations: [{ name: opener, parameters: anything }] },
    write: (...given) => ({ contents: contents(...given) }),
  },
};

async function post({ url }: RawRoom, { path }: Form, body: object, name = session): Promise<void> {
  const headers = { "x-clew-session": name, "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body), headers });
  await response.arrayBuffer();
  expect(response.headers.get("x-clew")).toBe("viewed");
}

async function readLog(room: RawRoom, name = session): Promise<readonly string[]> {
  const { lines } = await (await room.log()).log({ session: name, limit: 100 });
  return lines.map(({ text }) => text);
}

/** The result in fewer words, as a body has it. */
function findShown(body = ""): string {
  const text = /"(<clew-condensed open=.*?<\/clew-condensed>)"/.exec(body.replaceAll('\\"', "\u0001"))?.[1] ?? "";
  return JSON.parse(`"${text.replaceAll("\u0001", '\\"')}"`);
}

/** What stands behind the question, which the legend comes with where something opens pointers. */
function readSteps(body = "{}"): readonly unknown[] {
  const { messages, input, contents } = JSON.parse(body) as Readonly<Record<string, readonly unknown[]>>;
  const list = messages ?? input ?? contents ?? [];
  return list.slice(list.findLastIndex((each) => JSON.stringify(each).includes("Count the crates.")) + 1);
}

describe.each(Object.entries(forms))("a result that the client cleared (%s)", (_name, form) => {
  const opening: Form = { ...form, write: (...given) => ({ ...form.write(...given), tools: [form.tool] }) };

  test("goes out as it was, and stands in the log once", async () => {
    const room = await openRawRoom(form.upstream, [answerJson({})]);
    for (const count of [0, 1]) await post(room, form, form.write(long, count));
    for (const count of [2, 3]) await post(room, form, form.write(cleared, count));
    expect(room.bodies.slice(2)).toEqual([2, 3].map((count) => JSON.stringify(form.write(long, count))));
    const lines = await readLog(room);
    expect(lines.filter((text) => text.startsWith("withdrawn"))).toEqual([]);
    expect(lines.filter((text) => text.includes("pier 0"))).toHaveLength(1);
    expect(lines.filter((text) => text.includes(cleared))).toEqual([]);
  });

  test("goes out whole, however alike or long it is, where the requests carry no tool that opens pointers", async () => {
    const room = await openRawRoom(form.upstream, [answerJson({})], { told: 200_000 });
    const largest = Array.from({ length: 60 }, () => long).join("\n");
    for (const [count, text] of [alike, largest].entries()) {
      await post(room, form, form.write(text, 1), `${session}-${count}`);
      expect(room.bodies[count]).toBe(JSON.stringify(form.write(text, 1)));
    }
  });

  test("goes out in the fewer words that it went out in", async () => {
    const room = await openRawRoom(form.upstream, [answerJson({})]);
    await post(room, form, opening.write(alike, 0));
    const shown = findShown(room.bodies[0]);
    for (const count of [1, 2]) await post(room, form, opening.write(count === 1 ? alike : cleared, count));
    await post(room, form, opening.write(cleared, 3));
    expect(room.bodies.map(readSteps)).toEqual(
      [0, 1, 2, 3].map((count) => readSteps(JSON.stringify(opening.write(shown, count)))),
    );
    const lines = await readLog(room);
    expect(lines.filter((text) => text.startsWith("withdrawn"))).toEqual([]);
    expect(lines.filter((text) => text.includes("pier 0: crate 0 of"))).toHaveLength(1);
    expect(lines.filter((text) => text.includes(cleared))).toEqual([]);
  });

  test("stays as the client has it now where only some words were taken out", async () => {
    const room = await openRawRoom(form.upstream, [answerJson({})]);
    const changed = long.replace("crate 7919", "crate [redacted]");
    for (const count of [0, 1]) await post(room, form, form.write(long, count));
    await post(room, form, form.write(changed, 2));
    expect(room.bodies[2]).toBe(JSON.stringify(form.write(changed, 2)));
  });

  test("stays as the client has it now, in fewer words, where only some were taken out", async () => {
    const room = await openRawRoom(form.upstream, [answerJson({})]);
    for (const count of [0, 1]) await post(room, form, opening.write(alike, count));
    await post(room, form, opening.write(alike.replace("crate 7919", "crate [redacted]"), 2));
    const [before, now] = [findShown(room.bodies[1]), findShown(room.bodies[2])];
    expect(readSteps(room.bodies[2])).toEqual(readSteps(JSON.stringify(opening.write(now, 2))));
    const dropPointer = (text: string) => text.replace(/clew:\w+/, "");
    expect(dropPointer(now)).toBe(dropPointer(before).replace("1:\t7919\n", "1:\t[redacted]\n"));
    expect(now).toContain("[redacted]");
  });

  test("is none where the result is the newest, or another chat has less at the same place", async () => {
    const room = await openRawRoom(form.upstream, [answerJson({})]);
    for (const count of [0, 1]) await post(room, form, form.write(long, count));
    for (const count of [0, 1, 2]) await post(room, form, form.write(cleared, count));
    expect(room.bodies.slice(2)).toEqual([0, 1, 2].map((count) => JSON.stringify(form.write(cleared, count))));
  });
});

test("a cleared result is counted as it goes out", async () => {
  const form = forms.anthropic as Form;
  const room = await openRawRoom(form.upstream, [answerJson({ input_tokens: 7 })]);
  for (const count of [0, 1]) await post(room, form, form.write(long, count));
  const { max_tokens: _, ...counted } = form.write(cleared, 2) as { max_tokens: number };
  await post(room, { ...form, path: `${form.path}/count_tokens` }, counted);
  await post(room, form, form.write(cleared, 2));
  const [asked, sent] = room.bodies.slice(2).map((body) => JSON.parse(body).messages);
  expect(asked).toEqual(sent);
  expect(JSON.stringify(asked)).toContain("pier 0");
});

test("a short result of another chat with the same calls is its own, also when the gateway is started anew", async () => {
  const form = forms.gemini as Form;
  const room = await openRawRoom(form.upstream, [answerJson({})]);
  const send = ({ url }: { readonly url: string }, body: object) =>
    fetch(`${url}${form.path}`, { method: "POST", body: JSON.stringify(body) }).then((answer) => answer.arrayBuffer());
  for (const count of [0, 1]) await send(room, form.write(long, count));
  for (const count of [0, 1]) await send(room, form.write("nothing there", count));
  const again = await room.restart();
  await send(again, form.write(long, 1));
  await send(again, form.write("nothing there", 2));
  await send(again, form.write("nothing there", 3));
  expect(room.bodies.slice(5)).toEqual([2, 3].map((count) => JSON.stringify(form.write("nothing there", count))));
});

test("a long list that comes for the first time is nobody else's where neither it nor its calls have names", async () => {
  const form = forms.gemini as Form;
  const room = await openRawRoom(form.upstream, [answerJson({})]);
  const send = (body: object) =>
    fetch(`${room.url}${form.path}`, { method: "POST", body: JSON.stringify(body) }).then((answer) =>
      answer.arrayBuffer(),
    );
  for (const count of [0, 1]) await send(form.write(long, count));
  await send(form.write("nothing there", 2));
  expect(room.bodies[2]).toBe(JSON.stringify(form.write("nothing there", 2)));
});
