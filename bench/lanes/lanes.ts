import { stat } from "node:fs/promises";
import { join } from "node:path";
import { inferLink } from "../../src/core/conversation/links/link.js";
import { type LinkWeights, linkWeights } from "../../src/core/conversation/links/weights.js";
import { ClewError } from "../../src/core/errors.js";
import { describeMachine } from "../machine.js";
import { type Cell, checkAtLeast, type Report, type Table, verdictColumns } from "../report.js";
import { type AnnotatedChat, readChats } from "./annotated-chat.js";
import { applyRule, type Rule } from "./guess.js";
import { inferPlainLink } from "./plain-rule.js";
import { type LaneScore, scoreLanes } from "./score.js";

export interface LanesOptions {
  /** A folder of annotated chats, or one with the folders dev and train. */
  readonly data: string;
  readonly say: (what: string) => void;
}

const people: ReadonlyMap<string, string> = new Map();
const pickWeighedLine: Rule = (line, earlier) => inferLink(line, earlier, people);
const pickPlainLine: Rule = (line, earlier) => inferPlainLink(line, earlier, people);
const pickPreviousLine: Rule = (_line, earlier) => earlier.at(-1) ?? null;

const columns = ["rule", "link F", "precision", "recall", "1 − VI", "one to one", "exact F"];

/** How well Clew separates the conversations of a chat without marks of what answers what. */
export async function measureLanes({ data, say }: LanesOptions): Promise<Report> {
  const parted = await isFolder(join(data, "dev"));
  const measured = await readChats(parted ? join(data, "dev") : data);
  if (measured.length === 0) throw makeMissingChatsError(data);
  say(`chats: ${measured.length}`);
  const score = scoreRule(measured, pickWeighedLine);
  const fitted = parted && (await isFolder(join(data, "train"))) ? await readChats(join(data, "train")) : [];
  if (fitted.length > 0) say(`chats that the weights were fitted to: ${fitted.length}`);
  say("groups of signs");
  const tables = [
    makeTargetTable(score),
    makeRuleTable("Rules", measured, [
      ["weighed signs", pickWeighedLine],
      ["plain rule", pickPlainLine],
      ["the line before", pickPreviousLine],
    ]),
    ...(fitted.length === 0
      ? []
      : [
          makeRuleTable("The same on the chats that the weights were fitted to", fitted, [
            ["weighed signs", pickWeighedLine],
            ["plain rule", pickPlainLine],
          ]),
        ]),
    makeAblationTable(measured, score),
    makeCountTable(measured, fitted),
  ];
  return { bench: "lanes", machine: describeMachine(), tables };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // A missing path is no folder.
    return false;
  }
}

function makeMissingChatsError(data: string): ClewError {
  return new ClewError("import/bad", `There is no annotated chat in ${data}`, {
    hint: "Name a folder with pairs of NAME.ascii.txt and NAME.annotation.txt",
  });
}

function scoreRule(chats: readonly AnnotatedChat[], rule: Rule): LaneScore {
  return scoreLanes(chats.map((chat) => ({ chat, links: applyRule(chat, rule) })));
}

function makeTargetTable({ linkF, oneToOne, information, exactF }: LaneScore): Table {
  const rows = [
    checkAtLeast("F of single links", linkF, 63.2),
    checkAtLeast("lines in the right lane, one to one", oneToOne, 69.6),
    checkAtLeast("1 − scaled variation of information", information, 86.9),
    checkAtLeast("F of lanes that are exactly right", exactF, 22.7),
  ];
  return { title: "Targets, in percent", columns: verdictColumns, rows };
}

function makeRuleTable(
  title: string,
  chats: readonly AnnotatedChat[],
  named: readonly (readonly [string, Rule])[],
): Table {
  return { title, columns, rows: named.map(([name, rule]) => makeRow(name, scoreRule(chats, rule))) };
}

function makeRow(name: string, score: LaneScore): readonly Cell[] {
  const { linkF, precision, recall, information, oneToOne, exactF } = score;
  return [name, linkF, precision, recall, information, oneToOne, exactF];
}

/** Groups of related signs, by how their names begin. */
const groups: readonly (readonly [name: string, part: keyof LinkWeights, sign: RegExp])[] = [
  ["lines between", "answer", /^between/],
  ["minutes between", "answer", /^minutes/],
  ["its sender spoke since", "answer", /^its sender/],
  ["the sender spoke since", "answer", /^mine since/],
  ["conversations so far", "answer", /^(newest|older) in|took part/],
  ["shared words", "answer", /^shared/],
  ["length of the earlier line", "answer", /^its words/],
  ["whom the earlier line names", "answer", /^it names/],
  ["talked before", "answer", /^talked/],
  ["how a start sounds", "start", /^(words|question|statement)/],
  ["when its sender was here", "start", /^(minutes since|called)/],
];

function makeAblationTable(chats: readonly AnnotatedChat[], whole: LaneScore): Table {
  const rows = groups.map(([name, part, sign]) => {
    const kept = Object.fromEntries(Object.entries(linkWeights[part]).filter(([each]) => !sign.test(each)));
    const weights = { ...linkWeights, [part]: kept };
    const score = scoreRule(chats, (line, earlier) => inferLink(line, earlier, people, weights));
    return [name, score.linkF - whole.linkF, score.oneToOne - whole.oneToOne];
  });
  const title = "Change without a group of signs, the others as they are";
  return { title, columns: ["signs", "link F", "one to one"], rows };
}

function makeCountTable(measured: readonly AnnotatedChat[], fitted: readonly AnnotatedChat[]): Table {
  const sum = (chats: readonly AnnotatedChat[]) => chats.reduce((count, { links }) => count + links.size, 0);
  const rows: Cell[][] = [["measured; nothing was fitted to it", measured.length, sum(measured)]];
  if (fitted.length > 0) rows.push(["the weights were fitted to it", fitted.length, sum(fitted)]);
  return { title: "Data", columns: ["part", "chats", "marked lines"], rows };
}
