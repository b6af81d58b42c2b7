const units = ["", "k", "M", "G"];

/** Formats a number for a quick look: 950, 1.4k, 29k, 1.2M. */
export function formatShortNumber(value: number): string {
  let rest = Math.round(value);
  for (const unit of units) {
    const rounded = unit !== "" && rest < 10 ? Math.round(rest * 10) / 10 : Math.round(rest);
    if (rounded < 1_000 || unit === units.at(-1)) return `${rounded}${unit}`;
    rest /= 1_000;
  }
  return String(rest);
}
