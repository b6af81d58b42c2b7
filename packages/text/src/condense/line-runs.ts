/** Lines with what neighbours share told once: the same line with how often, alike lines as one and a row of values for each. */

/** So many lines of one look are worth a row each. */
const leastAlike = 6;
const leastSame = 3;
/** The part of its characters that alike lines share. */
const leastShared = 0.4;
const hole = "…";
/** Lines that already read as ours. */
const ours = / \(×\d+\)$| \(… of \d+ lines:\)$/;

/** Null where no run is worth it. */
export function writeRuns(text: string): string | null {
  const lines = text.split("\n");
  if (text.includes(hole) || lines.some((line) => ours.test(line))) return null;
  const told: string[] = [];
  let isShorter = false;
  for (let from = 0; from < lines.length; ) {
    const run = findSame(lines, from) ?? findAlike(lines, from);
    isShorter ||= run.end - from > 1;
    told.push(...run.told);
    from = run.end;
  }
  return isShorter ? told.join("\n") : null;
}

interface Run {
  readonly end: number;
  readonly told: readonly string[];
}

function findSame(lines: readonly string[], from: number): Run | null {
  const line = lines[from] ?? "";
  let end = from + 1;
  while (end < lines.length && lines[end] === line) end += 1;
  return end - from < leastSame || line === "" ? null : { end, told: [`${line} (×${end - from})`] };
}

/** Words with the spaces before each; spaces within a line are as good as one. */
interface SplitLine {
  readonly look: string;
  readonly words: readonly string[];
}

function splitLine(line: string): SplitLine {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const words = line.slice(indent.length).split(/\s+/);
  return { look: `${indent}${line.includes("\t") ? "\t" : " "}${words.length}`, words };
}

/** A line by itself where those behind it are not alike. */
function findAlike(lines: readonly string[], from: number): Run {
  const line = lines[from] ?? "";
  const alone = { end: from + 1, told: [line] };
  const first = splitLine(line);
  const rows: (readonly string[])[] = [first.words];
  let shared: readonly boolean[] = first.words.map(() => true);
  for (let end = from + 1; end < lines.length; end++) {
    const { look, words } = splitLine(lines[end] ?? "");
    const still = look === first.look ? shared.map((is, place) => is && words[place] === first.words[place]) : [];
    if (!isEnough(still, words)) break;
    shared = still;
    rows.push(words);
  }
  if (rows.length < leastAlike) return alone;
  const indent = line.slice(0, line.length - line.trimStart().length);
  const pattern = first.words.map((word, place) => (shared[place] ? word : hole)).join(" ");
  const told = rows.map((words) => words.filter((_word, place) => !shared[place]).join("\t"));
  return { end: from + rows.length, told: [`${indent}${pattern} (${hole} of ${rows.length} lines:)`, ...told] };
}

function isEnough(shared: readonly boolean[], words: readonly string[]): boolean {
  const all = words.reduce((sum, word) => sum + word.length, 0);
  const same = words.reduce((sum, word, place) => sum + (shared[place] ? word.length : 0), 0);
  return shared.length > 1 && same >= leastShared * all;
}
