import { generatedRound } from "../../../src/bench/generated-round.js";
import { openClewLog } from "../../clew/clew-log.js";
import { clewFile } from "../../clew/keep-clew.js";
import { readCpuMs } from "../../cpu.js";

interface Work {
  readonly checkout: string;
  readonly folder: string;
  readonly window: number;
  /** How many tokens the turn has to fill before views are measured. */
  readonly filled: number;
  readonly views: number;
}

export interface ToolViews {
  readonly cpuMs: readonly number[];
  /** Of the last view. */
  readonly tokens: number;
  readonly calls: number;
}

const resultCharacters = 10_000;

/** One long turn of an agent: tool after tool until the view is large, then views after one call each. */
export async function viewAfterTools({ checkout, folder, window, filled, views }: Work): Promise<ToolViews> {
  const log = await openClewLog(checkout, clewFile(folder), window);
  const turn = await log.begin("long", "Please look through the notes of the harbour and list what is still open.");
  let [tokens, calls] = [(await turn.view()).tokens, 0];
  const callTool = (length: number) => {
    calls += 1;
    return turn.recordCall(`call-${calls}`, { path: `notes/${calls}.md` }, resultText(calls, length));
  };
  while (tokens < filled) {
    await callTool(resultCharacters);
    tokens = (await turn.view()).tokens;
  }
  const cpuMs: number[] = [];
  for (let number = 0; number < views; number++) {
    await callTool(200);
    const before = readCpuMs();
    tokens = (await turn.view()).tokens;
    cpuMs.push(readCpuMs() - before);
  }
  await turn.complete("Three points are open.");
  await log.close();
  return { cpuMs, tokens, calls };
}

function resultText(number: number, length: number): string {
  const lines: string[] = [];
  for (let [line, size] = [0, 0]; size < length; line++) {
    const { calls, reply } = generatedRound((number * 31 + line) % 250);
    const text = `${number}.${line} ${calls[0]?.output.slice(0, 160) ?? reply}`;
    lines.push(text);
    size += text.length + 1;
  }
  return lines.join("\n").slice(0, length);
}
