/** Found messages as a view shows them. */
import { joinMessageTexts } from "@clewline/core/conversation/selection/message-words.js";
import { type Entry, listParts, renderPlainText, type SaidEntry, type Text } from "@clewline/core/log/entry.js";
import { isSameLane, type LaneRef, type Tokens } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { redactEntryText, redactEntryWords } from "@clewline/core/log/redact-entry.js";
import { isBackgroundTurn } from "@clewline/core/log/turn.js";
import { isOwnChat } from "@clewline/core/memory/reach.js";
import { findBestPassage } from "@clewline/core/retrieval/best-passage.js";
import type { RetrievedEntry, Snapshot } from "@clewline/core/view/snapshot.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../../engine.js";
import { repeats } from "../../read/candidates/repeats.js";
import type { RetrievedMessage } from "../../read/retrieve.js";

interface Taking {
  readonly room: Tokens;
  /** The weight of each stem of the question. */
  readonly weights: ReadonlyMap<string, number>;
  because(found: RetrievedMessage): string;
}

/** As many as the room may hold, and a few more: which of them fit is known when they are rendered. */
export async function takeRetrieved(
  engine: Engine,
  snapshot: Snapshot,
  found: readonly RetrievedMessage[],
  { room, weights, because }: Taking,
): Promise<readonly RetrievedEntry[]> {
  const taken: RetrievedEntry[] = [];
  const message = normaliseText(joinMessageTexts(snapshot));
  const isOwn = await findOwn(engine, snapshot);
  let tokens = 0;
  for (const each of found) {
    if (tokens > room) break;
    const { ref, entry, version } = each.standing;
    if (entry.kind !== "said" || repeats(version, message) || (await isPrompt(engine, snapshot, ref, entry))) continue;
    const made = makeRetrieved(
      engine,
      snapshot.ref,
      { ref, entry: version, first: entry, isOwn: isOwn(entry, ref) },
      because(each),
    );
    const show = isOwn(entry, ref) ? (text: string) => text : (text: string) => redactEntryText(version, text);
    const retrieved = await cutToAnswer(engine, { ref, show }, made, weights);
    tokens += countTokens(typeof retrieved.text === "string" ? retrieved.text : retrieved.text.head, estimated);
    taken.push(retrieved);
  }
  return taken;
}

/** A word of the question that weighs so much of it is worth a passage of its own. */
const lackingPart = 0.25;

/** The passage that answers best, and one with what that one lacks. */
function pickPassages(text: string, weights: ReadonlyMap<string, number>): string {
  const best = findBestPassage(text, weights);
  const lacking = new Map([...weights].filter(([stem]) => !best.stems.has(stem)));
  const other = findBestPassage(text, lacking);
  const gained = sumWeights([...lacking].filter(([stem]) => other.stems.has(stem)));
  if (other.text === best.text || gained < lackingPart * sumWeights([...weights])) return best.text;
  const inOrder = [best.text, other.text].sort((a, b) => text.indexOf(a) - text.indexOf(b));
  return inOrder.join("\n…\n");
}

function sumWeights(weights: readonly (readonly [string, number])[]): number {
  return weights.reduce((sum, [, weight]) => sum + weight, 0);
}

/** A long text is shown by the passages that answer best. */
async function cutToAnswer(
  { store }: Engine,
  { ref, show }: { readonly ref: LaneRef; show(text: string): string },
  retrieved: RetrievedEntry,
  weights: ReadonlyMap<string, number>,
): Promise<RetrievedEntry> {
  const { text } = retrieved;
  // A text that the log keeps apart is as it came, secrets and all.
  const whole = typeof text === "string" ? text : (await store.blobs(ref, [text.blob])).get(text.blob);
  if (whole === undefined) return retrieved;
  const part = pickPassages(typeof text === "string" ? whole : show(whole), weights);
  return part.length === whole.length ? retrieved : { ...retrieved, text: part, isExcerpt: true };
}

/** A person who asks in a private chat sees their own messages unredacted: the view is for that person alone. */
async function findOwn(
  engine: Engine,
  { ref, turn, entries }: Snapshot,
): Promise<(entry: SaidEntry, place: LaneRef) => boolean> {
  const asking = entries.find(({ id }) => turn?.messages.includes(id) === true);
  const asker = asking?.kind === "said" ? (asking.by.address ?? null) : null;
  const audience = await engine.memories.read({ kind: "session", session: ref.session });
  const isAlone = asking?.kind === "said" && isOwnChat(asker, audience);
  return ({ by }, { session }) =>
    isAlone && session === ref.session && by.role === "user" && (by.address ?? null) === asker;
}

export function isSaid(entry: Entry): boolean {
  return (entry.kind === "said" || entry.kind === "revised") && entry.private === undefined && entry.late === undefined;
}

/** Whether a schedule or another agent wrote it: these are no person's words. */
export async function isPrompt(
  { store }: Engine,
  { turns }: Snapshot,
  ref: LaneRef,
  { by, turn }: SaidEntry,
): Promise<boolean> {
  if (by.role === "agent" || turn === null) return false;
  const record = turns.get(turn) ?? (await store.turn(ref, turn));
  return record !== null && isBackgroundTurn(record);
}

interface FoundMessage {
  readonly ref: LaneRef;
  readonly entry: Entry;
  readonly first: SaidEntry;
  /** Set for the asker's own words from a chat in which no other person ever spoke. */
  readonly isOwn?: boolean;
}

export function makeRetrieved(
  engine: Engine,
  own: LaneRef,
  { ref, entry, first, isOwn = false }: FoundMessage,
  because: string,
): RetrievedEntry {
  const here = isSameLane(ref, own);
  return {
    id: first.id,
    seq: here ? first.seq : null,
    lane: here ? null : ref.lane,
    pointer: makePointer("e", ref, entry.seq, engine.fns.hash),
    by: first.by,
    at: first.at,
    text: isOwn ? readEntryText(entry) : redactEntryWords(entry, readEntryText(entry)),
    because,
  };
}

function readEntryText(entry: Entry): Text {
  const texts = listParts(entry).flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : renderPlainText(listParts(entry));
}
