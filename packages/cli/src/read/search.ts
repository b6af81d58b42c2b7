import { ClewError } from "@clewline/core/errors.js";
import { pickSearchTerms } from "@clewline/core/log/search-terms.js";
import { pickAskedWords } from "@clewline/core/log/search-words.js";
import type { SearchHit } from "@clewline/engine/read/search/search.js";
import { makeSearchFilter, parseSearchKind, type SearchFilter } from "@clewline/engine/read/search/search-filter.js";
import { makeUsageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { makeExcerpt } from "../terminal/excerpt.js";
import { makeHitData, printFound, reportNoMatch, type SearchRow, tellReach } from "./search-lines.js";
import { tellArchived } from "./tell-archived.js";

const defaultLimit = 20;
const largestLimit = 1_000;

export const search: CommandDetails = {
  example: `clew search contract number    (a phrase: clew search '"contract number"')`,
  least: 1,
  most: Number.POSITIVE_INFINITY,
  heeds: ["lane"],
  options: [
    { name: "session", value: "KEY", line: "only this chat" },
    { name: "person", value: "NAME", line: "only what one person said, by name or address" },
    { name: "since", value: "DAY", line: "from this day on, as 2026-03-05 or 2026-03-05T10:00" },
    { name: "until", value: "DAY", line: "up to this day, all of it included" },
    { name: "kind", value: "KIND", line: "only said, or only tool: what tools were given and gave" },
    { name: "archived", line: "in archived sessions too" },
    { name: "limit", value: "N", line: `entries to show, ${defaultLimit} by default, at most 1000` },
  ],
  run: (input) => {
    const question = input.arguments.join(" ");
    const limit = input.number("limit", 1, largestLimit) ?? defaultLimit;
    const { terms } = pickSearchTerms(question);
    const words = [...new Set([...terms, ...pickAskedWords(question)])];
    if (terms.length === 0) {
      throw makeUsageError(`There is no word in ${JSON.stringify(question)}`, "Give words of letters or digits");
    }
    const filter = readFilter(input);
    return runWithLog(input, async (clew) => {
      const choice = readLaneChoice(input);
      if (choice.session !== undefined) await checkSession(input, clew, choice.session);
      // Asks for one more than is shown, to know whether there are more.
      const looked = await clew.search(question, {
        ...choice,
        ...filter,
        archived: input.has("archived"),
        limit: Math.min(limit + 1, largestLimit),
      });
      const hits = takeShown(looked, limit);
      const found: SearchRow[] = [];
      for (const hit of hits) found.push({ ...hit, excerpt: await makeExcerpt(clew, hit, words) });
      if (input.json) for (const each of found) input.screen.data(makeHitData(each, looked));
      else if (found.length > 0) {
        const isCut = looked.length > limit || (limit === looked.length && limit === largestLimit);
        printFound(input, found, { terms, words, isCut, mayHaveMore: found.length < largestLimit });
      }
      if (found.length === 0) reportNoMatch(input, terms);
      if (choice.session === undefined && !input.has("archived")) await tellArchived(input, clew, "search");
      tellReach(input, looked);
      return found.length === 0 ? 1 : 0;
    });
  },
};

/** Wrong values are found before the log is opened. */
function readFilter(input: Input): SearchFilter {
  const kind = input.text("kind");
  try {
    const filter = {
      person: input.text("person"),
      since: input.text("since"),
      until: input.text("until"),
      kind: kind === undefined ? undefined : parseSearchKind(kind),
    };
    makeSearchFilter({ people: new Map(), zone: "UTC" }, filter);
    return filter;
  } catch (error) {
    if (error instanceof ClewError)
      throw makeUsageError(`--${error.message}`, error.hint ?? "Write clew search --help");
    throw error;
  }
}

/** The last of those with the words is the one too many; what follows them means the same in other words. */
function takeShown(looked: readonly SearchHit[], limit: number): readonly SearchHit[] {
  const inWords = looked.filter(({ matched }) => matched > 0);
  const others = looked.filter(({ matched }) => matched === 0);
  const over = Math.max(0, looked.length - limit);
  return [...inWords.slice(0, inWords.length - over), ...others].slice(0, limit);
}
