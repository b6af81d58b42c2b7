/** Asks the index of words for entries that may answer a question. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { FoundEntry, SearchResult } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import type { CandidateSource } from "./candidates.js";

/** If nearly all hits are of tools, or may not be shown, asks the index once more for messages alone. */
export async function askIndex(
  { store }: Engine,
  asked: CandidateSource,
  words: readonly string[],
): Promise<SearchResult> {
  const { scope, depth, mayShow } = asked;
  const offered = depth.looked ?? depth.most;
  const result = await askOpen(store, asked, words, offered);
  const { found } = result;
  if (found.length < offered) return result;
  const spoken = found.filter(({ entry, ref }) => !isOfTool(entry) && mayShow(entry, ref));
  if (spoken.length * fewSpoken >= offered) return result;
  const said = await store.search({ ...scope, said: true }, words, Math.min(offered, mostSaid));
  const known = new Set(found.map(({ entry }) => entry.id));
  return { ...result, found: [...found, ...said.found.filter(({ entry }) => !known.has(entry.id))] };
}

/** Asks for more in place of hits that are private to another surface. */
async function askOpen(
  store: Engine["store"],
  { scope, surface }: CandidateSource,
  words: readonly string[],
  offered: number,
): Promise<SearchResult> {
  const isOpen = ({ entry }: FoundEntry) => entry.private === undefined || entry.private === surface;
  const result = await store.search(scope, words, offered);
  if (result.found.every(isOpen)) return result;
  const more = result.found.length < offered ? result : await store.search(scope, words, offered * 4);
  return { ...more, found: more.found.filter(isOpen).slice(0, offered) };
}

/** Less than one of so many is nearly nothing, and so many more are enough. */
const [fewSpoken, mostSaid] = [4, 60];

function isOfTool({ kind }: Entry): boolean {
  return kind === "called" || kind === "returned";
}
