import type { LaneRow } from "./rows/place-row.js";

/** No word of a text holds this character: words are letters, marks and numbers. */
const mark = "¤";

/** Index words for a row's place. Every query has one of them, so that no row outside the scope is read. */
export const scopeWord = {
  owner: (id: number) => `${mark}o${id}`,
  session: (id: number) => `${mark}s${id}`,
  lane: (id: number) => `${mark}l${id}`,
} as const;

/** The indexed text of an entry: words for its place, then its own text. */
export function addScopeWords(
  { ownerId, sessionId, id }: Pick<LaneRow, "ownerId" | "sessionId" | "id">,
  text: string,
): string {
  return `${scopeWord.owner(ownerId)} ${scopeWord.session(sessionId)} ${scopeWord.lane(id)} ${text}`;
}
