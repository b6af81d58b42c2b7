import type { Clew, LaneChoice } from "../compose/clew.js";
import { sha256 } from "../compose/options.js";
import { ClewError } from "../core/errors.js";
import type { Pointer } from "../core/keys.js";
import { pointerTo } from "../core/pointer.js";
import { verdictOn } from "../core/verdict.js";
import type { Explained } from "../engine/inspect.js";
import type { Input } from "./command.js";
import { choiceOf } from "./open-log.js";
import { count, counted, oneLine } from "./text.js";
import { markOf, reasonOf } from "./verdict-words.js";

const shownAtFirst = 10;

/** An entry that holds the text, and what became of it on the last call; null if no view has met it yet. */
interface Match {
  readonly seq: number;
  readonly pointer: Pointer;
  readonly line: string;
  readonly explained: Explained | null;
}

/** Which entries hold a text, and what became of each on the last call. */
export async function whyText(input: Input, clew: Clew, text: string): Promise<number> {
  const { screen } = input;
  const matches = await matchesOf(clew, input, text);
  if (matches.length === 0) {
    screen.aside(`clew: no entry of this lane holds ${JSON.stringify(text)}, and no turn has that id`);
    screen.aside("clew: clew lanes shows the other lanes: --lane KEY looks there");
    return 1;
  }
  if (input.json) {
    for (const match of matches) screen.line(JSON.stringify(dataOf(match)));
    return 0;
  }
  const shown = input.has("all") ? matches : matches.slice(-shownAtFirst);
  const rest = shown.length < matches.length ? `, the newest ${count(shown.length)} (--all shows the rest)` : "";
  screen.line(`${counted(matches.length, "entry holds", "entries hold")} ${JSON.stringify(text)}${rest}`);
  for (const { seq, pointer, line, explained } of shown) {
    const { mark, style } = explained === null ? { mark: "·", style: "dim" as const } : markOf(explained.verdict);
    screen.line();
    screen.line(`  ${screen.paint(style, mark)} #${seq}  ${fate(explained)}  ${screen.paint("cyan", pointer)}`);
    screen.line(`    ${screen.paint("dim", oneLine(line, screen.columns === null ? null : screen.columns - 4))}`);
  }
  return 0;
}

function fate(explained: Explained | null): string {
  return explained === null ? "in no view yet" : reasonOf(explained);
}

function dataOf({ seq, pointer, line, explained }: Match) {
  const verdict = explained?.verdict;
  return {
    seq,
    pointer,
    line,
    verdict: verdict?.kind ?? null,
    rule: verdict?.rule ?? null,
    limit: verdict?.limit ?? null,
  };
}

/** The log has no index of words yet: every entry of the lane is opened once. */
async function matchesOf(clew: Clew, input: Input, find: string): Promise<readonly Match[]> {
  const { ref, total } = await clew.log({ ...choiceOf(input), limit: 1 });
  const { session, lane } = ref;
  const verdicts = await lastVerdicts(clew, { session, lane });
  const matches: Match[] = [];
  for (let seq = 1; seq <= total; seq++) {
    const pointer = pointerTo("e", ref, seq, sha256);
    const page = await clew.recall({ session, lane, pointer, find });
    if (page.kind === "nothing") continue;
    const [first = ""] = page.text.split("\n");
    const verdict = verdictOn(
      verdicts.map((each) => each.verdict),
      seq,
    );
    const line = verdicts.find((each) => each.verdict === verdict)?.line ?? null;
    matches.push({
      seq,
      pointer,
      line: first.replace(/^\d+: /, ""),
      explained: verdict === undefined ? null : { verdict, line },
    });
  }
  return matches;
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
