import { stat } from "node:fs/promises";
import { join } from "node:path";
import { inferLink, linkWeights } from "@clewline/core/conversation/links/link.js";
import { ClewError } from "@clewline/core/errors.js";
import { describeMachine } from "../machine.js";
import { type Cell, checkAtLeast, checkAtMost, type Report, type Table, verdictColumns } from "../report.js";
import { type AnnotatedChat, readChats } from "./annotated-chat.js";
import { applyRule, type Rule } from "./guess.js";
import { inferPlainLink } from "./plain-rule.js";
import { columns, type LanesOptions, makeRow } from "./rule-rows.js";
import { type GuessedChat, type LaneScore, scoreLanes } from "./score.js";

const people: ReadonlyMap<string, string> = new Map();
const pickWeighedLine: Rule = (line, earlier) => inferLink(line, earlier, people);
const pickPlainLine: Rule = (line, earlier) => inferPlainLink(line, earlier, people);
const pickPreviousLine: Rule = (_line, earlier) => earlier.at(-1) ?? null;

/** How well Clew separates the conversations of a chat without marks of what answers what. */
export async function measureLanes({ data, say }: LanesOptions): Promise<Report> {
  const parted = await isFolder(join(data, "dev"));
  const measured = await readChats(parted ? join(data, "dev") : data);
  if (measured.length === 0) throw makeMissingChatsError(data);
  say(`chats: ${measured.length}`);
  const weighed = guessByRule(measured, pickWeighedLine);
  const plain = guessByRule(measured, pickPlainLine);
  const score = scoreLanes(weighed);
  const files = compareFiles(weighed, plain);
  const fitted = parted && (await isFolder(join(data, "train"))) ? await readChats(join(data, "train")) : [];
  if (fitted.length > 0) say(`chats that the weights were fitted to: ${fitted.length}`);
  say("groups of signs");
  const tables = [
    makeTargetTable(score, files),
    makeRuleTable("Rules", [
      ["weighed signs", weighed],
      ["plain rule", plain],
      ["the line before", guessByRule(measured, pickPreviousLine)],
    ]),
    makeFileTable(files),
    ...(fitted.length === 0
      ? []
      : [
          makeRuleTable("The same on the chats that the weights were fitted to", [
            ["weighed signs", guessByRule(fitted, pickWeighedLine)],
            ["plain rule", guessByRule(fitted, pickPlainLine)],
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

function guessByRule(chats: readonly AnnotatedChat[], rule: Rule): readonly GuessedChat[] {
  return chats.map((chat) => ({ chat, links: applyRule(chat, rule) }));
}

interface ComparedFile {
  readonly name: string;
  readonly weighed: readonly number[];
  readonly plain: readonly number[];
}

function compareFiles(weighed: readonly GuessedChat[], plain: readonly GuessedChat[]): readonly ComparedFile[] {
  return weighed.map((guessed, index) => ({
    name: guessed.chat.name,
    weighed: listFigures(scoreLanes([guessed])),
    plain: listFigures(scoreLanes(plain.slice(index, index + 1))),
  }));
}

const figureNames = ["link F", "1 − VI", "one to one", "exact F"];

function listFigures({ linkF, information, oneToOne, exactF }: LaneScore): readonly number[] {
  return [linkF, information, oneToOne, exactF];
}

function makeFileTable(files: readonly ComparedFile[]): Table {
  return {
    title: "Each chat; the plain rule's figures after those of the weighed signs",
    columns: ["chat", ...figureNames.flatMap((figure) => [figure, "plain"])],
    rows: files.map(({ name, weighed, plain }) => [
      name,
      ...weighed.flatMap((figure, index) => [figure, plain[index] ?? 0]),
    ]),
  };
}

/** The figures of the version before this one, and for exactly right lanes a step more. */
function makeTargetTable({ linkF, oneToOne, information, exactF }: LaneScore, files: readonly ComparedFile[]): Table {
  const below = files.flatMap(({ weighed, plain }) => weighed.filter((figure, index) => figure < (plain[index] ?? 0)));
  const rows = [
    checkAtLeast("F of single links", linkF, 71.35),
    checkAtLeast("lines in the right lane, one to one", oneToOne, 78.92),
    checkAtLeast("1 − scaled variation of information", information, 91.85),
    checkAtLeast("F of lanes that are exactly right", exactF, 38),
    checkAtMost("figures of a single chat that are below the plain rule's", below.length, 0),
  ];
  return { title: "Targets, in percent", columns: verdictColumns, rows };
}

function makeRuleTable(title: string, named: readonly (readonly [string, readonly GuessedChat[]])[]): Table {
  return { title, columns, rows: named.map(([name, guessed]) => makeRow(name, scoreLanes(guessed))) };
}

/** Groups of related signs, by how their names begin. */
const groups: readonly (readonly [name: string, part: "answer" | "start", sign: RegExp])[] = [
  ["lines and changes of sender between", "answer", /^(between|changes)/],
  ["minutes between", "answer", /^minutes \S+$/],
  ["who spoke since", "answer", /^(its sender|mine since)/],
  ["who went on", "answer", /^sender/],
  ["place in its conversation", "answer", /^(newest|older|later) in|^(opens|inside)/],
  ["size and age of its conversation", "answer", /^(its lines|its speakers|lines since|minutes since)/],
  ["how its conversation stands", "answer", /^(its newest calls|begun by|its pace|in it since)/],
  ["who is in its conversation", "answer", /^(the one called|whom I named)/],
  ["shared words", "answer", /^(its )?shared/],
  ["length and kind of the earlier line", "answer", /^(its words|question|statement)/],
  ["whom the earlier line names", "answer", /^it (names|calls)/],
  ["whom one named before", "answer", /^(named last|talked)/],
  ["how a start sounds", "start", /^(words|question|statement)/],
  ["when its sender was here", "start", /^(minutes since|lines since|called)/],
  ["how the chat stands", "start", /^(silence|my last|conversations|most shared)/],
];

function makeAblationTable(chats: readonly AnnotatedChat[], whole: LaneScore): Table {
  const rows = groups.map(([name, part, sign]) => {
    const { conversation, line, start } = linkWeights;
    const weights =
      part === "start"
        ? { conversation, line, start: leaveOut(start, sign) }
        : { conversation: leaveOut(conversation, sign), line: leaveOut(line, sign), start };
    const guessed = guessByRule(chats, (each, earlier) => inferLink(each, earlier, people, weights));
    const score = scoreLanes(guessed);
    return [name, score.linkF - whole.linkF, score.oneToOne - whole.oneToOne, score.exactF - whole.exactF];
  });
  const title = "Change without a group of signs, the others as they are";
  return { title, columns: ["signs", "link F", "one to one", "exact F"], rows };
}

function leaveOut<Row>(table: Readonly<Record<string, Row>>, sign: RegExp): Readonly<Record<string, Row>> {
  return Object.fromEntries(Object.entries(table).filter(([each]) => !sign.test(each)));
}

function makeCountTable(measured: readonly AnnotatedChat[], fitted: readonly AnnotatedChat[]): Table {
  const sum = (chats: readonly AnnotatedChat[]) => chats.reduce((count, { links }) => count + links.size, 0);
  const rows: Cell[][] = [["measured; nothing was fitted to it", measured.length, sum(measured)]];
  if (fitted.length > 0) rows.push(["the weights were fitted to it", fitted.length, sum(fitted)]);
  return { title: "Data", columns: ["part", "chats", "marked lines"], rows };
}
