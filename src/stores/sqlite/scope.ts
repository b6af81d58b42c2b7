/** The words of `search.scope`. A query has one of them, so that nothing outside is ever looked at. */
export const scopeWord = {
  owner: (id: number) => `o${id}`,
  session: (id: number) => `s${id}`,
  lane: (id: number) => `l${id}`,
} as const;

export function scopeOf(place: {
  readonly ownerId: number;
  readonly sessionId: number;
  readonly laneId: number;
}): string {
  const { owner, session, lane } = scopeWord;
  return `${owner(place.ownerId)} ${session(place.sessionId)} ${lane(place.laneId)}`;
}
