/** The order in which a block shows messages: of a long conversation about one thing not all of it. */

/** The messages to order, best first. */
interface Placed {
  readonly lane: string;
  readonly seq: number;
  readonly isLong: boolean;
}

/** Taken off for a neighbour right beside one that is shown; less for one further away. */
const [takenOff, reach] = [0.3, 4];

/** A long message comes later where one near it in its lane is shown already. */
export function spaceOut<Item extends { readonly score: number }>(
  ranked: readonly Item[],
  describe: (item: Item) => Placed,
): readonly Item[] {
  let least = Number.POSITIVE_INFINITY;
  const open = ranked.map((item) => {
    least = Math.min(least, item.score);
    return { item, ...describe(item), score: least };
  });
  const byPlace = new Map(open.map((each) => [`${each.lane} ${each.seq}`, each]));
  const ordered: Item[] = [];
  while (open.length > 0) {
    const best = open.reduce((most, each, place) => (each.score > (open[most]?.score ?? 0) ? place : most), 0);
    const [taken] = open.splice(best, 1);
    if (taken === undefined) break;
    ordered.push(taken.item);
    for (let far = 1; far <= reach; far++) {
      for (const seq of [taken.seq - far, taken.seq + far]) {
        const beside = byPlace.get(`${taken.lane} ${seq}`);
        if (beside?.isLong === true) beside.score -= takenOff / far;
      }
    }
  }
  return ordered;
}
