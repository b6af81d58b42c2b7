/** In characters. Whoever takes a pattern in refuses a longer one. */
export const longestGlob = 200;

/**
 * Paths as people select them: `*` and `?` inside a name, `**` for any folders, `{a,b}` for alternatives. A pattern
 * without a slash is for names in any folder, and one without wildcards also takes all that is under it. The time is at
 * most in proportion to the path's length times the pattern's.
 */
export function parseGlob(pattern: string): (path: string) => boolean {
  const plain = pattern.trim().replace(/^(\.?\/)+/, "");
  const wanted = expandAlternatives(plain.replace(/\/+$/, "/**") || "**").map((each) =>
    each.includes("/") ? each : `**/${each}`,
  );
  const whole = wanted.flatMap((each) => (/[*?]/.test(each.replace(/^\*\*\//, "")) ? [each] : [each, `${each}/**`]));
  const lists = whole.map((each) => each.split("/"));
  return (path) => {
    const names = path.split("/");
    return lists.some((list) => isMatch(list, names, (name) => name === "**", isNameMatch));
  };
}

const mostAlternatives = 64;

/** What is left of braces beyond the limit stands for itself. */
function expandAlternatives(pattern: string): readonly string[] {
  let list: readonly string[] = [pattern];
  while (list.length < mostAlternatives && list.some((each) => braces.test(each))) list = list.flatMap(expandBraces);
  return list.slice(0, mostAlternatives);
}

const braces = /\{([^{}]*)\}/;

function expandBraces(pattern: string): readonly string[] {
  const found = braces.exec(pattern);
  if (found === null) return [pattern];
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + found[0].length)];
  return (found[1] ?? "").split(",").map((each) => `${before}${each}${after}`);
}

function isNameMatch(pattern: string, name: string): boolean {
  return isMatch(
    [...pattern],
    [...name],
    (sign) => sign === "*",
    (sign, letter) => sign === "?" || sign === letter,
  );
}

/** Goes back to the last star only, which is enough: an earlier one could take no more than this one. */
function isMatch(
  signs: readonly string[],
  items: readonly string[],
  isStar: (sign: string) => boolean,
  fits: (sign: string, item: string) => boolean,
): boolean {
  let star = -1;
  let taken = 0;
  let place = 0;
  for (let index = 0; index < items.length; ) {
    const sign = signs[place];
    if (sign !== undefined && isStar(sign)) {
      star = place++;
      taken = index;
    } else if (sign !== undefined && fits(sign, items[index] ?? "")) {
      place += 1;
      index += 1;
    } else if (star !== -1) {
      place = star + 1;
      index = ++taken;
    } else return false;
  }
  return signs.slice(place).every(isStar);
}
