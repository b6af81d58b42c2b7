/** The demo's numbers, all measured in the run, through the package's public API. */

import type { Turn } from "@clewline/agent/turn.js";
import type { Clew } from "@clewline/clewline/compose/clew.js";
import { openConfiguredClew } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { renderTranscript } from "@clewline/core/view/transcript.js";
import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";
import type { RecallResult } from "@clewline/engine/read/recall.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import type { ModelMessage } from "ai";
import { type AnotherChat, askInAnotherChat } from "./another-chat.js";
import { checkFits, type DemoView, renderViewText } from "./demo-view.js";
import { computeMoment, type DemoTime, type DemoTurn, daysInMonth, makeDemoMonth, makeDemoTime } from "./month.js";
import { fact, otherWords, person } from "./texts.js";

const lastMessages = 20;
const session = "demo:month";
/** So large that nothing is ever left out, as in a program that sends everything. */
const boundless = 10_000_000;

export interface Column {
  readonly name: string;
  readonly tokens: number;
  readonly fits: boolean;
  readonly shown: boolean;
}

/** One recall by the script that stands in for the model. */
interface RecallStep {
  readonly pointer: string;
  readonly find: string | null;
  /** The line of the page that leads to the next step. */
  readonly line: string;
  /** Entries that the page lists. */
  readonly entries: number;
  /** Whether the view of the next call shows that line: only then could a model have continued. */
  readonly seen: boolean;
}

export interface DemoResult {
  readonly days: number;
  readonly turns: number;
  readonly entries: number;
  readonly calls: number;
  readonly compactions: number;
  readonly columns: readonly [full: Column, last: Column, clew: Column];
  readonly leftOut: number;
  readonly opened: readonly RecallStep[];
  readonly after: Column;
  readonly letter: ExplainedVerdict | null;
  readonly otherWords: OtherWords;
  readonly anotherChat: AnotherChat;
}

interface DemoOptions {
  readonly window: number;
  /** A new file that stays; in memory by default. */
  readonly store: string | undefined;
  readonly onTurn: (progress: { readonly done: number; readonly of: number }) => void;
}

export async function runDemo({ window, store = "memory", onTurn }: DemoOptions): Promise<DemoResult> {
  const month = makeDemoMonth();
  const messages: readonly ModelMessage[] = [
    ...month.flatMap(listTurnMessages),
    { role: "user", content: fact.question },
  ];
  const time = makeDemoTime();
  const clock = makeSystemClock(time.read);
  const clew = await openConfiguredClew({ store, window, timeZone: "UTC" }, noConfig, undefined, { clock });
  try {
    const calls = await runMonth(clew, month, time, (done) => onTurn({ done, of: month.length }));
    time.set(computeMoment(daysInMonth, 20 * 60 + 30));
    const anotherChat = await askInAnotherChat(clew);
    time.set(computeMoment(daysInMonth, 21 * 60));
    const turn = await clew.begin({ session, from: person, group: false, text: fact.question });
    const first = checkFits(await turn.view());
    const room = window - (await clew.context({ session })).reply;
    const opened = await lookUp(clew, turn, renderViewText(first));
    const after = opened.length === 0 ? first : checkFits(await turn.view());
    const { compactions } = await clew.context({ session });
    const column = makeColumn("clew, after the recalls", after, room);
    await turn.sent();
    await turn.complete({ text: column.shown ? fact.reply : "I don't know." });
    const letter = await findLetterVerdict(clew, first);
    const entries = (await clew.log({ session })).total;
    return {
      days: daysInMonth,
      turns: month.length + 1,
      entries,
      calls: calls + after.receipt.call,
      compactions: compactions.count,
      columns: [
        makeColumn("full history", await makeUnchosenView(messages), room),
        makeColumn(`last ${lastMessages} messages`, await makeUnchosenView(messages.slice(-lastMessages)), room),
        makeColumn("clew", first, room),
      ],
      leftOut: countLeftOut(first),
      opened,
      after: column,
      letter,
      otherWords: await askInOtherWords(clew, session),
      anotherChat,
    };
  } finally {
    await clew.close();
  }
}

async function findLetterVerdict(clew: Clew, { receipt }: DemoView): Promise<ExplainedVerdict | null> {
  const { lines } = await clew.log({ session, limit: 1_000 });
  const seq = lines.find(({ text }) => text.includes(fact.opening))?.seq ?? 0;
  const { verdicts } = await clew.why({ turn: receipt.id });
  return verdicts.find(({ verdict }) => verdict.from <= seq && seq <= verdict.to) ?? null;
}

/** Runs every turn of the month: a view before each call, the tools' results, the reply. Returns the number of calls. */
async function runMonth(
  clew: Clew,
  month: readonly DemoTurn[],
  time: DemoTime,
  onTurn: (turns: number) => void,
): Promise<number> {
  let made = 0;
  for (const [index, { at, text, calls, reply }] of month.entries()) {
    onTurn(index);
    time.set(at);
    const turn = await clew.begin({ session, from: person, group: false, text });
    const first = checkFits(await turn.view());
    if (calls.length > 0) await turn.record({ calls: calls.map((call, place) => ({ ...call, id: `${at}-${place}` })) });
    const last = calls.length > 0 ? checkFits(await turn.view()) : first;
    made += last.receipt.call;
    // The demo has no reader to wait for.
    await turn.sent();
    await turn.complete({ text: reply });
  }
  return made;
}

/** Does by script what a model would do: opens what was left out, page by page, then searches the letter. */
async function lookUp(clew: Clew, turn: Turn, view: string): Promise<readonly RecallStep[]> {
  const run = /clew:s\w{10}/.exec(view)?.[0];
  if (run === undefined || view.includes(fact.answer)) return [];
  const opened: RecallStep[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: RecallResult = await clew.recall({ session, pointer: run, offset });
    const input = { pointer: run, offset };
    opened.push(await recordRecall(turn, input, page, (line) => line.includes(fact.opening)));
    const found = opened.at(-1);
    if (found?.seen === false) return opened;
    const pointer = found?.line.split(" ")[0] ?? "";
    if (pointer !== "") {
      const { find } = fact;
      const inside = await clew.recall({ session, pointer, find });
      return [...opened, await recordRecall(turn, { pointer, find }, inside, () => true)];
    }
    offset = page.kind === "page" ? page.next : null;
  }
  return opened;
}

/** Records a recall as a step of the turn, and looks for the line that matters in the view of the next call. */
async function recordRecall(
  turn: Turn,
  input: { readonly pointer: string; readonly offset?: number; readonly find?: string },
  page: RecallResult,
  matters: (line: string) => boolean,
): Promise<RecallStep> {
  const id = `recall ${input.pointer} ${input.offset ?? input.find}`;
  await turn.record({ calls: [{ id, tool: "recall", input, output: page.text }] });
  const view = renderViewText(checkFits(await turn.view()));
  const lines = page.text.split("\n");
  const line = lines.find(matters) ?? "";
  const entries = lines.filter((each) => each.startsWith("clew:e")).length;
  return { pointer: input.pointer, find: input.find ?? null, line, entries, seen: view.includes(line) };
}

/** The view of a program without Clew, which sends every message. */
async function makeUnchosenView(messages: readonly ModelMessage[]): Promise<DemoView> {
  const policy = { ...balanced, missCost: Number.POSITIVE_INFINITY, outlineOver: Number.POSITIVE_INFINITY };
  const clew = await openConfiguredClew({ store: "memory", window: boundless, timeZone: "UTC", policy }, noConfig);
  try {
    return checkFits(await clew.sync({ session, messages }));
  } finally {
    await clew.close();
  }
}

function makeColumn(name: string, viewed: DemoView, room: number): Column {
  return {
    name,
    tokens: viewed.tokens,
    fits: viewed.tokens <= room,
    shown: renderViewText(viewed).includes(fact.answer),
  };
}

function countLeftOut({ receipt }: DemoView): number {
  const runs = receipt.verdicts.filter(({ rule }) => rule === "leave-out" || rule === "summary");
  return runs.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

function listTurnMessages({ at, text, calls, reply }: DemoTurn): readonly ModelMessage[] {
  const name = (index: number) => `${at}-${index}`;
  const asked = calls.map(({ tool, input }, index) => ({
    type: "tool-call" as const,
    toolCallId: name(index),
    toolName: tool,
    input,
  }));
  const returned = calls.map(({ tool, output }, index) => ({
    type: "tool-result" as const,
    toolCallId: name(index),
    toolName: tool,
    output: { type: "text" as const, value: output },
  }));
  const step: readonly ModelMessage[] =
    calls.length === 0
      ? []
      : [
          { role: "assistant", content: asked },
          { role: "tool", content: returned },
        ];
  return [{ role: "user", content: text }, ...step, { role: "assistant", content: reply }];
}

/** A question whose answer holds none of its words, asked at the end of the month. */
interface OtherWords {
  readonly question: string;
  readonly day: number;
  readonly answer: string;
  /** Whether it was found, or looked up for the view. */
  readonly shown: boolean;
  /** The embedder; null where words alone led to it. */
  readonly embedder: string | null;
}

/** With an embedder it is a search in other words than any of that evening, if that finds it. */
async function askInOtherWords(clew: Clew, session: string): Promise<OtherWords> {
  const { embedder } = await clew.index();
  const { day, message, answer, question, paraphrase } = otherWords;
  if (embedder !== null) {
    await clew.index({ finish: true });
    const found = await clew.search(paraphrase, { session });
    if (found.some(({ line, matched }) => matched === 0 && line.words === message)) {
      return { question: paraphrase, day, answer: message, shown: true, embedder };
    }
  }
  // `context` stores nothing: the log ends with the question about the letter.
  const { request } = await clew.context({ session, message: question });
  const text = renderTranscript({ ...request, system: [] });
  // Memories that an earlier turn looked up come before that turn, and are not looked up again.
  const memories = [...text.matchAll(/<clew-found>(.*?)<\/clew-found>/gs)].map(([block]) => block);
  return { question, day, answer, shown: memories.some((block) => block.includes(answer)), embedder: null };
}
