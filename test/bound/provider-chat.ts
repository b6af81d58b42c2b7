/** A chat in the library, of a host that keeps its turns or its own list, with a stand-in of a provider. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, type ModelMessage, stepCountIs, tool, wrapLanguageModel } from "ai";
import { type Clew, openClew } from "clewline";
import type { StandIn, StandInScript } from "clewline/testing";
import { vi } from "vitest";
import { z } from "zod";
import { changeLane, type LaneChange } from "./lane-changes.js";
import { type ProviderKind, thinkAndRead } from "./provider-kinds.js";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

export type Way = "generate" | "stream" | "aiSdk" | "loop";
/** Its host keeps the log's turns, or its own list. */
export type Host = "turns" | "sync" | "middleware";
export type Move =
  | {
      readonly kind: "ask";
      readonly calls: number;
      readonly lines: number;
      readonly way: Way;
      /** A loop asks another model at each so many steps of the turn. */
      readonly every: number;
    }
  | { readonly kind: "edit" | "delete" | "switch"; readonly place: number }
  | { readonly kind: "compact" | "clear" | "restart" }
  | { readonly kind: "change"; readonly change: LaneChange }
  /** Its process ends between a call of the model and the results, after so many steps, and another goes on. */
  | { readonly kind: "halt"; readonly calls: number; readonly lines: number; readonly steps: number };

export interface Session {
  readonly host: Host;
  readonly moves: readonly Move[];
  readonly policy: string;
  readonly window: number;
  readonly memory: boolean;
}

const session = "app:1";
/** A model that no longer sees all of its calls makes more of them. */
const mostSteps = 12;
const inputSchema = z.object({ page: z.number() });

interface Asked {
  readonly model: ReturnType<ReturnType<ProviderKind["connect"]>>;
  /** Left out where the loop does not say whom it asks. */
  readonly name: string | undefined;
}

interface Chat extends Asked {
  readonly clew: Clew;
  readonly other: Asked;
  /** Of a host that keeps it. */
  readonly list: ModelMessage[];
}

export async function play(
  kind: ProviderKind,
  { host, moves, ...options }: Session,
  { isNamed = true, script = thinkAndRead }: { readonly isNamed?: boolean; readonly script?: StandInScript } = {},
): Promise<StandIn> {
  const upstream = await kind.start(script);
  const folder = mkdtempSync(join(tmpdir(), "clew-bound-"));
  const connect = kind.connect(upstream.url);
  const more = { timeZone: "UTC", config: false as const, instructions: "You read pages.", ...options };
  const open = () => openClew({ store: join(folder, "clew.db"), ...more });
  let [clew, own] = [await open(), kind.models[0]];
  const list: ModelMessage[] = [];
  try {
    for (const [number, move] of moves.entries()) {
      if (move.kind === "switch") own = kind.models[move.place % kind.models.length] ?? own;
      if (move.kind === "restart") {
        await clew.close();
        clew = await open();
      }
      const find = (id: string): Asked => ({
        model: connect(id),
        name: isNamed ? `${kind.prefix}:${id}` : undefined,
      });
      const chat = { clew, ...find(own), other: find(kind.models[own === kind.models[0] ? 1 : 0] ?? own), list };
      if (move.kind === "change") await changeLane(clew, session, move.change);
      else if (move.kind === "halt" && host === "turns") {
        const reopen = async () => {
          await clew.close();
          clew = await open();
          return clew;
        };
        await haltTurn(chat, move, number, reopen);
      } else if (host === "turns") await makeTurn(chat, move, number);
      else await makeList(chat, move, number, host);
    }
  } finally {
    await clew.close();
    rmSync(folder, { recursive: true, force: true });
    await upstream.close();
  }
  return upstream;
}

async function makeTurn({ clew, model, name, other }: Chat, move: Move, number: number): Promise<void> {
  switch (move.kind) {
    case "ask": {
      const message = makeMessage(number, move.calls);
      const tools = { read_page: readPage(move.lines) };
      if (move.way === "generate") await clew.generate(message, { model, tools });
      else if (move.way === "stream") await (await clew.stream(message, { model, tools })).text;
      else if (move.way === "aiSdk") {
        const turn = await clew.begin(message);
        await generateText(turn.aiSdk({ model, maxRetries: 0, tools, stopWhen: stepCountIs(mostSteps) }));
      } else
        await loop(clew, message, move, (step) => (step % move.every === move.every - 1 ? other : { model, name }));
      return;
    }
    case "edit":
    case "delete": {
      const asked = (await clew.messages(session)).filter(({ role }) => role === "user");
      const id = asked[move.place % Math.max(1, asked.length)]?.id;
      if (id === undefined) return;
      const change = move.kind === "edit" ? { text: writeQuestion(number, 1) } : { deleted: true as const };
      return void (await clew.edit({ session, id, editedAt: Date.now() + number, ...change }));
    }
    case "compact":
      return void (await clew.compact({ session }));
    case "clear":
      return void (await clew.clear({ session }));
    default:
      return;
  }
}

/** In its own loop, since the SDK's can't go on with a step that has begun. */
async function haltTurn(
  { clew, model, name }: Chat,
  { calls, lines, steps }: Extract<Move, { kind: "halt" }>,
  number: number,
  reopen: () => Promise<Clew>,
): Promise<void> {
  let turn = await clew.begin(makeMessage(number, calls));
  for (let [isOver, step] = [false, 0]; !isOver && step < mostSteps; step++) {
    const view = await turn.view(name === undefined ? {} : { model: name });
    if (view.kind !== "fits") throw new Error("too small");
    const answered = await answer(model, view);
    await turn.record({ messages: [...answered] });
    if (step === steps) turn = await (await reopen()).turn(turn.id);
    const results = answerCalls(answered, lines);
    if (results.length > 0) await turn.record({ messages: results });
    isOver = results.length === 0;
  }
  await turn.complete();
}

/** Of a person in a private chat, whose memories it shows. */
function makeMessage(number: number, calls: number) {
  return { session, id: `m${number}`, from: "ana", group: false, text: writeQuestion(number, calls) };
}

async function loop(
  clew: Clew,
  message: { readonly session: string; readonly text: string },
  { lines }: { readonly lines: number },
  pick: (step: number) => Asked,
): Promise<void> {
  const turn = await clew.begin(message);
  for (let [isOver, step] = [false, 0]; !isOver && step < mostSteps; step++) {
    const { model, name } = pick(step);
    const view = await turn.view(name === undefined ? {} : { model: name });
    if (view.kind !== "fits") throw new Error("too small");
    const answered = await answer(model, view);
    const results = answerCalls(answered, lines);
    await turn.record({ messages: [...answered, ...results] });
    isOver = results.length === 0;
  }
  await turn.complete();
}

/** The host's own list: an edit cuts it off behind what was edited, and a compaction is its own. */
async function makeList({ clew, model, name, list }: Chat, move: Move, number: number, host: Host): Promise<void> {
  const asked = list.flatMap(({ role }, place) => (role === "user" ? [place] : []));
  if ((move.kind === "edit" || move.kind === "delete") && asked.length > 0)
    list.splice(asked[move.place % asked.length] ?? 0);
  if (move.kind === "compact" && asked.length > 1) list.splice(0, asked.at(-1) ?? 0);
  if (move.kind !== "ask" && move.kind !== "halt") return;
  list.push({ role: "user", content: writeQuestion(number, move.calls) });
  if (host === "middleware") {
    const wrapped = wrapLanguageModel({ model, middleware: clew.middleware({ session }) });
    const tools = { read_page: readPage(move.lines) };
    const request = { model: wrapped, tools, maxRetries: 0, messages: list, stopWhen: stepCountIs(mostSteps) };
    list.push(...(await generateText({ ...request, ...stateless })).response.messages);
    return;
  }
  for (let [isOver, step] = [false, 0]; !isOver && step < mostSteps; step++) {
    const view = await clew.sync({ session, messages: list }, name === undefined ? {} : { model: name });
    if (view.kind !== "fits") throw new Error("too small");
    const answered = await answer(model, view);
    const results = answerCalls(answered, move.lines);
    list.push(...answered, ...results);
    isOver = results.length === 0;
  }
}

/** Without this OpenAI keeps what was said, and a view sends it by its name alone. */
const stateless = { providerOptions: { openai: { store: false } } };

async function answer(
  model: Chat["model"],
  { system, messages }: { readonly system: string; readonly messages: readonly ModelMessage[] },
): Promise<readonly ModelMessage[]> {
  const tools = { read_page: tool({ description: "Reads a page.", inputSchema, outputSchema: z.string() }) };
  const request = { model, tools, maxRetries: 0, messages: [...messages], ...stateless };
  return (await generateText(system === "" ? request : { ...request, system })).response.messages;
}

function answerCalls(messages: readonly ModelMessage[], lines: number): ModelMessage[] {
  const parts = messages.flatMap((message) =>
    message.role === "assistant" && typeof message.content !== "string" ? message.content : [],
  );
  const results = parts.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName } = part;
    const output = { type: "text" as const, value: writePage((part.input as { readonly page: number }).page, lines) };
    return [{ type: "tool-result" as const, toolCallId, toolName, output }];
  });
  return results.length === 0 ? [] : [{ role: "tool", content: results }];
}

function writeQuestion(number: number, calls: number): string {
  return `Question ${number}: read ${calls} times.`;
}

function writePage(page: number, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `page ${page} line ${line}: a fact`).join("\n");
}

function readPage(lines: number) {
  return tool({ description: "Reads a page.", inputSchema, execute: ({ page }) => writePage(page, lines) });
}
