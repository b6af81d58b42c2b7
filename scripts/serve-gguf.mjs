/**
 * A small model of your own behind the wire format of llama.cpp's server, to try `clew chat` with a real model and no network.
 *
 *   node scripts/serve-gguf.mjs MODEL.gguf [PORT]
 *   clew chat --model llamacpp:tiny       (with [servers] llamacpp = "http://127.0.0.1:PORT/v1" if PORT is not 8080)
 *
 * It needs node-llama-cpp, installed where the model is: npm install --omit=optional node-llama-cpp @node-llama-cpp/linux-x64
 */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [file, port = "8080"] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: node scripts/serve-gguf.mjs MODEL.gguf [PORT]");
  process.exit(2);
}
const path = resolve(file);
const load = createRequire(path);
const { getLlama, LlamaChatSession } = await import(pathToFileURL(load.resolve("node-llama-cpp")).href);

const contextSize = 2_048;
const threads = 2;
const llama = await getLlama({ gpu: false, maxThreads: threads, build: "never" });
const model = await llama.loadModel({ modelPath: path });
const context = await model.createContext({ contextSize, threads });
const sequence = context.getSequence();

const server = createServer(async (request, response) => {
  const json = (value) => response.setHeader("content-type", "application/json").end(JSON.stringify(value));
  if (request.url === "/props") return json({ default_generation_settings: { n_ctx: contextSize } });
  if (request.url === "/v1/models") return json({ data: [{ id: "tiny", object: "model" }] });
  if (request.url !== "/v1/chat/completions") return response.writeHead(404).end();
  try {
    await answer(JSON.parse(await bodyOf(request)), response);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!response.headersSent) response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: 400, message, type: "invalid_request_error" } }));
  }
});
server.listen(Number(port), "127.0.0.1", () => console.error(`Listening at http://127.0.0.1:${port}/v1`));

/** The model has no tools: it gets the conversation as text, and answers with text. */
async function answer({ messages, max_tokens: maxTokens = 200, stream = false }, response) {
  const history = messages.map(({ role, content }) => turnOf(role, textOf(content)));
  const last = history.findLastIndex(({ type }) => type === "user");
  const prompt = history[last]?.text ?? "";
  const session = new LlamaChatSession({ contextSequence: sequence });
  session.setChatHistory(history.slice(0, last));
  const stop = new AbortController();
  response.on("close", () => stop.abort());
  const id = `chat-${Date.now()}`;
  const part = (delta, finish) => ({
    id,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const send = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  if (stream) response.writeHead(200, { "content-type": "text/event-stream" });
  let text = "";
  await session.prompt(prompt, {
    maxTokens: Math.min(maxTokens, 200),
    temperature: 0.4,
    signal: stop.signal,
    stopOnAbortSignal: true,
    onTextChunk: (words) => {
      text += words;
      if (stream) send(part({ content: words }, null));
    },
  });
  const read = model.tokenize(
    history.map(({ text: said, response: told }) => said ?? told?.join("") ?? "").join("\n"),
  ).length;
  const written = model.tokenize(text).length;
  const usage = { prompt_tokens: read, completion_tokens: written, total_tokens: read + written };
  session.dispose({ disposeSequence: false });
  if (!stream) {
    const choices = [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }];
    return response.setHeader("content-type", "application/json").end(JSON.stringify({ id, choices, usage }));
  }
  send(part({}, "stop"));
  send({ ...part({}, null), choices: [], usage });
  response.end("data: [DONE]\n\n");
}

function turnOf(role, text) {
  if (role === "system") return { type: "system", text };
  return role === "assistant" ? { type: "model", response: [text] } : { type: "user", text };
}

function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

async function bodyOf(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
