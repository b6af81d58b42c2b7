import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAnthropic } from "@ai-sdk/anthropic";
import { listKeepable } from "@clewline/store-kit/providers/anthropic/binding.js";
import { generateText, stepCountIs, tool } from "ai";
import { type Clew, openClew } from "clewline";
import { type StandIn, type StandInReply, type StandInRequest, startAnthropic } from "clewline/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { checkAsyncProperty } from "../properties.js";

interface Message {
  readonly role: string;
  readonly content: readonly { readonly type: string }[];
}

type Way = "generate" | "stream" | "aiSdk";
type Move =
  | { readonly kind: "ask"; readonly calls: number; readonly lines: number; readonly way: Way }
  | { readonly kind: "edit" | "delete"; readonly place: number }
  | { readonly kind: "switch"; readonly model: string }
  | { readonly kind: "compact" | "clear" | "restart" };

interface Session {
  readonly moves: readonly Move[];
  readonly model: string;
  readonly policy: string;
  readonly window: number;
  readonly memory: boolean;
}

const session = "app:1";

/** Thinks and reads, two pages at once every third time, and looks into the past where it can, until it has made so many calls. */
function answer({ number, parts, tools }: StandInRequest): StandInReply {
  const asked = parts.findLast((part) => part.kind === "said" && part.by === "user");
  const calls = Number(/read (\d+) times/.exec(asked?.kind === "said" ? asked.text : "")?.[1] ?? 0);
  const done = parts
    .slice(asked === undefined ? 0 : parts.lastIndexOf(asked))
    .filter(({ kind }) => kind === "called").length;
  const thought = { reasoning: `Thought ${number}.`, text: `Step ${number}.` };
  if (done >= calls) return thought;
  if (number % 7 === 5 && tools.includes("recall"))
    return { ...thought, calls: [{ tool: "recall", input: { question: "page" } }] };
  const read = (page: number) => ({ tool: "read_page", input: { page } });
  return { ...thought, calls: number % 3 === 2 ? [read(number), read(number + 1_000)] : [read(number)] };
}

async function play({ moves, model: first, ...options }: Session): Promise<StandIn> {
  const upstream = await startAnthropic(answer);
  const folder = mkdtempSync(join(tmpdir(), "clew-bound-"));
  const provider = createAnthropic({ baseURL: upstream.url, apiKey: "key" });
  const open = () =>
    openClew({
      store: join(folder, "clew.db"),
      timeZone: "UTC",
      config: false,
      instructions: "You read pages.",
      ...options,
    });
  let [clew, name] = [await open(), first];
  try {
    for (const [number, move] of moves.entries()) {
      if (move.kind === "switch") name = move.model;
      if (move.kind === "restart") {
        await clew.close();
        clew = await open();
      }
      await make(clew, { move, number, model: provider(name) });
    }
  } finally {
    await clew.close();
    rmSync(folder, { recursive: true, force: true });
    await upstream.close();
  }
  return upstream;
}

interface Step {
  readonly move: Move;
  readonly number: number;
  readonly model: ReturnType<ReturnType<typeof createAnthropic>>;
}

async function make(clew: Clew, { move, number, model }: Step): Promise<void> {
  switch (move.kind) {
    case "ask": {
      const message = { session, id: `m${number}`, text: `Question ${number}: read ${move.calls} times.` };
      const tools = { read_page: readPage(move.lines) };
      if (move.way === "generate") await clew.generate(message, { model, tools });
      else if (move.way === "stream") await (await clew.stream(message, { model, tools })).text;
      else {
        const turn = await clew.begin(message);
        await generateText(turn.aiSdk({ model, maxRetries: 0, tools, stopWhen: stepCountIs(30) }));
      }
      return;
    }
    case "edit":
    case "delete":
      return change(clew, { ...move, number });
    case "compact":
      return void (await clew.compact({ session }));
    case "clear":
      return void (await clew.clear({ session }));
    default:
      return;
  }
}

async function change(
  clew: Clew,
  { kind, place, number }: { readonly kind: "edit" | "delete"; readonly place: number; readonly number: number },
): Promise<void> {
  const asked = (await clew.messages(session)).filter(({ role }) => role === "user");
  const id = asked[place % Math.max(1, asked.length)]?.id;
  if (id === undefined) return;
  const text = `Question ${id}, edited: read 1 times.`;
  await clew.edit({ session, id, editedAt: Date.now() + number, ...(kind === "edit" ? { text } : { deleted: true }) });
}

function readPage(lines: number) {
  return tool({
    description: "Reads a page.",
    inputSchema: z.object({ page: z.number() }),
    execute: ({ page }) => Array.from({ length: lines }, (_, line) => `page ${page} line ${line}: a fact`).join("\n"),
  });
}

/** Refusals, reasoning behind another beginning, and reasoning of the running turn that went missing although it could have stayed. */
function listBroken({ requests }: StandIn): readonly string[] {
  return requests.flatMap(({ refusal, dropped, body, model }, call) => {
    if (refusal !== null) return [`call ${call} was refused: ${JSON.stringify(refusal.body)}`];
    const misplaced = dropped.filter(({ reason }) => reason !== "model_binding_mismatch");
    const before = requests[call - 1];
    const isSameTurn = before?.model === model && findAsked(before.body) === findAsked(body);
    const own = isSameTurn ? listMessages(before.body) : [];
    const sent = JSON.stringify(listMessages(body));
    const kept = listKeepable(...([body, own] as unknown as Parameters<typeof listKeepable>));
    const lost = kept.filter((block) => !sent.includes(JSON.stringify(block)));
    return [
      ...misplaced.map(({ path }) => `call ${call} sent ${path} behind another beginning`),
      ...(lost.length > 0 ? [`call ${call} lost ${lost.length} of ${kept.length} thoughts`] : []),
    ];
  });
}

/** The newest message of the user that is no result. */
function findAsked(body: unknown): string {
  const asked = listMessages(body).findLast(
    ({ role, content }) => role === "user" && content.some(({ type }) => type === "text"),
  );
  return /Question \d+: read/.exec(JSON.stringify(asked ?? null))?.[0] ?? "";
}

function listMessages(body: unknown): readonly Message[] {
  return (body as { readonly messages: readonly Message[] }).messages;
}

const models = ["claude-opus-5-5", "claude-fable-5-2", "claude-sonnet-5-5", "claude-sonnet-5"];
const ask: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant("ask" as const),
  calls: fc.nat(6),
  lines: fc.integer({ min: 1, max: 300 }),
  way: fc.constantFrom<Way[]>("generate", "stream", "aiSdk"),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: ask },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("edit" as const, "delete" as const), place: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("switch" as const), model: fc.constantFrom(...models) }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<("compact" | "clear" | "restart")[]>("compact", "clear", "restart")
      .map((kind) => ({ kind })),
  },
);

it("whatever happens to a chat, no call of the library is refused, nor loses reasoning of its turn that could stay", async () => {
  const chat: fc.Arbitrary<Session> = fc.record({
    moves: fc.tuple(ask, fc.array(move, { minLength: 2, maxLength: 10 })).map(([begin, rest]) => [begin, ...rest]),
    model: fc.constantFrom(...models),
    policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
    window: fc.constantFrom(16_000, 60_000, 200_000),
    memory: fc.boolean(),
  });
  await checkAsyncProperty(
    fc.asyncProperty(chat, async (given) => {
      expect(listBroken(await play(given))).toEqual([]);
    }),
    {
      runs: 6,
      longer: 200,
      endOnFailure: true,
      fixed: [
        { seed: 20261120, path: "0" },
        { seed: 20261119, path: "1" },
        { seed: 20261118, path: "3" },
      ],
    },
  );
});
