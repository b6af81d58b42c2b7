/** Formats a part of a whole, as 39 % or 39.9 %. It is rounded, but only the whole reads as 100 %. */
export function formatPercent(part: number, whole: number, digits: 0 | 1 = 0): string {
  const step = digits === 0 ? 1 : 0.1;
  const percent = (part / whole) * 100;
  return `${(part < whole ? Math.min(percent, 100 - step) : percent).toFixed(digits)} %`;
}

/** Formats a part of a split. */
export function formatPermille(permille: number): string {
  return `${(permille / 10).toFixed(1)} %`;
}

/** Tenths of a percent of a whole, rounded so that they add up to the sum's own: the largest remainders round up. */
export function splitPermilles(parts: readonly number[], whole: number): readonly number[] {
  const exact = parts.map((part) => (part / whole) * 1_000);
  const floors = exact.map(Math.floor);
  const sum = Math.round((parts.reduce((all, part) => all + part, 0) / whole) * 1_000);
  const missing = sum - floors.reduce((all, part) => all + part, 0);
  const order = exact.map((part, index) => [part - Math.floor(part), index] as const).sort(([a], [b]) => b - a);
  const raised = new Set(order.slice(0, missing).map(([, index]) => index));
  return floors.map((part, index) => (raised.has(index) ? part + 1 : part));
}
