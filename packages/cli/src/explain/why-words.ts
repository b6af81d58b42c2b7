import type { LaneSelector } from "@clewline/agent/answer-options.js";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef, Pointer } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";
import type { ExplainedStanding } from "@clewline/engine/read/memories/explain-standing.js";
import type { RecallResult } from "@clewline/engine/read/recall.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { longestPattern } from "@clewline/text/pattern.js";
import { makeUsageError } from "../program/arguments.js";
import type { Input } from "../program/command.js";
import { readLaneChoice } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { isBookkeeping, isNote } from "../read/bookkeeping.js";
import { printSentence } from "../terminal/prose.js";
import { fitLine, formatCount, formatNumber, makePrintable, measureRoom } from "../terminal/text.js";
import { makeStandingData, renderStanding } from "./standing-lines.js";
import { explainVerdict, pickMark } from "./verdict-words.js";

const shownAtFirst = 10;
/** Entries to look through at most, unless --all is given: no index finds parts of words. */
const reach = 20_000;

/** An entry that contains the text, and its verdict on its lane's last call; null if no view has had it yet. */
interface Match {
  readonly lane: string;
  readonly seq: number;
  readonly pointer: Pointer;
  readonly explained: ExplainedVerdict | null;
}

interface Search {
  readonly session: string;
  readonly matches: readonly Match[];
  /** Standing memories of the lanes' last views that contain the text. */
  readonly standing: readonly ExplainedStanding[];
  readonly unread: number;
}

/** Explains what became of each entry of a session that contains a text, newest lane and newest entry first. */
export async function explainText(input: Input, clew: OpenLog, text: string): Promise<number> {
  const { screen } = input;
  const { session, matches, standing, unread } = await search(clew, input, text);
  if (unread > 0)
    screen.aside(`clew: ${formatNumber(unread)} older entries were not looked at; --all looks at them too`);
  if (matches.length + standing.length === 0) {
    const where = input.text("lane") === undefined ? session : `this lane of ${session}`;
    screen.aside(`clew: no entry of ${fitLine(where, null)} holds ${quoteText(text)}, and no turn has that id`);
    screen.aside("clew: --session KEY looks in another chat; in all of them:", buildCommand(input, "search", text));
    return 1;
  }
  const open = (match: Match) => findMatchingLine(clew, session, match, text);
  if (input.json) {
    for (const match of matches) screen.data(makeMatchData(match, await open(match)));
    for (const each of standing) screen.data(makeStandingData(each));
  } else {
    await print(input, `${fitLine(session, null)}: ${describeHolders(matches)} ${quoteText(text)}`, matches, open);
    if (standing.length > 0) screen.line();
    for (const line of renderStanding(screen, standing)) screen.line(line);
  }
  return 0;
}

function quoteText(text: string): string {
  return makePrintable(JSON.stringify(text));
}

function describeHolders(matches: readonly Match[]): string {
  return formatCount(matches.length, "entry holds", "entries hold");
}

async function print(
  input: Input,
  title: string,
  matches: readonly Match[],
  open: (match: Match) => Promise<string>,
): Promise<void> {
  const { screen } = input;
  const shown = input.has("all") ? matches : matches.slice(0, shownAtFirst);
  const rest = shown.length < matches.length ? `, the newest ${formatNumber(shown.length)} (--all shows the rest)` : "";
  printSentence(screen, title + rest);
  for (const match of shown) {
    const { lane, seq, pointer, explained } = match;
    const { mark, style } = explained === null ? { mark: "·", style: "dim" as const } : pickMark(explained.verdict);
    const fate = explained === null ? "in no view yet" : explainVerdict(explained);
    const words = fitLine(await open(match), measureRoom(screen.columns, pointer.length + 6));
    screen.line();
    printSentence(screen, `  ${screen.paint(style, mark)} ${fitLine(lane, null)} #${seq}: ${fate}`, 4);
    screen.line(`    ${screen.paint("cyan", pointer)}  ${screen.paint("dim", words)}`);
  }
}

function makeMatchData({ explained, ...match }: Match, line: string) {
  const verdict = explained?.verdict;
  return {
    ...match,
    line,
    verdict: verdict?.kind ?? null,
    rule: verdict?.rule ?? null,
    limit: verdict?.limit ?? null,
  };
}

interface Query {
  readonly find: string;
  readonly all: boolean;
}

async function search(clew: OpenLog, input: Input, find: string): Promise<Search> {
  if (find.length > longestPattern) {
    throw makeUsageError(`That text has ${find.length} characters`, `Give at most ${longestPattern} of them`);
  }
  const query = { find, all: input.has("all") };
  const { ref, total } = await clew.log({ ...readLaneChoice(input), limit: 1 });
  const lanes = input.has("lane") ? [{ ref, entries: total }] : await clew.lanes(ref.session);
  let left = query.all ? Number.POSITIVE_INFINITY : reach;
  let unread = 0;
  const matches: Match[] = [];
  const standing = new Map<string, ExplainedStanding>();
  for (const lane of lanes) {
    const looked = Math.min(left, lane.entries);
    const span = { from: lane.entries - looked + 1, last: lane.entries };
    matches.push(...(await findTextMatches(clew, lane.ref, span, query)));
    for (const each of await findStanding(clew, lane.ref, find))
      if (!standing.has(each.verdict.pointer)) standing.set(each.verdict.pointer, each);
    left -= looked;
    unread += lane.entries - looked;
  }
  return { session: ref.session, matches, standing: [...standing.values()], unread };
}

/** Of the lane's last view. */
async function findStanding(
  clew: OpenLog,
  { session, lane }: LaneRef,
  find: string,
): Promise<readonly ExplainedStanding[]> {
  const { standing } = await readLastView(clew, { session, lane });
  const words = find.toLowerCase();
  return standing.filter(({ text }) => text?.toLowerCase().includes(words) === true);
}

async function findMatchingLine(
  clew: OpenLog,
  session: string,
  { lane, pointer }: Match,
  find: string,
): Promise<string> {
  const page = await clew.recall({ session, lane, pointer, find });
  const [first = ""] = page.kind === "page" ? page.text.split("\n") : [];
  return first.replace(/^\d+: /, "");
}

/** Matches among the lane's entries of the span, newest first. */
async function findTextMatches(
  clew: OpenLog,
  ref: LaneRef,
  { from, last }: { readonly from: number; readonly last: number },
  query: Query,
): Promise<Match[]> {
  const { session, lane } = ref;
  const holders = from > last ? new Set<string>() : await findHolders(clew, ref, from, query);
  if (holders.size === 0) return [];
  const { verdicts } = await readLastView(clew, { session, lane });
  // Entries without a verdict yet are among the newest.
  const { lines } = await clew.log({ session, lane, limit: 1_000 });
  const notes = new Set(lines.filter(isNote).map(({ pointer }) => pointer));
  const matches: Match[] = [];
  for (let seq = last; seq >= from; seq--) {
    const pointer = makePointer("e", ref, seq, sha256);
    if (!holders.has(pointer)) continue;
    const explained = findExplanation(verdicts, seq);
    const isHidden = explained === null ? notes.has(pointer) : isBookkeeping(explained);
    if (query.all || !isHidden) matches.push({ lane, seq, pointer, explained });
  }
  return matches;
}

/** Pointers of the entries that hold the text: many are looked through in one go. */
async function findHolders(clew: OpenLog, ref: LaneRef, from: number, { find }: Query): Promise<ReadonlySet<string>> {
  const { session, lane } = ref;
  const pointer = makePointer("s", ref, from, sha256);
  const holders = new Set<string>();
  for (let offset: number | null = 0; offset !== null; ) {
    const page: RecallResult = await clew.recall({ session, lane, pointer, find, offset });
    if (page.kind === "nothing") break;
    for (const line of page.text.split("\n")) {
      const [entry] = /^clew:e\w{10}(?= )/.exec(line) ?? [];
      if (entry !== undefined) holders.add(entry);
    }
    offset = page.next;
  }
  return holders;
}

function findExplanation(verdicts: readonly ExplainedVerdict[], seq: number): ExplainedVerdict | null {
  const verdict = findVerdict(
    verdicts.map((each) => each.verdict),
    seq,
  );
  return verdicts.find((each) => each.verdict === verdict) ?? null;
}

async function readLastView(
  clew: OpenLog,
  choice: LaneSelector,
): Promise<Pick<Awaited<ReturnType<OpenLog["why"]>>, "verdicts" | "standing">> {
  try {
    return await clew.why(choice);
  } catch (error) {
    // A lane without a call may still contain the text.
    if (error instanceof ClewError && error.code === "receipt/unknown") return { verdicts: [], standing: [] };
    throw error;
  }
}
