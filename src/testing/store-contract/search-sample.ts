import { askedWords } from "../../core/log/search-words.js";
import type { Found, LogStore, Scope } from "../../core/ports/index.js";
import { lane, texts } from "./sample.js";

export const here: Scope = { kind: "lane", ref: lane() };

export async function ask(store: LogStore, question: string, limit = 10, scope = here): Promise<readonly Found[]> {
  return store.search(scope, askedWords(question), limit);
}

export async function found(store: LogStore, question: string, limit = 10, scope = here): Promise<readonly string[]> {
  return texts((await ask(store, question, limit, scope)).map(({ entry }) => entry));
}
