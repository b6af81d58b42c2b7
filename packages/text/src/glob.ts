/** In characters. Callers refuse a longer pattern. */
export const longestGlob = 200;

/**
 * Compiles a glob: `*` and `?` within a name, `**` for any folders, `{a,b}` for alternatives. A pattern without a slash
 * matches names in any folder, and one without wildcards also matches everything under it. Matching takes at most time
 * in proportion to the path's length times the pattern's.
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

/** Braces beyond the limit are taken literally. */
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

/** Backtracks only to the last star, which is enough: an earlier star could not match more. */
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
