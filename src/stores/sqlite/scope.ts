import type { LaneRow } from "./rows/place-row.js";

/** No word of a text holds this character: words are letters, marks and numbers. */
const mark = "¤";

/** The words that stand for a row's place. A query has one of them, so that nothing outside is ever looked at. */
export const scopeWord = {
  owner: (id: number) => `${mark}o${id}`,
  session: (id: number) => `${mark}s${id}`,
  lane: (id: number) => `${mark}l${id}`,
} as const;

/** What is indexed for an entry: where it is, and what it says. */
export function addScopeWords(
  { ownerId, sessionId, id }: Pick<LaneRow, "ownerId" | "sessionId" | "id">,
  text: string,
): string {
  return `${scopeWord.owner(ownerId)} ${scopeWord.session(sessionId)} ${scopeWord.lane(id)} ${text}`;
}
