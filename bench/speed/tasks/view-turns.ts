import { windowTokens } from "../../bot.js";
import { openClewLog } from "../../clew/clew-log.js";
import { clewFile } from "../../clew/keep-clew.js";
import { readCpuMs, waitUntilIdle } from "../../cpu.js";
import { talkRound } from "../../talk.js";

interface Work {
  readonly checkout: string;
  readonly folder: string;
  /** Number of the first round. */
  readonly from: number;
  readonly turns: number;
}

export interface TurnView {
  readonly compacted: boolean;
  readonly viewMs: number;
  /** CPU time of the whole turn, until the process is idle. */
  readonly turnMs: number;
}

/** What each view takes while turns are played on a lane, and whether it compacts. */
export async function viewTurns({ checkout, folder, from, turns }: Work): Promise<readonly TurnView[]> {
  const log = await openClewLog(checkout, clewFile(folder), windowTokens);
  const views: TurnView[] = [];
  for (let number = from; number < from + turns; number++) {
    const { message, answer } = talkRound(number);
    await waitUntilIdle();
    const before = readCpuMs();
    const turn = await log.begin(`turn-${number}`, message);
    const begun = readCpuMs();
    const { compacted } = await turn.view();
    const viewed = readCpuMs();
    await turn.complete(answer);
    await waitUntilIdle();
    views.push({ compacted, viewMs: viewed - begun, turnMs: readCpuMs() - before });
  }
  await log.close();
  return views;
}
