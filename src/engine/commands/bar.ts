const cells = 20;

/** Draws a fraction from 0 to 1 in one line; anything above 0 fills at least one cell. */
export function drawBar(part: number): string {
  const full = Math.min(cells, Math.max(part > 0 ? 1 : 0, Math.round(part * cells)));
  return "█".repeat(full) + "░".repeat(cells - full);
}
