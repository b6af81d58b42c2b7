import { isObject, type Json } from "@clewline/text/json.js";
import type { Hash } from "../../log/pointer.js";
import { listFirstWords, listPhrases, listRuns } from "./erased-words.js";

/** Runs of words that were erased and names of memories, to be looked for in the bytes of files. */
export interface SoughtPhrases {
  /** How many are looked for. */
  readonly size: number;
  /** Those that a text has. */
  find(text: string): readonly string[];
  /** Hashes of some of them, for a process that goes on: a note must not have the words. */
  print(salt: string, hash: Hash): Json;
}

/** Of a longer text only every so manyth run is looked for: a page of a file has hundreds. */
const mostRuns = 50_000;
/** A note is small. */
const mostPrints = 2_000;

/** An id, or a file that is named after one, has runs too: it stays in the place of what is erased. */
const idPattern = /(?:^|[\\/])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.txt)?$/;

export function collectSought(texts: Iterable<string>, names: Iterable<string> = []): SoughtPhrases {
  const sought = new Set(names);
  for (const text of texts)
    for (const run of pickEvenly(idPattern.test(text) ? [] : listRuns(text), mostRuns)) sought.add(run);
  return makeSought(sought, (phrase) => phrase, listFirstWords(sought));
}

/** Those that `print` gave; none if it is something else. */
export function readSought(printed: unknown, hash: Hash): SoughtPhrases {
  if (!isObject(printed) || !Array.isArray(printed.prints)) return collectSought([]);
  return makeSought(new Set(printed.prints.map(String)), (phrase) => hashPhrase(String(printed.salt), phrase, hash));
}

function makeSought(
  sought: ReadonlySet<string>,
  name: (phrase: string) => string,
  firsts?: ReadonlySet<string>,
): SoughtPhrases {
  return {
    size: sought.size,
    find: (text) =>
      sought.size === 0
        ? []
        : listPhrases(text, firsts)
            .map(name)
            .filter((each) => sought.has(each)),
    print: (salt, hash) => ({
      salt,
      prints: pickEvenly([...sought], mostPrints).map((phrase) => hashPhrase(salt, phrase, hash)),
    }),
  };
}

function hashPhrase(salt: string, phrase: string, hash: Hash): string {
  return hash(`${salt} ${phrase}`).slice(0, 16);
}

function pickEvenly(phrases: readonly string[], most: number): readonly string[] {
  const step = Math.ceil(phrases.length / most);
  return step <= 1 ? phrases : phrases.filter((_, place) => place % step === 0);
}
