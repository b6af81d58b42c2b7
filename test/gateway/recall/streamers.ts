/** Each wire format read event by event, as a client without a library would. */
import { readEvent } from "@clewline/gateway/wire/event-stream.js";
import { type Speaker, speakers } from "../speakers.js";

interface Streaming {
  readonly url: string;
  readonly session: string;
  readonly list: readonly unknown[];
  /** Called with every piece of the words. */
  readonly heard: (text: string) => void;
}

/** An answer as it was streamed. */
export interface Heard {
  readonly raw: string;
  readonly words: string;
  /** Names of the tools that the client is to run. */
  readonly calls: readonly string[];
  /** What the client adds to its list. */
  readonly items: readonly unknown[];
  /** Tokens, as the client is told. */
  readonly figures: { readonly read: unknown; readonly written: unknown };
}

export interface Streamer extends Pick<Speaker, "wire" | "upstream" | "list"> {
  /** What stands between words of two answers. */
  readonly joint: string;
  user(text: string): unknown;
  /** What the tools gave that an answer calls. */
  results(items: readonly unknown[], outputs: readonly string[]): readonly unknown[];
  stream(streaming: Streaming): Promise<Heard>;
  /** What a strict client would find wrong with a stream. */
  findFaults(raw: string): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: what comes is read as it is documented.
type Event = any;

interface Format {
  readonly wire: string;
  readonly path: string;
  readonly joint: string;
  body(list: readonly unknown[]): unknown;
  /** The words in an event. */
  read(event: Event): string;
  finish(events: readonly Event[]): Omit<Heard, "raw" | "words">;
  results: Streamer["results"];
  findFaults(events: readonly Event[]): readonly string[];
}

const anthropic: Format = {
  wire: "anthropic",
  path: "/v1/messages",
  joint: "",
  body: (messages) => ({ model: "claude-sonnet-5", max_tokens: 500, stream: true, messages }),
  read: ({ delta }) => delta?.text ?? "",
  finish(events) {
    const content: Event[] = [];
    for (const { type, index, content_block: block, delta } of events) {
      if (type === "content_block_start") content[index] = { ...block, json: "" };
      if (type !== "content_block_delta") continue;
      content[index].json += delta.partial_json ?? "";
      for (const field of ["text", "thinking", "signature"]) if (field in delta) content[index][field] += delta[field];
    }
    const blocks = content.map(({ json, ...block }) => (json === "" ? block : { ...block, input: JSON.parse(json) }));
    const start = events.find(({ type }) => type === "message_start").message.usage;
    const usage = { ...start, ...events.find(({ type }) => type === "message_delta").usage };
    return {
      items: [{ role: "assistant", content: blocks }],
      calls: blocks.flatMap(({ type, name }) => (type === "tool_use" ? [name] : [])),
      figures: { read: usage.input_tokens, written: usage.output_tokens },
    };
  },
  results(items, outputs) {
    const calls = (items[0] as Event).content.filter(({ type }: Event) => type === "tool_use");
    const content = outputs.map((text, place) => ({
      type: "tool_result",
      tool_use_id: calls[place].id,
      content: text,
    }));
    return [{ role: "user", content }];
  },
  findFaults(events) {
    const ends = events.flatMap(({ type }) => (/^message_(?:start|stop)$/.test(type) ? [type] : []));
    const starts = events.flatMap(({ type, index }) => (type === "content_block_start" ? [index] : []));
    const stops = events.flatMap(({ type, index }) => (type === "content_block_stop" ? [index] : []));
    return [
      ...expectSame(ends, ["message_start", "message_stop"]),
      ...expectSame(starts, [...starts.keys()]),
      ...expectSame(stops, starts),
      ...expectSame(events.filter(({ type }) => type === "message_delta").length, 1),
    ];
  },
};

const chat: Format = {
  wire: "openai-chat",
  path: "/v1/chat/completions",
  joint: "\n\n",
  body: (messages) => ({ model: "gpt-5", stream: true, stream_options: { include_usage: true }, messages }),
  read: ({ choices }) => choices?.[0]?.delta?.content ?? "",
  finish(events) {
    const content = events.map(chat.read).join("");
    const calls: Event[] = [];
    for (const { index, ...piece } of events.flatMap(({ choices }) => choices?.[0]?.delta?.tool_calls ?? [])) {
      const { function: given, ...rest } = piece;
      const before = calls[index]?.function ?? { arguments: "" };
      calls[index] = {
        ...calls[index],
        ...rest,
        function: { ...before, ...given, arguments: before.arguments + (given.arguments ?? "") },
      };
    }
    const usage = events.findLast((event) => event.usage)?.usage;
    return {
      items: [{ role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }],
      calls: calls.map((call) => call.function.name),
      figures: { read: usage?.prompt_tokens, written: usage?.completion_tokens },
    };
  },
  results: (items, outputs) =>
    outputs.map((content, place) => ({
      role: "tool",
      tool_call_id: (items[0] as Event).tool_calls[place].id,
      content,
    })),
  findFaults(events) {
    const chunks = events.filter((event) => typeof event === "object");
    const choices = chunks.flatMap((chunk) => chunk.choices);
    return [
      ...expectSame(new Set(chunks.map(({ id }) => id)).size, 1),
      ...expectSame(choices.filter(({ delta }) => delta.role !== undefined).length, 1),
      ...expectSame(choices.filter(({ finish_reason: reason }) => reason !== null).length, 1),
      ...expectSame(events.filter((event) => event === "[DONE]").length, 1),
      ...expectSame(events.at(-1), "[DONE]"),
    ];
  },
};

const responses: Format = {
  wire: "openai-responses",
  path: "/v1/responses",
  joint: "",
  body: (input) => ({ model: "gpt-5", stream: true, store: false, input }),
  read: ({ type, delta }) => (type === "response.output_text.delta" ? delta : ""),
  finish(events) {
    const { output, usage } = events.find(({ type }) => type === "response.completed").response;
    return {
      items: output,
      calls: output.flatMap(({ type, name }: Event) => (type === "function_call" ? [name] : [])),
      figures: { read: usage.input_tokens, written: usage.output_tokens },
    };
  },
  results(items, outputs) {
    const calls = items.filter((item: Event) => item.type === "function_call") as Event[];
    return outputs.map((output, place) => ({ type: "function_call_output", call_id: calls[place].call_id, output }));
  },
  findFaults(events) {
    const numbers = events.map(({ sequence_number: number }) => number);
    const done = events.filter(({ type }) => type === "response.output_item.done");
    const ids = events.flatMap(({ response }) => (response === undefined ? [] : [response.id]));
    return [
      ...expectSame(numbers, [...numbers.keys()]),
      ...expectSame(
        done.map(({ output_index: index }) => index),
        [...done.keys()],
      ),
      ...expectSame(
        done.map(({ item }) => item),
        events.at(-1).response?.output,
      ),
      ...expectSame(new Set(ids).size, 1),
      ...expectSame(events.filter(({ type }) => /created$|completed$/.test(type)).length, 2),
    ];
  },
};

const gemini: Format = {
  wire: "gemini",
  path: "/v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse",
  joint: "\n\n",
  body: (contents) => ({ contents }),
  read: (event) =>
    listParts(event)
      .flatMap(({ text, thought }) => (thought === true ? [] : [text ?? ""]))
      .join(""),
  finish(events) {
    const parts: Event[] = [];
    for (const part of events.flatMap(listParts)) {
      const last = parts.at(-1);
      if (part.text === "") continue;
      if (last?.text !== undefined && part.text !== undefined && last.thought === part.thought) last.text += part.text;
      else parts.push({ ...part });
    }
    const usage = events.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
    return {
      items: [{ role: "model", parts }],
      calls: parts.flatMap(({ functionCall: call }) => (call === undefined ? [] : [call.name])),
      figures: {
        read: usage.promptTokenCount,
        written: usage.candidatesTokenCount + (usage.thoughtsTokenCount ?? 0),
      },
    };
  },
  results(items, outputs) {
    const calls = (items[0] as Event).parts.flatMap(({ functionCall: call }: Event) => (call ? [call] : []));
    const parts = outputs.map((output, place) => ({
      functionResponse: { id: calls[place].id, name: calls[place].name, response: { output } },
    }));
    return [{ role: "user", parts }];
  },
  findFaults(events) {
    const reasons = events.flatMap(({ candidates }) => candidates[0].finishReason ?? []);
    return [
      ...expectSame(reasons, ["STOP"]),
      ...expectSame(events.at(-1).candidates[0].finishReason, "STOP"),
      ...expectSame(new Set(events.map(({ responseId: id }) => id)).size, 1),
    ];
  },
};

function listParts(event: Event): readonly Event[] {
  return event.candidates?.[0]?.content?.parts ?? [];
}

function expectSame(found: unknown, expected: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  return one === other ? [] : [`${one} and not ${other}`];
}

export const streamers: readonly Streamer[] = [anthropic, chat, responses, gemini].map((format) => {
  const speaker = speakers.find(({ wire }) => wire === format.wire) as Speaker;
  return {
    ...{
      wire: format.wire,
      upstream: speaker.upstream,
      list: speaker.list,
      joint: format.joint,
      results: format.results,
    },
    user: (text) => speaker.write(["user", text]),
    findFaults: (raw) => format.findFaults(readEvents(raw)),
    async stream({ url, session, list, heard }) {
      const response = await fetch(`${url}${format.path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-clew-session": session, authorization: "Bearer sk-test" },
        body: JSON.stringify(format.body(list)),
      });
      if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
      let [raw, words] = ["", ""];
      const decoder = new TextDecoder();
      for await (const piece of response.body ?? []) {
        raw += decoder.decode(piece as Uint8Array, { stream: true });
        const now = readEvents(raw).map(format.read).join("");
        heard(now.slice(words.length));
        words = now;
      }
      return { raw, words, ...format.finish(readEvents(raw)) };
    },
  };
});

/** All that are whole. */
function readEvents(raw: string): readonly Event[] {
  return raw
    .split(/\r?\n\r?\n/)
    .slice(0, -1)
    .flatMap((text) => {
      const data = readEvent(text)?.data;
      return data === undefined ? [] : [data === "[DONE]" ? data : JSON.parse(data)];
    });
}
