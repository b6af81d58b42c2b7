export function pickLargest(figures: readonly number[]): number {
  return figures.reduce((most, figure) => Math.max(most, figure), 0);
}

export function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
