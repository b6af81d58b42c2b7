import type { Clew, LaneChoice } from "../compose/clew.js";
import { sha256 } from "../compose/options.js";
import { ClewError } from "../core/errors.js";
import type { LaneRef, Pointer } from "../core/keys.js";
import { pointerTo } from "../core/pointer.js";
import { verdictOn } from "../core/verdict.js";
import type { Explained } from "../engine/inspect.js";
import { isBookkeeping, isNote } from "./bookkeeping.js";
import type { Input } from "./command.js";
import { choiceOf } from "./open-log.js";
import { sentence } from "./prose.js";
import { count, counted, oneLine } from "./text.js";
import { markOf, reasonOf } from "./verdict-words.js";

const shownAtFirst = 10;
/** Entries to open at most, unless all are asked for: the log has no index of words yet. */
const reach = 10_000;

/** An entry that holds the text, and what became of it on its lane's last call; null if no view has met it yet. */
interface Match {
  readonly lane: string;
  readonly seq: number;
  readonly pointer: Pointer;
  readonly line: string;
  readonly explained: Explained | null;
}

interface Search {
  readonly session: string;
  readonly matches: readonly Match[];
  /** Entries that were not looked at. */
  readonly unread: number;
}

/** Which entries of a session hold a text, newest lane and newest entry first, and what became of each. */
export async function whyText(input: Input, clew: Clew, text: string): Promise<number> {
  const { screen } = input;
  const { session, matches, unread } = await search(clew, input, text);
  if (unread > 0) screen.aside(`clew: ${count(unread)} older entries were not looked at; --all looks at them too`);
  if (matches.length === 0) {
    const where = input.text("lane") === undefined ? session : `this lane of ${session}`;
    screen.aside(`clew: no entry of ${where} holds ${JSON.stringify(text)}, and no turn has that id`);
    screen.aside("clew: clew sessions shows the other chats: --session KEY looks there");
    return 1;
  }
  if (input.json) for (const match of matches) screen.line(JSON.stringify(dataOf(match)));
  else print(input, session, text, matches);
  return 0;
}

function print(input: Input, session: string, text: string, matches: readonly Match[]): void {
  const { screen } = input;
  const shown = input.has("all") ? matches : matches.slice(0, shownAtFirst);
  const rest = shown.length < matches.length ? `, the newest ${count(shown.length)} (--all shows the rest)` : "";
  const holders = counted(matches.length, "entry holds", "entries hold");
  sentence(screen, `${session}: ${holders} ${JSON.stringify(text)}${rest}`);
  for (const { lane, seq, pointer, line, explained } of shown) {
    const { mark, style } = explained === null ? { mark: "·", style: "dim" as const } : markOf(explained.verdict);
    const fate = explained === null ? "in no view yet" : reasonOf(explained);
    const cut = (words: string, before: number) =>
      oneLine(words, screen.columns === null ? null : Math.max(12, screen.columns - before));
    screen.line();
    screen.line(`  ${screen.paint(style, mark)} ${cut(`${lane} #${seq}: ${fate}`, 4)}`);
    screen.line(`    ${screen.paint("cyan", pointer)}  ${screen.paint("dim", cut(line, pointer.length + 6))}`);
  }
}

function dataOf({ explained, ...match }: Match) {
  const verdict = explained?.verdict;
  return {
    ...match,
    verdict: verdict?.kind ?? null,
    rule: verdict?.rule ?? null,
    limit: verdict?.limit ?? null,
  };
}

async function search(clew: Clew, input: Input, find: string): Promise<Search> {
  const { ref, total } = await clew.log({ ...choiceOf(input), limit: 1 });
  const lanes = input.has("lane") ? [{ ref, entries: total }] : await clew.lanes(ref.session);
  let left = input.has("all") ? Number.POSITIVE_INFINITY : reach;
  let unread = 0;
  const matches: Match[] = [];
  for (const lane of lanes) {
    const looked = Math.min(left, lane.entries);
    matches.push(...(await matchesIn(clew, lane.ref, lane.entries, looked, find, input.has("all"))));
    left -= looked;
    unread += lane.entries - looked;
  }
  return { session: ref.session, matches, unread };
}

async function matchesIn(
  clew: Clew,
  ref: LaneRef,
  last: number,
  looked: number,
  find: string,
  all: boolean,
): Promise<readonly Match[]> {
  const { session, lane } = ref;
  const found: Omit<Match, "explained">[] = [];
  for (let seq = last; seq > last - looked; seq--) {
    const pointer = pointerTo("e", ref, seq, sha256);
    const page = await clew.recall({ session, lane, pointer, find });
    if (page.kind === "nothing") continue;
    const [first = ""] = page.text.split("\n");
    found.push({ lane, seq, pointer, line: first.replace(/^\d+: /, "") });
  }
  if (found.length === 0) return [];
  const verdicts = await lastVerdicts(clew, { session, lane });
  const { lines } = await clew.log({ session, lane, limit: 1_000 });
  // What came after the last view has no verdict yet, but is among the newest lines.
  const notes = new Set(lines.filter(isNote).map(({ seq }) => seq));
  return found
    .map((match) => ({ ...match, explained: explainedIn(verdicts, match.seq) }))
    .filter(({ seq, explained }) => all || !(explained === null ? notes.has(seq) : isBookkeeping(explained)));
}

function explainedIn(verdicts: readonly Explained[], seq: number): Explained | null {
  const verdict = verdictOn(
    verdicts.map((each) => each.verdict),
    seq,
  );
  return verdicts.find((each) => each.verdict === verdict) ?? null;
}

async function lastVerdicts(clew: Clew, choice: LaneChoice): Promise<readonly Explained[]> {
  try {
    return (await clew.why(choice)).verdicts;
  } catch (error) {
    // A lane without a call still holds texts.
    if (error instanceof ClewError && error.code === "receipt/unknown") return [];
    throw error;
  }
}
