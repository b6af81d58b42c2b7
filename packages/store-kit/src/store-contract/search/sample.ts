import { pickAskedWords } from "@clewline/core/log/search-words.js";
import type { FoundEntry, LogStore, SearchScope } from "@clewline/core/ports/index.js";
import { listTexts, makeLane } from "../sample.js";

export const here: SearchScope = { kind: "lane", ref: makeLane() };

export async function ask(store: LogStore, question: string, limit = 10, scope = here): Promise<readonly FoundEntry[]> {
  return (await store.search(scope, pickAskedWords(question), limit)).found;
}

export async function findTexts(
  store: LogStore,
  question: string,
  limit = 10,
  scope = here,
): Promise<readonly string[]> {
  return listTexts((await ask(store, question, limit, scope)).map(({ entry }) => entry));
}
