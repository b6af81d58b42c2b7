/** Small sums with more digits. */
export function formatDollars(sum: number): string {
  return `$${sum.toFixed(sum < 0.1 ? 4 : 2)}`;
}
