/** I10: calls of one lane through the engine and a store, in one window. */

import { parseSessionKey } from "@clewline/core/log/keys.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { begin } from "@clewline/engine/answer/begin.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { openTurn } from "@clewline/engine/answer/turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import { editMessage, observe } from "@clewline/engine/intake/write-message.js";
import fc from "fast-check";

/** What happens in a lane. A deletion is left out: it takes something back, and so changes what was shown. */
type Happening =
  | {
      readonly kind: "turn";
      readonly text: string;
      readonly outputs: readonly string[];
      readonly ending: "completed" | "failed" | "cancelled";
    }
  | { readonly kind: "observed"; readonly text: string }
  | { readonly kind: "edited"; readonly back: number; readonly text: string };

/** One call: its bytes, those before its first volatile block, and whether it compacted. */
interface Call {
  readonly turn: string;
  readonly bytes: string;
  readonly before: string;
  readonly compacted: boolean;
}

const text = fc.oneof(
  { arbitrary: fc.constantFrom("hello", "</clew-user>", "敏捷的棕色狐狸", "the beds are dry"), weight: 6 },
  { arbitrary: fc.constantFrom("dry ".repeat(100), "row ".repeat(1_500)), weight: 2 },
);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant("turn"),
      text,
      outputs: fc.array(text, { maxLength: 4 }),
      ending: fc.constantFrom("completed", "completed", "failed", "cancelled"),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant("observed"), text }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant("edited"), back: fc.nat({ max: 5 }), text }), weight: 1 },
);

export const arbitraryHappenings = fc.array(happening, { minLength: 3, maxLength: 12 });

const session = parseSessionKey("telegram:chat:42");

/** Every call of the lane, in order. */
export async function callsOf(engine: Engine, happenings: readonly Happening[]): Promise<readonly Call[]> {
  const calls: Call[] = [];
  for (const [index, each] of happenings.entries()) {
    const message = (id: number, said: string, revision: number) => ({
      session,
      id: String(id),
      from: null,
      topic: null,
      replyTo: null,
      at: null,
      revision,
      parts: [{ kind: "text" as const, text: said }],
    });
    if (each.kind === "observed") await observe(engine, message(index, each.text, 0));
    if (each.kind === "edited")
      await editMessage(engine, message(Math.max(0, index - each.back), each.text, index + 1), false);
    if (each.kind !== "turn") continue;
    const begun = await begin(engine, [message(index, each.text, 0)], {
      origin: "interactive",
      whenBusy: "queue",
      signal: undefined,
    });
    if (!begun.repeated) await answer(engine, openTurn(engine, begun.turn, { place: begun.holder }), each, calls);
  }
  return calls;
}

async function answer(
  engine: Engine,
  open: OpenTurn,
  { outputs, ending }: Extract<Happening, { kind: "turn" }>,
  calls: Call[],
): Promise<void> {
  for (const [index, output] of outputs.entries()) {
    await view(engine, open, calls);
    const call = { type: "tool-call", toolCallId: `${open.record.id}-${index}`, toolName: "look", input: { index } };
    const result = {
      type: "tool-result",
      toolCallId: call.toolCallId,
      toolName: "look",
      output: { type: "text", value: output },
    };
    await open.step([
      { role: "assistant", content: [call] },
      { role: "tool", content: [result] },
    ]);
  }
  await view(engine, open, calls);
  const reply = ending === "completed" ? [{ role: "assistant", content: "watered" }] : [];
  await open.end({ state: ending, reason: null, reply, usage: null });
}

async function view(engine: Engine, open: OpenTurn, calls: Call[]): Promise<void> {
  const viewed = await open.view({});
  if (viewed.kind === "too-small") return;
  const { receipt } = viewed;
  const pieces = await piecesOf(engine, receipt);
  const asides = open.record.asides.map(({ text: aside }) => JSON.stringify(aside).slice(1, -1));
  const first = pieces.findIndex((piece) => asides.some((aside) => piece.includes(aside)));
  // What joins the block to the one before it depends on the block.
  const before = pieces.slice(0, Math.max(0, first - 1)).join("");
  calls.push({ turn: open.record.id, bytes: pieces.join(""), before, compacted: receipt.compacted });
}

async function piecesOf(engine: Engine, { ref, chunks }: Receipt): Promise<readonly string[]> {
  const stored = await engine.store.chunks(ref, [...new Set(chunks)]);
  return chunks.map((key) => stored.get(key) ?? key);
}
