/** What only the Gemini API has. */

import { gemini } from "@clewline/gateway/gemini/gemini.js";
import { finish } from "@clewline/text/steps.js";
import { GoogleGenAI } from "@google/genai";
import { listNewestResults, startGemini } from "clewline/testing";
import { expect, test } from "vitest";
import { openRoom, said } from "./room.js";

const session = "test:one";
const headers = { "x-clew-session": session };
const upstream = { name: "google", start: startGemini };
const path = "/v1beta/models/gemini-3-flash:streamGenerateContent";

test("a loop of tools keeps its signatures, and the next request has it as the client wrote it", async () => {
  const calls = [1, 2].map((file) => ({ tool: "read", input: { file } }));
  const room = await openRoom(
    (request) => (listNewestResults(request).length === 2 ? { text: "Read." } : { reasoning: "Hm.", calls }),
    { upstream },
  );
  const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: room.url, headers } });
  const model = "gemini-3-flash";
  const contents: object[] = [{ role: "user", parts: [{ text: "Read two files." }] }];
  const parts: { functionCall?: { id?: string; name?: string } }[] = [];
  for await (const chunk of await client.models.generateContentStream({ model, contents })) {
    parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
  }
  const asked = parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]));
  const results = asked.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: "text" } } }));
  contents.push({ role: "model", parts: parts.filter((part) => part.functionCall !== undefined) });
  contents.push({ role: "user", parts: results });
  expect((await client.models.generateContent({ model, contents })).text).toBe("Read.");
  const sent = room.upstream.requests[1]?.body as { readonly contents?: unknown } | undefined;
  expect(sent?.contents).toEqual(JSON.parse(JSON.stringify(contents)));
  expect(JSON.stringify(sent)).toContain("thoughtSignature");
  expect((await said(room, session)).filter((line) => line.includes("Read."))).toHaveLength(1);
  expect(room.lines).toEqual([]);
});

test("a client may give calls ids of its own, and tell its folder anew: it is one chat, with each of them once", async () => {
  const room = await openRoom(
    (request) => {
      const isRead = listNewestResults(request).length > 0 || JSON.stringify(request.body).includes("And then?");
      return isRead ? { text: "Read." } : { calls: [{ tool: "read", input: { file: 1 } }] };
    },
    { upstream },
  );
  const ask = async (contents: readonly object[]) => {
    const url = `${room.url}/v1beta/models/gemini-2.5-flash:generateContent`;
    const sent = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ contents }),
    };
    expect((await fetch(url, sent)).status).toBe(200);
    return (room.upstream.requests.at(-1)?.body as { readonly contents?: unknown } | undefined)?.contents;
  };
  const context = (files: number) => ({ text: `<session_context>\n${files} files\n</session_context>` });
  const question = { text: "Read a file." };
  const id = "read_1794914209709_0";
  const called = { role: "model", parts: [{ functionCall: { id, name: "read", args: { file: 1 } } }] };
  const result = { functionResponse: { id, name: "read", response: { output: "page one" } } };
  await ask([{ role: "user", parts: [context(1), question] }]);
  const loop = [{ role: "user", parts: [context(1), question] }, called, { role: "user", parts: [result] }];
  expect(await ask(loop)).toEqual(loop);
  const resumed = [
    { role: "user", parts: [context(2), question] },
    called,
    { role: "user", parts: [result] },
    { role: "model", parts: [{ text: "Read." }] },
    { role: "user", parts: [{ text: "And then?" }] },
  ];
  expect(await ask(resumed)).toEqual(resumed);
  const clew = await room.log();
  const sessions = await clew.sessions();
  expect(sessions).toHaveLength(1);
  const [only] = sessions;
  const lanes = await clew.lanes(only?.session ?? "");
  expect(lanes).toHaveLength(1);
  const messages = JSON.stringify(await clew.messages(only?.session ?? "", { lane: lanes[0]?.ref.lane ?? "" }));
  expect(messages.split("page one")).toHaveLength(2);
});

test("a result that a client writes twice was given once", () => {
  const result = { functionResponse: { id: "read_1_0", name: "read", response: { output: "page one" } } };
  const called = { role: "model", parts: [{ functionCall: { id: "read_1_0", name: "read", args: {} } }] };
  const read = (parts: readonly object[]) => {
    const contents = [{ role: "user", parts: [{ text: "Read." }] }, called, { role: "user", parts }];
    return finish(gemini.read({ contents }, path))?.list[2];
  };
  expect(read([result, result])?.key).toEqual(read([result])?.key);
  expect(read([result, result])?.items.map(({ item, from, to }) => [item.kind, from, to])).toEqual([
    ["returned", 0, 1],
  ]);
});

test("an answer as a list that grows is heard wherever its pieces end", () => {
  const chunk = (text: string, rest: object) => ({ candidates: [{ content: { parts: [{ text }] }, ...rest }] });
  const whole = JSON.stringify([chunk('One {"', {}), chunk(' \\" two}', { finishReason: "STOP" })], null, 2);
  const form = gemini.pickForm(path, "application/json; charset=UTF-8");
  const heard = Array.from({ length: whole.length - 1 }, (_, place) => {
    const reader = gemini.readReply(form);
    for (const piece of [whole.slice(0, place + 1), whole.slice(place + 1)]) reader.add(piece);
    return [reader.isWhole, reader.message()?.original];
  });
  const expected = [true, { role: "model", parts: [{ text: 'One {" \\" two}' }] }];
  expect(form).toBe("list");
  expect(new Set(heard.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(expected)]));
});

test("an error in such a list is an error", () => {
  const reader = gemini.readReply("list");
  reader.add('[{"error": {"code": 400, "message": "too long"}}]');
  expect([reader.hasBegun, reader.error]).toEqual([false, { error: { code: 400, message: "too long" } }]);
});
