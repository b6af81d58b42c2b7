const cells = 20;

/** A part of a whole, drawn in one line. */
export function drawBar(part: number): string {
  const full = Math.min(cells, Math.max(part > 0 ? 1 : 0, Math.round(part * cells)));
  return "█".repeat(full) + "░".repeat(cells - full);
}
