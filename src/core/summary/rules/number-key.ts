/** Normalises a number: 1,000 and 1 000 and 1000 are equal, and so are 2,5 and 2.5, and € 20 and 20€. */
export function makeNumberKey(written: string): string {
  const text = written.normalize("NFKC").replaceAll("−", "-").replace(/^\+/, "");
  const unit = text.match(/[\p{Sc}%‰°]/u)?.[0] ?? "";
  const sign = text.startsWith("-") ? "-" : "";
  const figure = text.replace(/[^\p{Nd}.,]/gu, "").replace(/[.,]+$/, "");
  return `${sign}${normaliseFigure(figure)}${unit}`;
}

/** The last mark separates decimals, unless it separates thousands: in doubt, as in 1.000, it stays. */
function normaliseFigure(figure: string): string {
  const marks = figure.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return figure;
  const grouped = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+$/u.test(figure) && new Set(marks).size === 1;
  if (grouped && (marks.length > 1 || last === ",")) return figure.replace(/[.,]/g, "");
  const place = figure.lastIndexOf(last);
  return `${figure.slice(0, place).replace(/[.,]/g, "")}.${figure.slice(place + 1)}`;
}
