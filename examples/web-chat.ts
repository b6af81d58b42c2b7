/** A chat in a web page, without the page: the requests of `useChat`, to the server that `web-chat/start.ts` runs. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { openClew } from "clewline";
import { emptyFolder } from "./support/empty-folder.js";
import { chatApp } from "./web-chat/app.js";
import { standInModel } from "./web-chat/stand-in.js";

const store = join(emptyFolder(), "chat.db");
const open = async () => {
  const clew = await openClew({ store, window: 8_192 });
  return { clew, app: chatApp(clew, { model: standInModel(), delayInMs: 0 }) };
};
let { clew, app } = await open();

const transport = new DefaultChatTransport({
  api: "/api/chat",
  fetch: async (address, init) => app.request(String(address), init),
  prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
    body: { id, message: messages.at(-1), trigger, messageId },
  }),
});
const say = (id: string, text: string): UIMessage => ({ id, role: "user", parts: [{ type: "text", text }] });

/** What the page shows when the answer is complete. `messageId` names what is edited. */
async function send(
  message: UIMessage,
  messageId?: string,
  trigger: "submit-message" | "regenerate-message" = "submit-message",
) {
  const request = { chatId: "garden", messages: [message], messageId, trigger, abortSignal: undefined };
  const stream = await transport.sendMessages(request);
  const before = message.role === "assistant" ? { message } : {};
  let answer: UIMessage | undefined;
  for await (const each of readUIMessageStream({ stream, ...before })) answer = each;
  assert(answer !== undefined);
  return answer;
}

const shown = async () => {
  const { messages } = (await (await app.request("/api/chat/garden")).json()) as { messages: UIMessage[] };
  return messages;
};
const read = ({ parts }: UIMessage) => parts.map((part) => (part.type === "text" ? part.text : "")).join("");

// A tool that needs a person: the page shows the call, and its answer goes on with the same message, after a restart too.
const asked = await send(say("u1", "Water bed 3"));
await clew.close();
({ clew, app } = await open());
const [, waiting] = await shown();
assert.deepEqual(JSON.parse(JSON.stringify(asked)), waiting, "a reload shows what was there");
const parts = asked.parts.map((part) =>
  part.type === "tool-water" && part.state === "approval-requested"
    ? { ...part, state: "approval-responded", approval: { ...part.approval, approved: true } }
    : part,
);
const done = await send({ ...asked, parts: parts as UIMessage["parts"] });
assert.equal(done.id, asked.id);
console.log(read(done));

// An edit leaves what came after behind, and a regenerated answer its predecessor.
await send(say("u2", "The ladder is behind the shed."));
const left = await shown();
await send(say("u2", "The ladder is in the cellar."), "u2");
const again = await send(say("u2", ""), undefined, "regenerate-message");
const now = await shown();
assert.deepEqual(
  now.map(({ id }) => id),
  ["u1", asked.id, "u2", again.id],
);
assert.match(read(again), /cellar/);
assert.deepEqual(await clew.messages("web:garden", { at: left.at(-1)?.id }), left, "the old branch is still to be had");
console.log(`${now.length} messages, ${(await clew.log({ session: "web:garden" })).total} entries in the log`);
await clew.close();
