/**
 * The largest sum of overlaps if each row and each column is used once at most: the assignment problem, solved by
 * shortest augmenting paths over potentials (Kuhn and Munkres).
 */
export function computeLargestOverlap(
  overlaps: readonly (readonly [row: number, column: number, size: number])[],
): number {
  const rows = [...new Set(overlaps.map(([row]) => row))];
  const columns = [...new Set(overlaps.map(([, column]) => column))];
  const side = Math.max(rows.length, columns.length);
  const costs = Array.from({ length: side + 1 }, () => new Float64Array(side + 1));
  const [rowAt, columnAt] = [indexKeys(rows), indexKeys(columns)];
  for (const [row, column, size] of overlaps) {
    const line = costs[rowAt.get(row) ?? 0];
    if (line !== undefined) line[columnAt.get(column) ?? 0] = -size;
  }
  return 0 - computeLeastCost(costs, side);
}

/** From 1 on. */
function indexKeys(keys: readonly number[]): ReadonlyMap<number, number> {
  return new Map(keys.map((key, index) => [key, index + 1]));
}

function computeLeastCost(costs: readonly Float64Array[], side: number): number {
  const [ofRow, ofColumn] = [new Float64Array(side + 1), new Float64Array(side + 1)];
  const rowOf = new Int32Array(side + 1);
  const cost = (row: number, column: number) => costs[row]?.[column] ?? 0;
  for (let row = 1; row <= side; row += 1) {
    rowOf[0] = row;
    const least = new Float64Array(side + 1).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(side + 1);
    const used = new Uint8Array(side + 1);
    let column = 0;
    while (rowOf[column] !== 0) {
      used[column] = 1;
      const from = rowOf[column] ?? 0;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let other = 1; other <= side; other += 1) {
        if (used[other]) continue;
        const reduced = cost(from, other) - (ofRow[from] ?? 0) - (ofColumn[other] ?? 0);
        if (reduced < (least[other] ?? 0)) {
          least[other] = reduced;
          before[other] = column;
        }
        if ((least[other] ?? 0) < delta) [delta, next] = [least[other] ?? 0, other];
      }
      for (let other = 0; other <= side; other += 1) {
        if (!used[other]) least[other] = (least[other] ?? 0) - delta;
        else {
          const assigned = rowOf[other] ?? 0;
          ofRow[assigned] = (ofRow[assigned] ?? 0) + delta;
          ofColumn[other] = (ofColumn[other] ?? 0) - delta;
        }
      }
      column = next;
    }
    for (let place = column; place !== 0; place = before[place] ?? 0) rowOf[place] = rowOf[before[place] ?? 0] ?? 0;
  }
  let sum = 0;
  for (let column = 1; column <= side; column += 1) sum += cost(rowOf[column] ?? 0, column);
  return sum;
}
