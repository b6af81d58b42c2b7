/**
 * Asks the fast model what a message tells that no rule has found. Once, behind the reply: an answer that fails, comes late or is
 * none adds nothing.
 */
import type { Entry } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import { learnStatements } from "../../../core/memory/learn/learn-statements.js";
import type { LearnedStatement, ToldMessage } from "../../../core/memory/learned.js";
import { learnPromptVersion, writeLearnPrompt } from "../../../core/memory/model/learn-prompt.js";
import { readStatements } from "../../../core/memory/model/read-statements.js";
import { listCandidates } from "../../../core/memory/model/told-candidates.js";
import type { TextModel } from "../../../core/ports/index.js";
import type { Engine } from "../../engine.js";
import { askInTime } from "../../growth/ask-in-time.js";
import { readZone } from "../../growth/session-zone.js";
import { readReaderMemories } from "../../read/memories/read-told.js";
import { makeShortCallRecord } from "../call-usage-events.js";
import { forgetSource } from "./forget-source.js";
import { findScope, keepStatements } from "./keep-statements.js";
import { isBegunByClock, readTold } from "./learn-message.js";
import { isListedHistory } from "./listed-history.js";

const answerTokens = 600;

export async function learnByModel(engine: Engine, ref: LaneRef, entry: Entry, signal: AbortSignal): Promise<void> {
  const { fastModel } = engine;
  if (fastModel === null || !(await stands(engine, ref, entry))) return;
  const told = await readTold(engine, ref, entry, await readZone(engine, ref));
  const place = told !== null && (await isAfterFact(engine, told)) ? "after" : "alone";
  const candidates = told === null ? [] : listCandidates(told, learnStatements(told), place);
  if (told === null || candidates.length === 0 || (await isBegunByClock(engine, ref, entry))) return;
  const statements = await ask(engine, { ref, fastModel, told, candidates }, signal);
  // What was taken back while the model thought is not kept.
  if (statements.length === 0 || signal.aborted || !(await stands(engine, ref, entry))) return;
  const history = (await isListedHistory(engine, ref, entry)) ? ({ isHistory: true } as const) : {};
  await keepStatements(engine, "model", [
    { told, statements, scope: await findScope(engine, told), least: 3, ...history },
  ]);
  if (!(await stands(engine, ref, entry))) await forgetSource(engine, ref, told.source.entry, "model");
}

/** Whoever corrects something in a word does it soon. */
const soonMs = 300_000;

async function isAfterFact(engine: Engine, { person, at, source }: ToldMessage): Promise<boolean> {
  const { told } = await readReaderMemories(engine, { session: source.session }, person);
  return told.some(
    ({ memory: { kind, person: by, saidAt, sources } }) =>
      kind === "fact" &&
      by === person &&
      at > saidAt &&
      at - saidAt <= soonMs &&
      sources.some(({ session }) => session === source.session),
  );
}

/** Whether the message was neither changed nor deleted since. */
async function stands({ store }: Engine, ref: LaneRef, entry: Entry): Promise<boolean> {
  const target = entry.kind === "revised" ? entry.target : entry.id;
  return (await store.changesOf(ref, [target])).every(({ seq }) => seq <= entry.seq);
}

interface Asking {
  readonly ref: LaneRef;
  readonly fastModel: TextModel<AbortSignal>;
  readonly told: ToldMessage;
  readonly candidates: readonly string[];
}

/** Leaves a line in the trace, whatever the answer is. */
async function ask(
  engine: Engine,
  { ref, fastModel, told, candidates }: Asking,
  signal: AbortSignal,
): Promise<readonly LearnedStatement[]> {
  const request = { ...writeLearnPrompt(told), maxTokens: answerTokens };
  const { answer, cost } = await askInTime(engine, fastModel, request, signal);
  if (signal.aborted) return [];
  const found = answer.kind === "text" ? readStatements(answer.text, candidates, told) : null;
  const why = answer.kind === "failed" ? answer.why : "the answer was too long to be one";
  const { epoch } = await engine.store.read(ref, 0, null);
  const record = makeShortCallRecord(engine, { ref, epoch }, cost, {
    role: "learning",
    turn: null,
    failed: found === null ? why : undefined,
    more: { message: told.source.entry, prompt: learnPromptVersion },
  });
  await engine.store.write({ ref, records: [record] });
  return found ?? [];
}
