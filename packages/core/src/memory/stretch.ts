/** Entries of a lane by their seq, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly through: number;
}

/** In order, and none next to another one. */
export function addStretch(stretches: readonly Stretch[], added: Stretch): readonly Stretch[] {
  const isApart = ({ from, through }: Stretch) => through < added.from - 1 || from > added.through + 1;
  const joined = [added, ...stretches.filter((each) => !isApart(each))];
  const whole = {
    from: Math.min(...joined.map(({ from }) => from)),
    through: Math.max(...joined.map(({ through }) => through)),
  };
  return [...stretches.filter(isApart), whole].toSorted((a, b) => a.from - b.from);
}

/** The rest of 1 to `last`. */
export function listGaps(stretches: readonly Stretch[], last: number): readonly Stretch[] {
  const ends = [0, ...stretches.map(({ through }) => through)];
  const starts = [...stretches.map(({ from }) => from), last + 1];
  return ends
    .map((end, place) => ({ from: end + 1, through: Math.min(last, (starts[place] ?? 0) - 1) }))
    .filter(({ from, through }) => from <= through);
}
