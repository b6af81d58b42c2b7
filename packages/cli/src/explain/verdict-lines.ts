import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";
import { isBookkeeping } from "../read/bookkeeping.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber, measureColumns, placeLeft, placeRight } from "../terminal/text.js";
import { explainVerdict, formatPlace, pickMark } from "./verdict-words.js";

/** An explained entry, or a run of entries in one line. */
interface FoldedVerdict extends ExplainedVerdict {
  /** How many entries the run stands for; by default all from first to last. */
  readonly entries?: number;
}

/** One line for what is shown in full; for everything else a second one with pointer and words. */
export function renderVerdicts(screen: Screen, verdicts: readonly FoldedVerdict[]): readonly string[] {
  const places = Math.max(...verdicts.map(({ verdict }) => formatPlace(verdict).length), 0);
  const digits = Math.max(...verdicts.map(({ verdict }) => formatNumber(verdict.tokens).length), 0);
  return verdicts.flatMap((each) => renderVerdict(screen, each, places, digits));
}

function renderVerdict(screen: Screen, explained: FoldedVerdict, places: number, digits: number): readonly string[] {
  const { verdict, line } = explained;
  const { mark, style } = pickMark(verdict);
  const tokens = verdict.tokens === 0 ? "–" : formatNumber(verdict.tokens);
  const start = `${placeLeft(formatPlace(verdict), places)}  ${placeRight(tokens, digits)}  `;
  const head = `  ${screen.paint(style, mark)} ${screen.paint("dim", start)}`;
  const indent = measureColumns(start) + 4;
  const pointer = verdict.pointer === null ? "" : `${verdict.pointer}  `;
  const cut = (text: string, before: number) =>
    fitLine(text, screen.columns === null ? null : Math.max(12, screen.columns - indent - before));
  const words = line?.text ?? formatCount(explained.entries ?? countEntries(explained), "entry", "entries");
  if (verdict.rule === "fits") return [head + cut(line === null ? `${words} in full` : words, 0)];
  const second = screen.paint("cyan", pointer) + screen.paint("dim", cut(words, pointer.length));
  return [head + cut(explainVerdict(explained), 0), " ".repeat(indent) + second];
}

/** Folds three or more neighbours in full into one line, because the reader looks for what is missing. */
export function foldVerdicts(verdicts: readonly ExplainedVerdict[]): readonly FoldedVerdict[] {
  const runs: ExplainedVerdict[][] = [];
  for (const each of verdicts) {
    const run = runs.at(-1);
    if (run?.[0]?.verdict.rule === "fits" && each.verdict.rule === "fits") run.push(each);
    else runs.push([each]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const last = run.at(-1);
    if (run.length < 3 || first === undefined || last === undefined) return run;
    const tokens = run.reduce((sum, { verdict }) => sum + verdict.tokens, 0);
    return [{ verdict: { ...first.verdict, to: last.verdict.to, tokens }, line: null, entries: run.length }];
  });
}

/** At most `most`: what the message itself brought in comes first, then what is missing, then the newest; in the order of the log. */
export function pickTellingVerdicts(verdicts: readonly FoldedVerdict[], most: number): readonly FoldedVerdict[] {
  const ranks = verdicts.map((each) => [rankVerdict(each), each] as const);
  const chosen = [0, 1, 2, 3]
    .flatMap((rank) => ranks.flatMap(([own, each]) => (own === rank ? [each] : [])).toReversed())
    .slice(0, most);
  return chosen.sort((a, b) => a.verdict.from - b.verdict.from);
}

function rankVerdict({ verdict }: FoldedVerdict): number {
  if (verdict.kind === "retrieved") return 0;
  if (verdict.kind === "omitted") return 1;
  return verdict.kind === "summarised" ? 2 : 3;
}

/** How many entries are shown in full, shortened, summarised and left out, without those that no model is shown. */
export function tally(verdicts: readonly ExplainedVerdict[]): string {
  const counting = verdicts.filter((each) => !isBookkeeping(each));
  const many = (kind: ExplainedVerdict["verdict"]["kind"]) =>
    counting.reduce((sum, each) => sum + (each.verdict.kind === kind ? countEntries(each) : 0), 0);
  const shown = many("kept") + many("retrieved");
  const summarised = many("summarised");
  const inSummary = summarised === 0 ? "" : `${formatNumber(summarised)} summarised, `;
  const full = `${formatCount(shown, "entry", "entries")} in full, ${formatNumber(many("stubbed"))} shortened`;
  return `${full}, ${inSummary}${formatNumber(many("omitted"))} left out`;
}

function countEntries({ verdict }: ExplainedVerdict): number {
  return verdict.to - verdict.from + 1;
}
