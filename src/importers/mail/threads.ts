import type { Letter } from "./letter.js";

/** The id that names each letter's thread; none for a letter without any id. */
export function mapThreads(letters: readonly Letter[]): ReadonlyMap<Letter, string> {
  const byId = new Map(letters.flatMap((letter) => (letter.id === null ? [] : [[letter.id, letter]])));
  const threads = new Map<Letter, string>();
  for (const letter of letters) {
    const path: Letter[] = [];
    let last = letter;
    // Headers come from outside: letters may claim to answer each other in a circle.
    const seen = new Set<Letter>();
    for (
      let each: Letter | undefined = letter;
      each !== undefined && !seen.has(each);
      each = findParentLetter(each, byId)
    ) {
      seen.add(each);
      path.push(each);
      last = each;
      if (threads.has(each)) break;
    }
    const thread = threads.get(last) ?? last.first ?? last.id;
    if (thread !== null) for (const each of path) threads.set(each, thread);
  }
  return threads;
}

/** The subject without marks of replies and forwards. */
export function readTopic(subject: string): string {
  return subject.replace(/^((re|fwd?|aw|wg|sv|antw|tr|rv)(\[\d+\])?\s*:\s*)+/i, "").toLowerCase();
}

function findParentLetter({ first, replyTo }: Letter, byId: ReadonlyMap<string, Letter>): Letter | undefined {
  return byId.get(first ?? replyTo ?? "");
}
