/**
 * Asks the fast model about a batch of messages. An answer that fails, comes late or is none changes nothing; and what was taken
 * back while the model thought leaves nothing.
 */
import type { Entry } from "@clewline/core/log/entry.js";
import { resolveMessageId } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { ToldMessage } from "@clewline/core/memory/learned.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import { type Batch, makeBatch, renewBatch } from "@clewline/core/memory/model/batch.js";
import { batchPromptVersion, writeBatchPrompt } from "@clewline/core/memory/model/batch-prompt.js";
import { planBatch } from "@clewline/core/memory/model/plan-batch.js";
import { readBatch } from "@clewline/core/memory/model/read-batch.js";
import { asksToForget, forgets } from "@clewline/core/memory/model/taken-back.js";
import { makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { beginPlanning } from "@clewline/core/memory/planning/planned-memories.js";
import type { ShortCall } from "@clewline/core/model/call-usage.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { tellsOnlySecret } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../../engine.js";
import { askInTime } from "../../growth/ask-in-time.js";
import { readZone } from "../../growth/session-zone.js";
import { changeMemoriesInGroups } from "../../intake/memories/change-memories.js";
import { loadTextCleaner } from "../../intake/memories/clean-memory-text.js";
import { makeFreeName } from "../../intake/memories/free-name.js";
import { makeShortCallRecord } from "../call-usage-events.js";
import { forgetSource } from "./forget-source.js";
import { findScope } from "./keep-statements.js";
import { readTold } from "./learn-message.js";
import { mayTeach } from "./may-teach.js";
import type { BatchEntry, LaneBatch } from "./unread-batches.js";

/** Twenty operations are shorter. */
export const mostAnswerTokens = 1_200;

export type BatchOutcome =
  /** How many changes were made. */
  | { readonly kind: "read"; readonly changes: number; readonly cost: ShortCall }
  | { readonly kind: "failed"; readonly why: string; readonly cost: ShortCall }
  /** The log is being closed, or nobody wants it any more. */
  | { readonly kind: "stopped" };

/** A batch with messages. */
export interface FullBatch extends LaneBatch {
  readonly scope: MemoryScope;
}

export function isFull(batch: LaneBatch): batch is FullBatch {
  return batch.scope !== null;
}

export async function askAboutBatch(
  engine: Engine,
  fastModel: TextModel<AbortSignal>,
  { ref, scope, messages }: FullBatch,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const batch = await prepareBatch(engine, { scope, messages });
  const request = { ...writeBatchPrompt(batch), maxTokens: mostAnswerTokens };
  const { answer, cost } = await askInTime(engine, fastModel, request, signal);
  if (signal.aborted) return { kind: "stopped" };
  const text = answer.kind === "text" ? answer.text : "";
  const why =
    answer.kind === "failed" ? answer.why : readBatch(text, batch) === null ? "the answer was too long" : null;
  const { epoch } = await engine.store.read(ref, 0, null);
  const record = makeShortCallRecord(engine, { ref, epoch }, cost, {
    role: "learning",
    turn: null,
    failed: why ?? undefined,
    more: { messages: messages.map(({ told }) => told.source.entry), prompt: batchPromptVersion },
  });
  await engine.store.write({ ref, records: [record] });
  if (why !== null) return { kind: "failed", why, cost };
  return { kind: "read", changes: await keepAnswer(engine, { ref, scope, messages, batch }, text, signal), cost };
}

/** The part of it that the model is shown. */
export async function prepareBatch(
  { memories, clock }: Pick<Engine, "memories" | "clock">,
  { scope, messages }: Pick<FullBatch, "scope" | "messages">,
): Promise<Batch> {
  const now = await memories.read(scope);
  const index = memories.index(scope, makeMemoryIndex);
  index.follow(now);
  const told = messages.map((message) => message.told);
  return makeBatch(now, index, told, clock.now());
}

interface Asked {
  readonly ref: LaneRef;
  readonly scope: MemoryScope;
  readonly messages: readonly BatchEntry[];
  readonly batch: Batch;
}

async function keepAnswer(engine: Engine, asked: Asked, answer: string, signal: AbortSignal): Promise<number> {
  const { ref, scope, messages, batch } = asked;
  const standing = new Set((await listStanding(engine, asked)).map(({ told }) => told.source.entry));
  const clean = await loadTextCleaner(engine, ref.session);
  if (signal.aborted || standing.size === 0) return 0;
  const changes = await changeMemoriesInGroups(engine, scope, (now) => {
    const renewed = renewBatch(batch, now, ({ source }) => standing.has(source.entry));
    const current = beginPlanning(now, engine.memories.index(scope, makeMemoryIndex));
    return planBatch(current, readBatch(answer, renewed) ?? [], {
      scope,
      takenBack: now.takenBack,
      makeName: (told) => (text, taken) => makeFreeName(engine, text, { salt: told.source.entry, taken }),
      clean(text) {
        const own = clean(text);
        return tellsOnlySecret(own) ? null : own;
      },
    });
  });
  const left = new Set((await listStanding(engine, asked)).map(({ told }) => told.source.entry));
  for (const { told } of messages)
    if (!left.has(told.source.entry)) await forgetSource(engine, ref, told.source.entry, "model");
  return changes.length;
}

/** The messages that were neither changed nor taken back since, and are told to the same people. */
async function listStanding(engine: Engine, { ref, scope, messages }: Asked): Promise<readonly BatchEntry[]> {
  const standing: BatchEntry[] = [];
  const later = await listLater(engine, ref, messages);
  for (const message of messages) {
    const isSame = makeScopeLane(await findScope(engine, message.told)) === makeScopeLane(scope);
    const isForgotten = later.some((told) => asksToForget(told, message.told, message === messages.at(-1)));
    if (isSame && !isForgotten && (await stands(engine, ref, message.entry))) standing.push(message);
  }
  return standing;
}

/** Entries behind a batch that may ask to forget something of it: further on, the rules had read what the model made of it. */
const lookedBehind = 200;

async function listLater(
  engine: Engine,
  ref: LaneRef,
  messages: readonly BatchEntry[],
): Promise<readonly ToldMessage[]> {
  const last = messages.at(-1)?.entry.seq ?? 0;
  const entries = await engine.store.range(ref, last + 1, last + lookedBehind);
  const zone = await readZone(engine, ref);
  const later: ToldMessage[] = [];
  for (const entry of entries.filter(mayTeach)) {
    const told = await readTold(engine, ref, entry, zone);
    if (told !== null && forgets(told)) later.push(told);
  }
  return later;
}

async function stands({ store }: Engine, ref: LaneRef, entry: Entry): Promise<boolean> {
  const target = resolveMessageId(entry);
  const first = await store.byId(ref, target);
  return first?.kind === "said" && (await store.changesOf(ref, [target])).every(({ seq }) => seq <= entry.seq);
}
