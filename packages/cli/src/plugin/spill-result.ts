import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { isOwnTool } from "@clewline/core/log/own-tools.js";
import { isObject, type Json } from "@clewline/text/json.js";
import type { Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import type { HookEvent } from "./hook-event.js";
import { isHeard, nameSession } from "./keep-session.js";

/** Characters of a text that is huge: some ten thousand tokens. */
const hugeText = 40_000;
/** Characters of it that the model sees. */
const [head, tail] = [6_000, 2_000];
/** Their results have whole files beside the line that the model sees. */
const writers: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

/** A huge result is kept whole in the log, and the model gets its beginning, its end and the pointer. */
export async function spillResult(input: Input, event: HookEvent): Promise<object | null> {
  const texts = listHuge(event.response);
  if (texts.length === 0 || isOwnTool(event.tool) || writers.has(event.tool)) return null;
  const pointer = await runWithLog(input, (log) => keepWhole(log, event, texts.join("\n")), {
    ...{ store: input.text("store"), window: undefined, create: true },
  });
  return pointer === null ? null : { updatedToolOutput: shorten(event.response, pointer) };
}

function listHuge(value: Json): readonly string[] {
  if (typeof value === "string") return value.length > hugeText ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(listHuge);
  return isObject(value) && !isMedia(value) ? Object.values(value as Record<string, Json>).flatMap(listHuge) : [];
}

/** An image or a document is no text, and worth nothing in part. */
function isMedia(value: object): boolean {
  const { type } = value as { readonly type?: unknown };
  const isNamed = Object.keys(value).some((name) => /^(?:media_?type|mime_?type|base64)$/i.test(name));
  return isNamed || type === "image" || type === "document" || type === "audio";
}

/** The result in the client's own shape: only its huge texts are others. */
function shorten(value: Json, pointer: string): Json {
  if (typeof value === "string") return value.length > hugeText ? shortenText(value, pointer) : value;
  if (Array.isArray(value)) return value.map((each) => shorten(each, pointer));
  if (!isObject(value) || isMedia(value)) return value;
  const fields = value as Record<string, Json>;
  const { startLine } = fields;
  const cut = (inner: Json) =>
    typeof inner === "string" && inner.length > hugeText && typeof startLine === "number"
      ? shortenLines(inner, startLine, pointer)
      : shorten(inner, pointer);
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, cut(inner)]));
}

/** The client numbers the lines that it is given, so that those behind a gap would have the numbers of others. */
function shortenLines(text: string, startLine: number, pointer: string): string {
  const shown = text.slice(0, text.lastIndexOf("\n", head + tail) + 1) || text.slice(0, head + tail);
  const first = startLine + shown.split("\n").length - 1;
  const last = startLine + text.replace(/\n$/, "").split("\n").length - 1;
  return `${shown}[Lines ${first} to ${last} are left out here. ${whereItIs(pointer)}]`;
}

function shortenText(text: string, pointer: string): string {
  const left = text.length - head - tail;
  const note = `[${left} characters are left out here. ${whereItIs(pointer)}]`;
  return `${text.slice(0, head)}\n\n${note}\n\n${text.slice(-tail)}`;
}

function whereItIs(pointer: string): string {
  return `All of it is ${pointer} in Clew's log: the tool recall opens it, a page or a few lines at a time, or what matches a pattern.`;
}

/** As a line of a transcript beside the conversation. Null where a gateway shortens what is too long itself. */
async function keepWhole(log: OpenLog, event: HookEvent, text: string): Promise<string | null> {
  const session = nameSession(event);
  if (await isHeard(log, session)) return null;
  const folder = await mkdtemp(join(tmpdir(), "clew-spilled-"));
  try {
    const file = join(folder, `${makePlain(event.session)}.jsonl`);
    await writeFile(file, writeTranscript(event, text), { mode: 0o600 });
    await log.import(file, { format: "claude-code" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { lines } = await log.log({ session, lane: `child:${nameLane(event)}`, limit: 100 });
  return lines.findLast(({ kind }) => kind === "returned")?.pointer ?? null;
}

/** Each has a lane of its own: several results may come at once. */
function nameLane({ call }: HookEvent): string {
  return `spilled-${makePlain(call)}`;
}

function makePlain(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}

function writeTranscript(event: HookEvent, text: string): string {
  const { session, call, tool, input } = event;
  const shared = {
    isSidechain: true,
    agentId: nameLane(event),
    sessionId: session,
    timestamp: new Date().toISOString(),
  };
  const called = { role: "assistant", id: call, content: [{ type: "tool_use", id: call, name: tool, input }] };
  const returned = { role: "user", content: [{ type: "tool_result", tool_use_id: call, content: text }] };
  const [first, second] = [`${call} spilled`, `${call} whole`];
  const lines = [
    { parentUuid: null, ...shared, type: "assistant", uuid: first, message: called },
    { parentUuid: first, ...shared, type: "user", uuid: second, message: returned },
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
