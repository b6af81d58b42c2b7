import { listRuns } from "./erased-words.js";

/** Runs of words that were erased, to be looked for in the bytes of files. */
export interface SoughtPhrases {
  /** How many are looked for. */
  readonly size: number;
  /** Those that a text has. */
  find(text: string): readonly string[];
}

/** Of a longer text only every so manyth run is looked for: a page of a file has hundreds. */
const mostRuns = 50_000;

/** An id, or a file that is named after one, has runs too: it stays in the place of what is erased. */
const idPattern = /(?:^|[\\/])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.txt)?$/;

export function collectSought(texts: Iterable<string>): SoughtPhrases {
  const sought = new Set<string>();
  for (const text of texts) {
    const runs = idPattern.test(text) ? [] : listRuns(text);
    const step = Math.ceil(runs.length / mostRuns);
    for (let place = 0; place < runs.length; place += step) sought.add(runs[place] ?? "");
  }
  return { size: sought.size, find: (text) => listRuns(text).filter((run) => sought.has(run)) };
}
