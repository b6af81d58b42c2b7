/** Whether two texts give different figures of one unit: another price, share, date or count of the same things. */
import { rememberByText } from "../text/remember.js";

/** Whether `text` has a value that `other` does not have, of a unit that both have. */
export function holdsChangedFigure(text: string, other: string): boolean {
  const before = readFigures(other);
  for (const [unit, values] of readFigures(text)) {
    const known = before.get(unit);
    if (known !== undefined && [...values].some((value) => !known.has(value))) return true;
  }
  return false;
}

/** A sign of money or of parts beside a number is its unit; else the words on both sides are ("April 5", "5 interviews"). */
const figure =
  /(?:(?<before>\p{L}+)\.?\s+)?(?:(?<money>\p{Sc})\s?)?(?<value>\p{N}[\p{N}.,:]*)(?:\s?(?<sign>[%°\p{Sc}]))?(?:[\s-]*(?<after>\p{L}+))?/gu;
/** Only the beginning of a long text counts; of a unit, so many letters, because its forms share them. */
const [looked, unitLetters] = [2_000, 5];

const readFigures = rememberByText(
  (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
    const figures = new Map<string, Set<string>>();
    for (const { groups = {} } of text.slice(0, looked).toLowerCase().matchAll(figure)) {
      const value = (groups.value ?? "").replace(/[.,:]+$/, "");
      for (const unit of listUnits(groups)) figures.set(unit, (figures.get(unit) ?? new Set()).add(value));
    }
    return figures;
  },
  { texts: 2_000, characters: 500_000 },
);

function listUnits({ money, sign, before, after }: Readonly<Record<string, string | undefined>>): readonly string[] {
  const mark = money ?? sign;
  if (mark !== undefined) return [mark];
  const shorten = (word: string) => word.slice(0, unitLetters);
  return [
    ...(before === undefined ? [] : [`${shorten(before)} _`]),
    ...(after === undefined || after.length < 2 ? [] : [`_ ${shorten(after)}`]),
  ];
}
