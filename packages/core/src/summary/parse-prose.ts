import { isObject } from "@clewline/text/json.js";
import { type SectionName, type SummaryProse, sectionNames } from "../log/summary.js";
import { cutAtWord, makeOneLine } from "./item-text.js";

export const sectionTitles: Readonly<Record<SectionName, string>> = {
  goals: "Goals and open questions",
  decisions: "Decisions",
  facts: "Facts",
  outcomes: "Outcomes",
  pending: "Pending",
  artifacts: "Files",
};

/** The title over items that a model's text left out. */
export const alsoSaid = "Also said";
/** The title over what the agent asked to remember. */
export const remembered = "To remember";
/** The name under which statements of another program's summary stand. */
export const earlierSummary = "an earlier summary";

const mostLines = 60;
const longestLine = 400;
/** More than the lines that are kept can fill. */
const readLength = 64_000;

/** Parses a model's answer by section. Null if it has no content: blank, a refusal, or only our own tags. */
export function parseProse(answer: string): SummaryProse | null {
  const read = answer.slice(0, readLength).replace(/[\uD800-\uDBFF]$/, "");
  const lines = dropEchoedLines(
    read.split(/[\r\n\u0085\u2028\u2029]+/).filter((line) => !/^\s*(?:```|~~~)/.test(line)),
  );
  const text = lines.join("\n").trim();
  const fromJson = /^[[{]/.test(text) ? parseJsonSections(text) : undefined;
  const told = fromJson === undefined ? readSections(lines) : fromJson;
  if (told === null || (refusal.test(text.slice(0, 300)) && !told.titled)) return null;
  return makeProse(told.lines);
}

interface SectionLines {
  readonly lines: readonly (readonly [SectionName, string])[];
  readonly titled: boolean;
}

const refusal =
  /^\W*(?:(?:i['’]m|i am|we['’]re)\s+(?:very |really |so |truly )?(?:sorry|afraid|unable|not able)|sorry\b|(?:i )?apologi[sz]e|my apologies|as an? (?:ai|language model|assistant)|(?:unfortunately,? )?i (?:can['’]?t|cannot|can not|won['’]t|will not|am not able|must decline)|(?:es )?tut mir leid|entschuldigung|ich kann (?:das|dies|dabei|ihnen|dir)? ?(?:leider )?nicht|(?:je suis )?(?:désolée?|navrée?)|je ne peux pas|lo siento|no puedo|(?:извини|прост)(?:те)?|к сожалению|я не могу|(?:很|非常)?(?:抱歉|对不起)|我(?:无法|不能))/iu;

/** Drops lines with our own tags, and everything between an opening tag and its end. */
function dropEchoedLines(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let inside = false;
  for (const line of lines) {
    const bare = line.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
    const last = Math.max(
      findLastMatch(bare, /<clew-[^<>]{0,400}[^/<>]>/gi),
      findLastMatch(bare, /<clew-[a-z-]{1,20}>/gi),
    );
    const closes = findLastMatch(bare, /<\/clew-/gi);
    const marked = inside || last >= 0 || closes >= 0 || /<clew-/i.test(bare);
    if (last >= 0 || closes >= 0) inside = last > closes;
    if (!marked) kept.push(line);
  }
  return kept;
}

function findLastMatch(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}

/** Undefined if it is not JSON; null if it is, but has no section. */
function parseJsonSections(text: string): SectionLines | null | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A text may begin with a bracket.
    return undefined;
  }
  if (!isObject(value)) return null;
  const lines = Object.entries(value).flatMap(([key, held]) => {
    const section = labels.get(key.toLowerCase().replace(/[\s_-]+/g, " "));
    const texts = Array.isArray(held) ? held : [held];
    return section === undefined
      ? []
      : texts.filter((each) => typeof each === "string").map((each) => [section, each] as const);
  });
  return lines.length === 0 ? null : { lines, titled: true };
}

const labels: ReadonlyMap<string, SectionName> = new Map<string, SectionName>([
  ...sectionNames.map((section) => [section, section] as const),
  ...sectionNames.map((section) => [sectionTitles[section].toLowerCase(), section] as const),
  [alsoSaid.toLowerCase(), "facts"],
  [remembered.toLowerCase(), "facts"],
  ["current goals and open questions", "goals"],
  ["goals & open questions", "goals"],
  ["open questions", "goals"],
  ["important facts", "facts"],
  ["recent outcomes", "outcomes"],
  ["pending actions", "pending"],
  ["next steps", "pending"],
  ["pending actions and next steps", "pending"],
  ["files touched", "artifacts"],
]);

function readSections(lines: readonly string[]): SectionLines {
  const told: (readonly [SectionName, string])[] = [];
  let section: SectionName = "facts";
  let titled = false;
  for (const line of lines.filter((each) => !attribution.test(each))) {
    const { label, rest } = readLabel(line);
    if (label !== null) titled = true;
    section = label ?? section;
    if (rest !== "") told.push([section, rest]);
  }
  return { lines: told, titled };
}

/** Who said the lines below, and when: a model that repeats it says nothing. */
const attribution = /^[\s*+•-]*\[[^[\]]{1,200}\]\s*$/u;

/** Reads a title alone on its line, or before a colon, with or without Markdown. */
function readLabel(line: string): { readonly label: SectionName | null; readonly rest: string } {
  const bare = line.replace(/^\s*(?:(?:[-*+•]|#{1,6}|\d{1,2}[.)])\s+)*/u, "").trim();
  const colon = bare.search(/[:：]/u);
  const whole = labels.get(normaliseTitle(bare));
  if (whole !== undefined) return { label: whole, rest: "" };
  if (colon === -1 || colon > 60) return { label: null, rest: bare };
  const label = labels.get(normaliseTitle(bare.slice(0, colon)));
  if (label === undefined) return { label: null, rest: bare };
  return { label, rest: bare.slice(colon + 1).replace(/^[\s*_]+/u, "") };
}

function normaliseTitle(text: string): string {
  return text
    .slice(0, 80)
    .replace(/[*_#:：]/gu, "")
    .trim()
    .toLowerCase();
}

const nothing =
  /^[\s\p{P}\p{S}\p{C}]*(?:none|n\/a|nothing|empty|keine?|nichts|aucune?|rien|ninguno|ninguna|nada|нет|无|没有)?[\s\p{P}\p{S}\p{C}]*$/iu;

function makeProse(lines: SectionLines["lines"]): SummaryProse | null {
  const kept = lines
    .map(([section, line]) => [section, cutAtWord(makeOneLine(line), longestLine)] as const)
    .filter(([, line]) => !nothing.test(line))
    .slice(0, mostLines);
  if (kept.length === 0) return null;
  const sections = sectionNames.map(
    (section) => [section, kept.filter(([of]) => of === section).map(([, line]) => line)] as const,
  );
  return Object.fromEntries(sections.filter(([, found]) => found.length > 0));
}
