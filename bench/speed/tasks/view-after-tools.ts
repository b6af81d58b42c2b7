import { type ClewTurn, openClewLog } from "../../clew/clew-log.js";
import { clewFile } from "../../clew/keep-clew.js";
import { readCpuMs, waitUntilIdle } from "../../cpu.js";
import { generateRound } from "../../generated-round.js";

interface Work {
  readonly checkout: string;
  readonly folder: string;
  readonly window: number;
  /** How many tokens the turn has to reach before views are measured. */
  readonly filled: number;
}

export interface ToolViews {
  readonly cpuMs: readonly number[];
  /** Of the last view. */
  readonly tokens: number;
  /** In the turn so far. */
  readonly calls: number;
}

const resultCharacters = 4_000;
const smallResult = 200;

let [turn, calls]: [ClewTurn | null, number] = [null, 0];

/** Begins a long turn of an agent: calls tools until the view is large. */
export async function fillToolTurn({ checkout, folder, window, filled }: Work): Promise<void> {
  const log = await openClewLog(checkout, clewFile(folder), window);
  const begun = await log.begin("long", "Please look through the notes of the harbour and list what is still open.");
  turn = begun;
  for (let { tokens } = await begun.view(); tokens < filled; { tokens } = await begun.view()) {
    await callTool(begun, resultCharacters);
  }
}

/** Measures views of that turn, each after one more tool call. */
export async function viewToolTurn({ views }: { readonly views: number }): Promise<ToolViews> {
  if (turn === null) throw new Error("No turn was filled");
  let tokens = 0;
  const cpuMs: number[] = [];
  for (let number = 0; number < views; number++) {
    await callTool(turn, smallResult);
    await waitUntilIdle();
    const before = readCpuMs();
    ({ tokens } = await turn.view());
    await waitUntilIdle();
    cpuMs.push(readCpuMs() - before);
  }
  return { cpuMs, tokens, calls };
}

function callTool(open: ClewTurn, length: number): Promise<void> {
  calls += 1;
  return open.recordCall(`call-${calls}`, { path: `notes/${calls}.md` }, resultText(calls, length));
}

function resultText(number: number, length: number): string {
  const lines: string[] = [];
  for (let [line, size] = [0, 0]; size < length; line++) {
    const round = generateRound((number * 31 + line) % 250);
    const text = `${number}.${line} ${round.calls[0]?.output.slice(0, 160) ?? round.reply}`;
    lines.push(text);
    size += text.length + 1;
  }
  return lines.join("\n").slice(0, length);
}
