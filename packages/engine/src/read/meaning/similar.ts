/** Finds entries of a scope that mean the same as a question, as far as they have vectors. */

import type { Instant, LaneRef } from "@clewline/core/log/keys.js";
import { makeLaneAddress } from "@clewline/core/log/keys.js";
import type { SearchScope } from "@clewline/core/ports/index.js";
import { cutMeaningText } from "@clewline/core/retrieval/meaning-text.js";
import { normaliseVector } from "@clewline/core/retrieval/quantise-vector.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Engine } from "../../engine.js";
import { walkSessions } from "../sessions/all-sessions.js";
import type { Meaning } from "./meaning.js";
import { raceAbort } from "./race-abort.js";
import { findSpeakerNames } from "./speaker-names.js";
import type { LaneScores } from "./vector-cache.js";

/** An entry that is near to a question. */
interface SimilarEntry {
  readonly ref: LaneRef;
  readonly seq: number;
  /** The cosine. */
  readonly score: number;
}

export type Similarity =
  /** There is no embedder to compare by meaning. */
  | { readonly kind: "none" }
  /** It was not compared this time; why, as a clause. */
  | { readonly kind: "left-out"; readonly because: string }
  | Scored;

interface Scored {
  readonly kind: "scored";
  /** The part of the question's words that the embedder was made for. */
  readonly known: number;
  /** How many entries of the scope have a vector. */
  readonly indexed: number;
  /** How many there will be. */
  readonly of: number;
  /** Best first; the newer of two equals. */
  readonly best: readonly SimilarEntry[];
  /** The cosine of an entry of the scope; null for one without a vector. */
  scoreOf(ref: LaneRef, seq: number): number | null;
}

export interface SimilarityLimits {
  /** The most entries that `best` may have. */
  readonly most: number;
  /** By the engine's clock: entries that are not compared by then are left out. */
  readonly until: Instant;
  readonly signal?: AbortSignal;
}

/** Never throws because of the embedder or the deadline: a search then goes on by words. */
export async function findSimilar(
  engine: Engine,
  scope: SearchScope,
  question: string,
  limits: SimilarityLimits,
): Promise<Similarity> {
  const names = () => findSpeakerNames(engine, scope);
  const compared = await compareLanes(engine, { question, names, lanes: () => walkLanes(engine, scope) }, limits);
  if (compared.kind !== "scored") return compared;
  return { kind: "scored", known: compared.known, ...summarise(compared.lanes, scope, limits.most) };
}

/** A question, and the lanes that it is compared with. */
interface Comparing {
  readonly question: string;
  /** The names to take out of the question. */
  names(): Promise<readonly string[]>;
  lanes(): AsyncIterable<LaneRef> | Iterable<LaneRef>;
}

type Compared =
  | Exclude<Similarity, Scored>
  | { readonly kind: "scored"; readonly known: number; readonly lanes: readonly LaneScores[] };

/** Never throws because of the embedder or the deadline. */
export async function compareLanes(
  engine: Engine,
  comparing: Comparing,
  { until, signal }: Pick<SimilarityLimits, "until" | "signal">,
): Promise<Compared> {
  const { meaning } = engine;
  if (meaning === null) return { kind: "none" };
  const late = new AbortController();
  const left = until - engine.clock.now();
  if (left <= 0 || signal?.aborted) return leaveOut(left <= 0);
  const timer = setTimeout(() => late.abort(), left);
  const stop = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  try {
    return await raceAbort(compare({ engine, meaning, stop }, comparing), stop);
  } catch (error) {
    if (stop.aborted) return leaveOut(late.signal.aborted);
    return { kind: "left-out", because: redactSecrets(describeError(error)).slice(0, 300) };
  } finally {
    clearTimeout(timer);
  }
}

function leaveOut(isLate: boolean): Exclude<Similarity, Scored> {
  return { kind: "left-out", because: isLate ? "there was no time left" : "it was stopped" };
}

interface Comparison {
  readonly engine: Engine;
  readonly meaning: Meaning;
  readonly stop: AbortSignal;
}

async function compare(
  { engine, meaning, stop }: Comparison,
  { question, names, lanes }: Comparing,
): Promise<Compared> {
  const state = await meaning.state(stop);
  if (state.kind === "none") return state;
  if (state.kind === "unusable") return { kind: "left-out", because: state.because };
  const { embedder } = state;
  const text = cutMeaningText(redactSecrets(question), await names());
  if (text === "") return { kind: "left-out", because: "the question has no words" };
  const known = embedder.knows(text);
  if (known === 0) return { kind: "left-out", because: `${embedder.title} was not made for the question's language` };
  const [vector = new Float32Array(embedder.dimensions)] = await embedder.embed([text], stop);
  const query = { embedder: embedder.name, vector: normaliseVector(vector) };
  const next = async () => {
    stop.throwIfAborted();
    await meaning.pause();
  };
  const scored: LaneScores[] = [];
  for await (const ref of lanes()) scored.push(await meaning.cache.score(engine.store, ref, query, next));
  return { kind: "scored", known, lanes: scored };
}

async function* walkLanes(engine: Engine, scope: SearchScope): AsyncGenerator<LaneRef> {
  if (scope.kind === "lane") {
    yield scope.ref;
    return;
  }
  const { owner } = scope;
  const listed = scope.kind === "session" ? [scope] : walkSessions({ store: engine.store, owner });
  for await (const { session } of listed) {
    for (const { ref } of await engine.store.lanes({ owner, session })) yield ref;
  }
}

function summarise(lanes: readonly LaneScores[], scope: SearchScope, most: number): Omit<Scored, "kind" | "known"> {
  const before = scope.kind === "lane" ? (scope.before ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const byLane = new Map(lanes.map((lane) => [makeLaneAddress(lane.ref), lane]));
  const indexed = lanes.reduce((sum, lane) => sum + lane.indexed, 0);
  return {
    indexed,
    of: indexed + lanes.reduce((sum, { waiting }) => sum + waiting, 0),
    best: pickBest(lanes, before, most),
    scoreOf: (ref, seq) => (seq < before ? (byLane.get(makeLaneAddress(ref))?.get(seq) ?? null) : null),
  };
}

export function pickBest(lanes: readonly LaneScores[], before: number, most: number): readonly SimilarEntry[] {
  let best: SimilarEntry[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = () => {
    best = best.sort((a, b) => b.score - a.score || b.seq - a.seq).slice(0, most);
    if (best.length === most) least = best.at(-1)?.score ?? least;
  };
  for (const { ref, forEach } of lanes) {
    forEach((seq, score) => {
      if (seq >= before || !(score >= least)) return;
      best.push({ ref, seq, score });
      if (best.length > 2 * most + 64) cut();
    });
  }
  cut();
  return best;
}
